import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'ava';
import packageJson from '../../package.json' with { type: 'json' };
import { parseCommandLine } from '../../source/cli/parse/parse.ts';
import { commandTable } from '../../source/cli/table/table.ts';
import { documentPaths, readDocument } from './document.ts';

const documents = documentPaths.map(readDocument);

for (const { path, links, text, spans } of documents) {
  test(`${path}: every link within the project leads to a file and a heading that are there`, (t) => {
    for (const link of links.filter((each) => !/^https?:/.test(each))) {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : normalize(join(dirname(path), file));
      t.true(existsSync(target), `${link}: there is no ${target}`);
      if (anchor !== undefined) {
        t.true(readDocument(target).anchors.has(anchor), `${link}: ${target} has no such heading`);
      }
    }

    t.pass();
  });

  test(`${path}: every file and script it speaks of is there`, (t) => {
    // Words in capitals are for the reader to fill in; `data/` is also what a person's own folder is called.
    for (const [file] of text.matchAll(/(?<![\w/.~:-])(?:(?:source|test|tools|docs)\/[\w./-]*\w|data\/[\w-]+\.\w+)/g)) {
      t.true(
        /[A-Z]{3}/.test(file) ||
          ['', '.ts', '.tsx', '.test.ts', '.test.tsx'].some((ending) => existsSync(`${file}${ending}`)),
        `there is no ${file}`,
      );
    }

    // Some documents name modules from `source/` on, and tests from `test/` on.
    for (const [, name = ''] of text.matchAll(
      /`((?:app|campaigns|cli|client|domain|local|platform|service|sync|text|tui)\/[\w/-]+(?:\.tsx?)?)`/g,
    )) {
      t.true(
        ['', '.ts', '.tsx', '.test.ts', '.test.tsx'].some((ending) =>
          ['source', 'test'].some((folder) => existsSync(`${folder}/${name}${ending}`)),
        ),
        `there is no module or test ${name}`,
      );
    }

    for (const [, script = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
      t.true(script in packageJson.scripts, `there is no script ${script}`);
    }

    for (const [, name] of text.matchAll(/npm root --global\)"?\/([^/]+)/g)) {
      t.is(name, packageJson.name, 'the folder that npm installs into');
    }

    t.pass();
  });

  test(`${path}: every petstore command in a sentence is one, with flags it has`, (t) => {
    for (const span of spans.filter((each) => each.startsWith('petstore ') && !/ [A-Z]+\b/.test(each))) {
      t.is(whatIsWrong(span), undefined, span);
    }

    t.pass();
  });
}

test('every petstore command that a sentence of the program names is one, with flags it has', (t) => {
  // In templates the backticks are escaped. What is filled in, by the program or by a reader, says nothing here.
  const sources = globSync('source/**/*.{ts,tsx}').map((path) =>
    readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, ''),
  );
  const hints = sources.flatMap((text) => text.match(/(?<=`)petstore [^`$\\]+(?=\\?`)/g) ?? []);
  t.true(hints.length > 100, String(hints.length));
  for (const hint of hints.filter((each) => !/ [A-Z]+\b/.test(each))) {
    t.is(whatIsWrong(hint), undefined, hint);
  }
});

/** What the program would say to a command that a sentence names, but for arguments that the sentence need not give. */
function whatIsWrong(span: string): string | undefined {
  const words = (span.match(/"[^"]*"|[^\s"]+/g) ?? []).slice(1).map((word) => word.replace(/^"|"$/g, ''));
  try {
    parseCommandLine(words, commandTable);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return /^(?:`[\w -]+`|--[\w-]+) needs /.test(message) ? undefined : message;
  }
}
