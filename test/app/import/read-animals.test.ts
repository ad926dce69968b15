import test from 'ava';
import type { CategoryLabels } from '../../../source/domain/category-labels.ts';
import { readAnimals as read } from '../../../source/app/import/read-animals.ts';

const labels = { 1: 'Birds', 3: 'Dogs', 4: 'Great Danes' } as CategoryLabels;
const readAnimals = (text: string, most = 10_000) => read(text, { most, labels });
const mistakes = (text: string) =>
  readAnimals(text).mistakes.map(({ line, item, field, message, remedy }) =>
    [`${line ?? `item ${item}`} ${field ?? '-'} ${message}`, ...(remedy === undefined ? [] : [remedy])].join('. '),
  );
const pets = (text: string) => readAnimals(text).animals.map(({ pet }) => pet);
const ids = (text: string) => readAnimals(text).animals.map(({ id }) => id);

test('each bad row is named by its line in the file and its field', (t) => {
  t.deepEqual(mistakes('name,categoryId,status\n,1,sold\nRex,,sold\nRex,9223372036854775808,lost\nRex,1,sold,more\n'), [
    '2 name it is empty; a name needs at least one character',
    '3 categoryId it is missing',
    '4 categoryId it must be a 64-bit whole number; "9223372036854775808" is not',
    '4 status it must be available, pending, sold or empty; "lost" is not',
    '5 - it has 4 cells, the header 3',
  ]);
});

test('a JSON array gives exact ids and the item of each mistake', (t) => {
  const text =
    '[\n  {"name": "Rex, [1]", "categoryId": 9223372036854775807},\n  {"name": 7, "categoryId": "7x"},\n  null,\n\n  {"name": "a\\u0000", "categoryId": 1.5, "status": "lost"}\n]';
  t.deepEqual(pets(text), [{ name: 'Rex, [1]', categoryId: '9223372036854775807' }] as never);
  t.deepEqual(mistakes(text), [
    'item 2 name it must be a text; 7 is not',
    'item 2 categoryId it must be a 64-bit whole number; "7x" is not',
    'item 3 - it is not an object',
    'item 4 name it holds a NUL character',
    'item 4 categoryId it must be a 64-bit whole number; 1.5 is not',
    'item 4 status it must be available, pending, sold or empty; "lost" is not',
  ]);
});

test('one animal too many is a mistake, in every format, and the only one told', (t) => {
  const rows = ['{"name":"a","categoryId":1}', '{"name":"b","categoryId":1}', '{"name":"","categoryId":1}', '{"name":'];
  for (const text of ['name,categoryId\n"a\nb",1\nb,1\n,1\n"', rows.join('\n'), `[${rows.slice(0, 3).join(',\n')}]`]) {
    t.regex(
      readAnimals(text, 2)
        .mistakes.map(({ line, item, message }) => `${line ?? item} ${message}`)
        .join(),
      /^[35] this is animal number 3, and at most 2 can be imported at once$/,
      text,
    );
  }
});

test('NDJSON names the line that is no JSON', (t) => {
  const text = '{"name":"Rex","categoryId":3,"status":null}\r\n\r\n{"name":\n{"name":"\\ud800","categoryId":1}\n';
  t.deepEqual(
    pets(text).map(({ name }) => name),
    ['Rex'],
  );
  const [notJson = '', half] = mistakes(text);
  t.regex(notJson, /^3 - this is not JSON/);
  t.is(half, '4 name it holds half of a character (a lone surrogate)');
});

test('JSON that is broken is told in the words of the parser', (t) => {
  const row = '{"name":"Rex","categoryId":9223372036854775807}';
  t.deepEqual(mistakes(`[\n${row}\n${row}\n]`), [
    "1 - this is not JSON (Expected ',' or ']' after array element in JSON at position 50 (line 3 column 1))",
  ]);
  t.deepEqual(mistakes(`${row}\n{"name":"Luna" "categoryId":3}\n`), [
    "2 - this is not JSON (Expected ',' or '}' after property value in JSON at position 15 (line 1 column 16))",
  ]);
});

test('what stands in a row for an id is told in every format', (t) => {
  t.deepEqual(ids('Animal ID,name,categoryId\n A007 ,Rex,3\n,Tom,1\n'), ['A007', undefined]);
  t.deepEqual(
    ids(
      '[{"id":9223372036854775807,"name":"Rex","categoryId":3},{"localId":"Q-7","name":"Luna","categoryId":2},{"id":null,"name":"Max","categoryId":1}]',
    ),
    ['9223372036854775807', 'Q-7', undefined],
  );
  t.deepEqual(readAnimals('{"id":1,"name":"Rex","categoryId":3}\n{"name":"Luna","categoryId":2}\n').ignored, ['id']);
  t.deepEqual(readAnimals('[{"name":"Luna","categoryId":2}]').ignored, []);
  t.deepEqual(readAnimals('[{"name":"Luna","categoryId":2,"category":"Cats"}]').ignored, ['category']);
  t.deepEqual(readAnimals('[{"name":"Luna","category":2}]').ignored, []);
});

test('broken rows count where there are more than may be imported: none is left out without a word', (t) => {
  const rows = Array.from({ length: 4 }, (_, index) => `Pet ${index},3`);
  const lines = Array.from({ length: 4 }, (_, index) => JSON.stringify({ name: `Pet ${index}`, categoryId: 3 }));
  for (const [text, line] of [
    [`name,categoryId\nRex,3,sold,more\n${rows.join('\n')}\n`, 5],
    [`{"name":\n${lines.join('\n')}\n`, 4],
  ] as const) {
    const { animals, mistakes: found } = readAnimals(text, 3);
    t.deepEqual(animals, []);
    t.like(found, [{ line, message: 'this is animal number 4, and at most 3 can be imported at once' }], text);
  }
});

test('a column of nothing but statuses is the status, whatever its title, unless somebody said otherwise', (t) => {
  const statuses = (text: string, more: Partial<Parameters<typeof read>[1]> = {}) =>
    read(text, { most: 9, labels, ...more }).animals.map(({ pet }) => pet.status);
  const rows = 'Rex,3,sold\nTom,1,\nLuna,3,Available\n';
  t.deepEqual(statuses(`name,category,State\n${rows}`), ['sold', undefined, 'available']);
  t.deepEqual(statuses('name,category,State\nRex,3,sold\nTom,1,lost\n'), [undefined, undefined], 'other words');
  t.deepEqual(statuses('name,category,A,B\nRex,3,sold,sold\n'), [undefined], 'two of them');
  const memories = [{ header: ['name', 'category', 'State'], columns: { name: 'name', category: 'category' } }];
  t.deepEqual(statuses(`name,category,State\n${rows}`, { memories }), [undefined, undefined, undefined]);
});
