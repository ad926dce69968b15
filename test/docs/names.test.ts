import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import ts from 'typescript';

const files = readdirSync('source', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

/** The names a file declares and exports, each once: a function may have several signatures. */
function exportsOf(path: string): readonly string[] {
  const file = ts.createSourceFile(path, readFileSync(join('source', path), 'utf8'), ts.ScriptTarget.Latest);
  const names = file.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) {
      return [];
    }

    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    }

    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement);
    return isNamed && statement.name ? [statement.name.text] : [];
  });
  return [...new Set(names)];
}

/** The words of the glossary's last column: what a thing was called before, and is called no more. */
function formerWords(): readonly string[] {
  const rows = readFileSync('docs/internals/architecture.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const vocabulary = rows
    .slice(rows.findIndex((row) => row.startsWith('| word | meaning | where | not |')) + 1)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  return vocabulary
    .flatMap((cells) => (cells.length === 6 ? (cells[4] ?? '').split(', ') : []))
    .filter((word) => word !== '');
}

/** `takeOldFence` and `take-old-fence` both have the word `fence`. */
function wordsOf(name: string): readonly string[] {
  return name.split(/[-.]|(?<=[a-z\d])(?=[A-Z])/).map((word) => word.toLowerCase());
}

test('no two files of source/ export the same name for different things', (t) => {
  const places = Map.groupBy(
    files.flatMap((path) => exportsOf(path).map((name) => ({ name, path }))),
    ({ name }) => name,
  );
  t.true(places.size > 500, 'the exports are found');
  const twice = [...places].filter(([, found]) => found.length > 1);
  t.deepEqual(
    twice.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`),
    [],
  );
});

test('no exported name and no file name has a word that the glossary replaced', (t) => {
  const former = formerWords();
  t.true(former.length >= 8, 'the glossary in docs/internals/architecture.md is read');
  const names = files.flatMap((path) => [basename(path), ...exportsOf(path)].map((name) => ({ name, path })));
  t.deepEqual(
    names
      .filter(({ name }) => wordsOf(name).some((word) => former.includes(word)))
      .map(({ name, path }) => `${name} in ${path}`),
    [],
  );
});
