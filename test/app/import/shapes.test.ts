/**
 * Files as shelters, spreadsheets and databases write them, made up after the columns that are published: each is read,
 * mapped by a word of the person, or refused in words that tell the line and what to do.
 */
import { Readable } from 'node:stream';
import test from 'ava';
import type { CategoryLabels } from '../../../source/domain/category-labels.ts';
import { mistakeLines } from '../../../source/app/import/check-row.ts';
import { type ImportOptions, openImport } from '../../../source/app/import/files.ts';

const labels = { 1: 'Cat', 2: 'Dog' } as CategoryLabels;
type Said = Omit<ImportOptions, 'labels'>;

/** The animals of a file as `name/category/status`, or what is told instead. */
async function read(content: string | Buffer, said: Said = {}): Promise<readonly string[]> {
  const file = await openImport(Readable.from([Buffer.from(content)]), { labels, ...said });
  if ('problem' in file) {
    return [file.problem];
  }

  return file.mistakes.length > 0
    ? mistakeLines(file.mistakes)
    : file.animals.map(({ pet: { name, categoryId, status = '' } }) => `${name}/${categoryId}/${status}`);
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

type Shape = readonly [what: string, content: string | Buffer, told: readonly (string | RegExp)[], said?: Said];

const rex = ['Rex/2/sold'];
const shelter =
  'Animal ID,Name,DateTime,Animal Type,Breed\nA1,Rex,"11/28/2026, 10:00",Dog,Mix\nA2,,11/28/2026,Cat,Mix\n';
const shapes: readonly Shape[] = [
  // The shapes that were reported.
  ['a blank before a quote', 'category, name\n2, "Bella"\n', ['Bella/2/']],
  ['rows of commas', `name,category,status\nRex,2,sold\n${',,\n'.repeat(12_000)}`, rex],
  ['a separator at the end of each line', 'name,category,status\nRex,2,sold,\n', rex],
  [
    'intakes of a shelter',
    shelter,
    [
      /^line 1: no column is called category or categoryId; found: Animal ID, Name, .*`--column category='Animal Type'`$/,
    ],
  ],
  [
    'the same, named',
    shelter,
    ['line 3, name: it is empty; a name needs at least one character'],
    { columns: { category: 'animal_type' } },
  ],
  [
    'what jq prints',
    '{\n  "name": "Rex",\n  "categoryId": 2,\n  "tags": [\n    {"id": 1}\n  ]\n}\n{\n  "name": "Luna",\n  "categoryId": 1\n}\n',
    ['Rex/2/', 'Luna/1/'],
  ],
  ['a category as an object', '[{"name":"Rex","category":{"id":2,"name":"Dog"},"status":"sold"}]', rex],

  // Titles and columns.
  ['titles with capitals, blanks, _ and -', 'NAME,Category_ID,sta-tus\nRex,2,sold\n', rex],
  ['categoryId beside category', 'category,name,categoryId\nPoodle,Rex,2\n', ['Rex/2/']],
  ['a column that is named twice', 'name,category,Category\nRex,2,1\n', ['line 1: the header has "category" twice']],
  [
    'a title that is not there',
    'name,category\nRex,2\n',
    ['line 1: no column is called "Outcome"; found: name, category'],
    { columns: { status: 'Outcome' } },
  ],
  [
    'no header',
    'Rex,2,sold\nLuna,1,\n',
    [/^line 1: no column is called name, and none category or categoryId; found: Rex, 2, sold\./],
  ],
  ['empty titles', 'name,,category,,\nRex,x,2,y,\n', ['Rex/2/']],
  ['rows that are short', 'name,category,status\nRex,2\n', ['Rex/2/']],

  [
    'one column',
    'name\nRex\n',
    [
      'line 1: only one column was found: name. Put , or ; or | or a tab between the cells of each line, and their titles into the first line',
    ],
  ],
  ['a line for Excel above', 'sep=;\r\nname;category;status\r\nRex;2;sold\r\n', rex],

  // Separators and quotes.
  ['tabs', 'name\tcategory\tstatus\nRex\t2\tsold\n', rex],
  ['semicolons, and commas in the names', 'name;category\n"Rex, Max, Tom";2\n', ['Rex, Max, Tom/2/']],
  ['an inch mark', 'name,category\nRex 5" tall,2\n', ['Rex 5" tall/2/']],
  ['quotes within quotes', 'name,category\n"Rex ""the dog""",2\n', ['Rex "the dog"/2/']],
  ['text after a quote', 'name,category\nMax,1\n"Rex" Lee,2\n', ['line 3: text follows a closing quote']],
  [
    'a quote that stays open',
    'name,category\nMax,1\n\n"Rex,2\nTom,1\n',
    ['line 4: a quote is opened and never closed'],
  ],
  [
    'line breaks in a cell',
    'name,category,note\r\nRex,2,"one\r\ntwo"\r\nLuna,x1,\r\n',
    [/^line 4, categoryId: .*"x1"/],
  ],
  ['CR CR LF', 'name,category\r\r\nRex,2\r\r\n', ['Rex/2/']],
  ['blanks that are meant', 'name,category\n" Rex ",2\n', [' Rex /2/']],

  // Encodings.
  ['a mark of UTF-8', '\uFEFFname,category\nZoë,2\n', ['Zoë/2/']],
  ['UTF-16 with its mark', utf16('name,category\nZoë,2\n'), ['Zoë/2/']],
  [
    'UTF-16 without',
    Buffer.from('name,category\nZoë,2\n', 'utf16le'),
    [/it looks like UTF-16; name that after the file: `--encoding utf-16le`/],
  ],
  ['UTF-16 of the other kind', Buffer.from('name,category\nZoë,2\n', 'utf16le').swap16(), [/`--encoding utf-16be`/]],
  ['UTF-16 that is named', Buffer.from('name,category\nZoë,2\n', 'utf16le'), ['Zoë/2/'], { encoding: 'utf-16le' }],
  ['Windows-1252', latin('name;category\nZo\xEB;2\n'), [/line 2 is not UTF-8 text\. .*`--encoding windows-1252`/]],
  [
    'Windows-1252 that is named',
    Buffer.from([...latin('name;category\nJ\xF6 '), 0x80, ...latin(';2')]),
    ['Jö €/2/'],
    { encoding: 'windows-1252' },
  ],
  [
    'an encoding that nobody knows',
    'name,category\n',
    [/there is no encoding "klingon"; examples are/],
    { encoding: 'klingon' },
  ],
  ['letters that were lost before', 'name,category\nZo\uFFFD,2\n', [/^line 2, name: it is not UTF-8 text/]],

  ['ends of lines of three kinds', 'name,category\r\nRex,2\nLuna,1\rMax,2\r\n', ['Rex/2/', 'Luna/1/', 'Max/2/']],

  // Values.
  ['numbers of spreadsheets', 'name,category\nRex,2.0\nLuna, 007 \n', ['Rex/2/', 'Luna/7/']],
  [
    'numbers that are none',
    'name,category\nRex,1E+15\nLuna,"1,000"\nMax,+3\nTom,#N/A\n',
    ['1E+15', '1,000', '+3', '#N/A'].map(
      (value, row) => `line ${row + 2}, categoryId: it must be a 64-bit whole number; "${value}" is not`,
    ),
  ],
  ['names as they are', 'name,category\n4-May,1\nTRUE,1\n00123,1\n', ['4-May/1/', 'TRUE/1/', '00123/1/']],
  [
    'words for a status, by how often they stand there',
    `name,category,status\n${'Rex,2,Hold\n'.repeat(3)}${'Rex,2,Adopted\n'.repeat(5)}Rex,2,adopted\nRex,2,Lost\n`,
    [
      'status is "Adopted" in 6 rows (lines 5 to 10): it must be available, pending, sold or empty.',
      'status is "Hold" in 3 rows (lines 2 to 4): it must be available, pending, sold or empty.',
      'line 11, status: it must be available, pending, sold or empty; "Lost" is not',
    ],
  ],
  [
    'a name of a category that nobody gave',
    'name,category\nA,Rabbit\nB,Rabbit\nC,Rabbit\n',
    [/^categoryId is "Rabbit" in 3 rows \(lines 2 to 4\): .*`petstore config category NUMBER Rabbit`\.$/],
  ],
  [
    'the last line of a report',
    'name,category\nRex,2\nTotal,2\n',
    ['line 3: "Total, 2" is a total and no animal; take the line out'],
  ],
  [
    'the last line of a report with ids',
    'id,name,category\n7,Rex,2\n,Total,1\nTotal,,1\n',
    [
      'line 3: "Total, 1" is a total and no animal; take the line out',
      'line 4: "Total, 1" is a total and no animal; take the line out',
    ],
  ],
  [
    'animals with ids whose name is that of a total',
    'name,id,categoryId\nTotal,7,2\nTotals,Q-1,2\n',
    ['Total/2/', 'Totals/2/'],
  ],
  ['an animal whose name begins like a total', 'name,category\nTotally Rex,2\n', ['Totally Rex/2/']],

  // What is no table.
  ['a workbook', Buffer.from('504b030414000600', 'hex'), [/it is a workbook and no text; open it in/]],
  ['nothing', '', ['line 1: the file is empty']],

  // JSON.
  ['JSON with a mark', '\uFEFF[{"name":"Rex","categoryId":2.0,"status":null}]', ['Rex/2/']],
];

for (const [what, content, told, said] of shapes) {
  test(what, async (t) => {
    const lines = await read(content, said);
    t.is(lines.length, told.length, lines.join('\n'));
    for (const [index, wanted] of told.entries()) {
      const line = lines[index] ?? '';
      if (typeof wanted === 'string') {
        t.is(line, wanted);
      } else {
        t.regex(line, wanted);
      }
    }
  });
}

test('a header that was explained once needs no word again, however its titles are written', async (t) => {
  const memories = [
    { header: ['Animal ID', 'Name', 'DateTime', 'Animal Type', 'Breed'], columns: { category: 'Animal Type' } },
  ];
  t.deepEqual(await read(shelter.replace('A2,,', 'A2,Luna,'), { memories }), ['Rex/2/', 'Luna/1/']);
  t.deepEqual(await read('animal_id;NAME;datetime;animal-type;breed\n1;Rex;;Dog;\n', { memories }), ['Rex/2/']);
  t.regex((await read('Name,Animal Type\nRex,Dog\n', { memories })).join(), /no column is called category/);
});
