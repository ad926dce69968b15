import { runHistory } from './campaigns/simulation/history.js';
async function main() {
const r: any = await runHistory(Number(process.argv[2]), { imperfect: true });
console.log(JSON.stringify(r.problems));
}
void main();
