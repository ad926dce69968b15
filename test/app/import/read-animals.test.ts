import test from 'ava';
import type { CategoryLabels } from '../../../source/domain/category-labels.js';
import { readAnimals as read } from '../../../source/app/import/read-animals.js';
import { toTsvLine } from '../../../source/platform/text/terminal-text.js';
import { growth, mostGrowth } from '../../helpers/growth.js';

const labels = { 1: 'Birds', 3: 'Dogs', 4: 'Great Danes' } as CategoryLabels;
const readAnimals = (text: string, most = 10_000) => read(text, { most, labels });
const mistakes = (text: string) =>
  readAnimals(text).mistakes.map(({ line, field, message }) => `${line} ${field ?? '-'} ${message}`);
const names = (text: string) => readAnimals(text).pets.map(({ name }) => name);

test('CSV is read as spreadsheets write it', (t) => {
  const rex = [
    { name: 'Rex', categoryId: '3', status: 'sold' },
    { name: 'Luna "the cat", 2', categoryId: '-9223372036854775808' },
  ];
  for (const text of [
    'name,categoryId,status\nRex,3,sold\n"Luna ""the cat"", 2",-9223372036854775808,\n',
    '\uFEFFname,categoryId,status\r\nRex,3,sold\r\n"Luna ""the cat"", 2",-9223372036854775808,\r\n',
    'name;categoryId;status\nRex;3;sold\n"Luna ""the cat"", 2";-9223372036854775808',
    'status\tname\tcategoryId\nsold\tRex\t3\n\t"Luna ""the cat"", 2"\t-9223372036854775808',
    'Name,CategoryID,Status\n\nRex, 3 ,sold\n\n"Luna ""the cat"", 2",-9223372036854775808\n\n',
  ]) {
    const { places, ...animals } = readAnimals(text);
    t.deepEqual(animals, { pets: rex, named: [], mistakes: [], ignored: [], badRows: undefined } as never, text);
    t.is(places.length, rex.length);
  }
});

test('a name may hold line breaks, and the lines after it are still counted right', (t) => {
  const text = 'name,categoryId\n"two\r\nlines",1\nRex,x\n';
  t.deepEqual(names(text), ['two\r\nlines']);
  t.deepEqual(mistakes(text), [
    '4 categoryId it must be a 64-bit whole number, or the name of a category. There is no category "x". There are Birds, Dogs, Great Danes. To name one: `petstore config category NUMBER x`.',
  ]);
});

test('each bad row is named by its line in the file and its field', (t) => {
  t.deepEqual(mistakes('name,categoryId,status\n,1,sold\nRex,,sold\nRex,9223372036854775808,lost\nRex,1,sold,more\n'), [
    '2 name it is empty; a name needs at least one character',
    '3 categoryId it is missing',
    '4 categoryId it must be a 64-bit whole number; "9223372036854775808" is not',
    '4 status it must be available, pending, sold or empty; "lost" is not',
    '5 - it has 4 cells, the header 3',
  ]);
});

test('columns that say nothing of an animal are left out and named', (t) => {
  t.deepEqual(readAnimals('id,name,categoryId,status\n7,Rex,3,\n'), {
    pets: [{ name: 'Rex', categoryId: '3' }],
    places: [{ line: 2 }],
    named: [{ id: '7', pet: { name: 'Rex', categoryId: '3' } }],
    mistakes: [],
    ignored: ['id'],
    badRows: undefined,
  } as never);
});

test('a header without what is needed is a mistake of line 1', (t) => {
  t.deepEqual(mistakes('title,status\nRex,sold\n'), [
    '1 - the header lacks name and categoryId; it must be name,categoryId,status',
  ]);
  t.deepEqual(mistakes('name,name,categoryId\nRex,Rex,1\n'), ['1 - the header has name twice']);
  t.deepEqual(mistakes(''), ['1 - the file is empty']);
});

test('a quote that never closes is a mistake, not a long name', (t) => {
  t.deepEqual(mistakes('name,categoryId\nRex,1\n"Luna,2\nMax,3\n'), ['3 - a quote is opened and never closed']);
  t.deepEqual(mistakes('name,categoryId\n"Luna" Lee,2\n'), ['2 - text follows a closing quote']);
});

test('a JSON array gives exact ids and the line of each mistake', (t) => {
  const text =
    '[\n  {"name": "Rex, [1]", "categoryId": 9223372036854775807},\n  {"name": 7, "categoryId": "7"},\n  null,\n\n  {"name": "a\\u0000", "categoryId": 1.5, "status": "lost"}\n]';
  t.deepEqual(readAnimals(text).pets, [{ name: 'Rex, [1]', categoryId: '9223372036854775807' }] as never);
  t.deepEqual(mistakes(text), [
    '3 name it must be a text; 7 is not',
    '3 categoryId it must be a 64-bit whole number; "7" is not',
    '4 - it is not an object',
    '6 name it holds a NUL character',
    '6 categoryId it must be a 64-bit whole number; 1.5 is not',
    '6 status it must be available, pending, sold or empty; "lost" is not',
  ]);
});

test('one animal too many is a mistake, in every format, and the only one told', (t) => {
  const rows = ['{"name":"a","categoryId":1}', '{"name":"b","categoryId":1}', '{"name":"","categoryId":1}', '{"name":'];
  for (const text of ['name,categoryId\n"a\nb",1\nb,1\n,1\n"', rows.join('\n'), `[${rows.slice(0, 3).join(',\n')}]`]) {
    t.regex(
      readAnimals(text, 2)
        .mistakes.map(({ line, message }) => `${line} ${message}`)
        .join(),
      /^[35] this is animal number 3, and at most 2 can be imported at once$/,
      text,
    );
  }
});

test('NDJSON names the line that is no JSON', (t) => {
  const text = '{"name":"Rex","categoryId":3,"status":null}\r\n\r\n{"name":\n{"name":"\\ud800","categoryId":1}\n';
  t.deepEqual(names(text), ['Rex']);
  t.deepEqual(
    mistakes(text).map((each) => each.slice(0, 20)),
    ['3 - this is not JSON', '4 name it holds half'],
  );
});

test('JSON that ends too early, or goes on wrongly, is named by its one place in the file', (t) => {
  const row = '{"name":"Rex","categoryId":9223372036854775807}';
  t.deepEqual(mistakes(`[\n${row}\n${row}\n]`), [
    "3 - this is not JSON (at character 1 of the line: Expected ',' or ']' after array element)",
  ]);
  t.deepEqual(mistakes(`[\n${row},\n${row},\n]\n`), [
    '4 - this is not JSON (at character 1 of the line: unexpected "]"; there may be a comma too many before it)',
  ]);
  t.deepEqual(mistakes(`[${row},]`), [
    '1 - this is not JSON (at character 50 of the line: unexpected "]"; there may be a comma too many before it)',
  ]);
  t.deepEqual(mistakes(`[${row},`), ['1 - this is not JSON (Unexpected end of JSON input)']);
  t.deepEqual(mistakes(`${row}\n{"name":"Luna" "categoryId":3}\n`), [
    "2 - this is not JSON (at character 16 of the line: Expected ',' or '}' after property value)",
  ]);
  t.deepEqual(mistakes('[nope]'), ['1 - this is not JSON (at character 3 of the line: unexpected "o")']);
});

test('ten thousand rows are checked in a time that grows with their number', (t) => {
  const check = (count: number): void => {
    const rows = Array.from({ length: count }, (_, index) => `"Animal ${index}",${index},available`);
    t.is(readAnimals(['name,categoryId,status', ...rows].join('\n')).pets.length, count);
  };
  t.true(growth(check, 10_000) < mostGrowth);
});

test('the id that a row gives its animal is told as lists show it, in every format', (t) => {
  const named = (text: string) => readAnimals(text).named.map(({ id }) => id);
  t.deepEqual(named('id,name,categoryId\n 007 ,Rex,3\nq-7,Luna,2\nlost,Max,1\n,Tom,1\n'), ['7', 'Q-7']);
  t.deepEqual(
    named(
      '[{"id":9223372036854775807,"name":"Rex","categoryId":3},{"id":"Q-7","name":"Luna","categoryId":2},{"id":null,"name":"Max","categoryId":1}]',
    ),
    ['9223372036854775807', 'Q-7'],
  );
  t.deepEqual(readAnimals('{"id":1,"name":"Rex","categoryId":3}\n{"name":"Luna","categoryId":2}\n').ignored, ['id']);
  t.deepEqual(readAnimals('[{"name":"Luna","categoryId":2}]').ignored, []);
});

test('broken rows count where there are more than may be imported: none is left out without a word', (t) => {
  const rows = Array.from({ length: 4 }, (_, index) => `Pet ${index},3`);
  const lines = Array.from({ length: 4 }, (_, index) => JSON.stringify({ name: `Pet ${index}`, categoryId: 3 }));
  for (const [text, line] of [
    [`name,categoryId\nRex,3,sold,more\n${rows.join('\n')}\n`, 5],
    [`{"name":\n${lines.join('\n')}\n`, 4],
  ] as const) {
    const { pets, mistakes: found } = readAnimals(text, 3);
    t.deepEqual(pets, []);
    t.like(found, [{ line, message: 'this is animal number 4, and at most 3 can be imported at once' }], text);
  }
});

test('fields of JSON that say nothing of an animal are named, as columns are', (t) => {
  const noted = '{"name":"Rex","category":"Dogs","notes":"shy"}';
  t.deepEqual(readAnimals(`${noted}\n{"name":"Luna","categoryId":2,"colour":1}\n`).ignored, ['notes', 'colour']);
  t.deepEqual(readAnimals(`[${noted}]`).ignored, ['notes']);
});

test('the answer of an export as JSON is read as the list in it, with the ids and lines that it has', (t) => {
  const text = '{\n  "entries": [\n    {"localId": "Q-7", "name": "Rex", "categoryId": 3},\n    {"name": 4}\n  ]\n}\n';
  const read = readAnimals(text);
  t.deepEqual([read.pets.map(({ name }) => name), read.named.map(({ id }) => id)], [['Rex'], ['Q-7']]);
  t.deepEqual([...new Set(read.mistakes.map(({ line, item }) => `${line} ${item}`))], ['4 2']);
  t.deepEqual(names('{"entries":[{"name":"Rex","categoryId":3}]}'), ['Rex']);
});

test('TSV is read as petstore prints it, without a header and with its escapes, and as spreadsheets write it', (t) => {
  const odd = [
    'a\tb',
    'two\nlines',
    'back\\slash',
    '\\t',
    '\\\\n',
    "'=1",
    '=1',
    '"Rex" the dog',
    '\u001b[1m',
    '\u202ex',
    ' ',
  ];
  const rows = odd.map((name) => [`${name}.`, '3', '']);
  const listed = rows.map((cells, index) => toTsvLine([String(index + 1), ...cells])).join('\n');
  const given = odd.map((name) => `${name}.`);
  t.deepEqual(names(listed), given);
  t.deepEqual(
    readAnimals(listed).named.map(({ id }) => id),
    odd.map((_, index) => String(index + 1)),
  );
  t.deepEqual(names(`${rows.map(toTsvLine).join('\r\n')}\r\n`), given, 'an export of the queue has no ids');
  t.deepEqual(names('name\tcategoryId\na\\tb\t3\nC:\\pets\t3\n\\x41\t3\n'), ['a\tb', 'C:\\pets', '\\x41']);
  t.deepEqual(names('name,categoryId\na\\tb,3\n'), ['a\\tb'], 'CSV has no escapes');
  t.deepEqual(mistakes('1\tRex\t3\t\n\n2\tRex\t3\tsold\tmore\n3\tRex\t3\tlost'), [
    '3 - it has 5 cells, the first line 4',
    '4 status it must be available, pending, sold or empty; "lost" is not',
  ]);
  t.is(readAnimals('1\tRex\t3\t\n2\tRex\t3\tlost\n').badRows, '2\tRex\t3\tlost\n');
});

test('TSV as petstore prints it is known by any line, and what is broken in the first one is told as elsewhere', (t) => {
  const noBirds =
    'categoryId it must be a 64-bit whole number, or the name of a category. There is no category "x". There are Birds, Dogs, Great Danes. To name one: `petstore config category NUMBER x`.';
  t.deepEqual(mistakes('1\tA\tx\tsold\n2\tB\t3\t\n'), [`1 ${noBirds}`]);
  t.deepEqual(mistakes('A\tx\tlost\nB\t3\t\n').slice(0, 1), [`1 ${noBirds}`]);
  t.deepEqual(mistakes('1\tA\t3\tsold\tmore\n2\tB\t3\t\n'), ['1 - it has 5 cells, a whole row 4']);
  t.deepEqual(mistakes('Rex\nB\t3\t\n'), ['1 categoryId it is missing']);
  t.deepEqual(names('\n\n1\tA\t3\tsold\n'), ['A']);
  t.deepEqual(names(' \r\n1\tA\t 3 \tsold\r\n'), ['A']);
  t.deepEqual(names('1\tName\t3\t\n2\tstatus\t3\t\n'), ['Name', 'status'], 'an animal may have the name of a field');
  t.deepEqual(mistakes('\nnumber\tstatus\n1\tsold\n'), [
    '2 - the header lacks name and categoryId; it must be name,categoryId,status',
  ]);
  for (const text of [
    'name,categoryId\n"a\t3\tb",1\n',
    '"name";"categoryId"\na\t3\tb;1\n',
    '"name"\t"categoryId"\n"a\t3\tb"\t1\n',
  ]) {
    t.deepEqual(names(text), ['a\t3\tb'], 'tabs in a name are no columns');
  }

  t.deepEqual(mistakes('Tier\tArt\tAlter\nRex\tHund\talt\n'), [
    '1 - the header lacks name and categoryId; it must be name,categoryId,status',
  ]);
});

test('the bad rows of such TSV are told again by themselves, and taken once they are right', (t) => {
  for (const [bad, right] of [
    ['Q-1\tA\tx\tsold', 'Q-1\tA\t3\tsold'],
    ['1\tA\tx\tlost', '1\tA\tDogs\t'],
    ['A\tx\tsold', 'A\tDogs\tsold'],
    ['A\tx\t', 'A\t3\t'],
    ['A\t3\tlost', 'A\t3\t'],
    ['1\tA\t3\tsold\tmore', '1\tA\t3\tsold'],
    ['A\t3\tsold\tmore', 'A\t3\tsold'],
  ] as const) {
    const { badRows = '' } = readAnimals(`${bad.startsWith('A') ? '' : '7\t'}B\t3\t\n${bad}\n`);
    t.is(badRows, `${bad}\n`);
    const again = readAnimals(badRows);
    t.is(again.badRows, badRows, 'each row is told, and none as a header');
    t.deepEqual(names(badRows.replace(bad, right)), ['A'], right);
  }
});

test('the answer of a list as JSON is read as its animals, the queued ones last, with their ids and lines', (t) => {
  const pet = '{"id":1,"name":"],\\"queued\\":[","categoryId":3}';
  const queued = '{"localId":"Q-7","name":"Rex","categoryId":3,"review":{"candidates":[]}}';
  const answer = (pets: string, entries: string) =>
    `{"pets":[${pets}],"queued":[${entries}],"source":"cache","fetchedAt":null,"error":{"code":"x"}}\n`;
  const { named, mistakes: none } = readAnimals(answer(pet, queued));
  t.deepEqual(
    [named.map(({ id, pet: { name } }) => [id, name]), none],
    [
      [
        ['1', '],"queued":['],
        ['Q-7', 'Rex'],
      ],
      [],
    ],
  );
  t.deepEqual(
    [names(answer(pet, '')), names(answer('', queued)), names(answer('', ''))],
    [['],"queued":['], ['Rex'], []],
  );
  t.deepEqual(
    mistakes(JSON.stringify({ pets: [{ name: 'Rex', categoryId: 3 }, 7], queued: [], source: 'cache' }, undefined, 2)),
    ['7 - it is not an object'],
  );
});
