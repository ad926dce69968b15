import { runHistory } from './campaigns/simulation/history.js';
async function main() {
for (const arg of process.argv.slice(2)) {
const r = await runHistory(Number(arg), { imperfect: true });
console.log(arg, JSON.stringify({p:r.problems.map((x:string)=>x.slice(0,300)), f:r.verdict.findings, imp:(r as any).imperfections}, null, 1));
}}
void main();
