import { isBroken, runHistory } from './campaigns/simulation/history.js';
async function main() {
  const [from, to] = process.argv.slice(2).map(Number);
  let animals = 0, review = 0, bad = 0;
  for (let seed = from!; seed < to!; seed += 1) {
    const r: any = await runHistory(seed, { imperfect: true });
    animals += r.animals; review += r.states['review'] ?? 0;
    const kinds: any = r;
    if (isBroken(r)) { bad += 1; console.log(seed, r.imperfections.join('+'), [...r.allowed].join(), JSON.stringify([...r.verdict.findings, ...r.problems]).slice(0, 300)); }
  }
  console.log('done', from, to, { animals, review, bad });
}
void main();
