import { readFileSync } from 'node:fs';
import test from 'ava';

const headings = readFileSync('CHANGELOG.md', 'utf8').match(/^##+ .*$/gm) ?? [];

test('the changelog keeps the form of Keep a Changelog 1.1.0', (t) => {
  t.is(headings[0], '## [Unreleased]');
  for (const heading of headings) {
    t.regex(
      heading,
      /^## \[(?:Unreleased\]|\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d)$|^### (?:Added|Changed|Deprecated|Removed|Fixed|Security)$/,
      heading,
    );
  }

  t.is(
    new Set(headings.filter((heading) => heading.startsWith('## '))).size,
    headings.filter((heading) => heading.startsWith('## ')).length,
    'each version once',
  );
});
