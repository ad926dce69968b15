// What somebody would write instead of `petstore get`.
const [url, key] = process.argv.slice(2);
const answer = await fetch(url, {
  headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
  signal: AbortSignal.timeout(30_000),
});
if (!answer.ok) {
  console.error(`The store answered ${answer.status}.`);
  process.exit(1);
}
const pet = await answer.json();
console.log(JSON.stringify(pet, undefined, 2));
