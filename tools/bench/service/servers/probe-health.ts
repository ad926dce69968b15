/**
 * Asks every 20 ms whether a service lives, from a process that does nothing else, and prints how long each answer took
 * in milliseconds.
 */
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const { url, seconds } = JSON.parse(process.argv[2] ?? '{}') as { readonly url: string; readonly seconds: number };
const end = performance.now() + seconds * 1000;
const took: number[] = [];
let asked = 0;

function ask(): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.get(url, { timeout: 10_000 }, (response) => {
      response
        .resume()
        .once('close', () => (response.complete ? resolve(performance.now() - began) : reject(new Error('cut off'))));
    });
    request.once('timeout', () => request.destroy(new Error('no answer'))).once('error', reject);
  });
}

while (performance.now() < end) {
  asked += 1;
  await ask().then(
    (milliseconds) => took.push(milliseconds),
    () => undefined,
  );
  await delay(20);
}

console.log(JSON.stringify({ asked, took }));
