/** A process to be killed, told in one JSON argument what to do; it says on stdout what a person would see. */
import { writeSync } from 'node:fs';
import { drive, type Orders } from './drive.ts';

await drive(
  JSON.parse(process.argv[2] ?? '{}') as Orders,
  (said) => void writeSync(1, `${JSON.stringify(said)}\n`),
  String(process.pid),
);
