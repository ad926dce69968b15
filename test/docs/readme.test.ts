import { readFileSync } from 'node:fs';
import test from 'ava';
import { withTables } from '../../scripts/readme-tables.js';

test('the tables in README.md are those that drive the program', (t) => {
  const readme = readFileSync('README.md', 'utf8');
  t.is(readme, withTables(readme), 'run `npm run docs`');
  t.regex(readme, /`queue send-again`/);
});
