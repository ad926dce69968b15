import { runHistory } from './campaigns/simulation/history.js';
async function main() {
const seed = Number(process.argv[2]);
const r: any = await runHistory(seed, { imperfect: true });
console.log(JSON.stringify(r.problems));
}
void main();
