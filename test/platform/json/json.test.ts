import test from 'ava';
import { int64Field } from '../../../source/domain/pet.ts';
import { parseJson, rawInteger } from '../../../source/platform/json/json.ts';

/** The Int64 a literal is read as; undefined where it is none. */
const read = (literal: string): string | undefined =>
  int64Field.fromJson((parseJson(`{"id":${literal}}`) as { id: unknown }).id);

test('an integer is read exactly, however it is written', (t) => {
  for (const [literal, value] of [
    ['0', '0'],
    ['-0', '0'],
    ['-7', '-7'],
    ['1.0', '1'],
    ['1e2', '100'],
    ['1.5e1', '15'],
    ['1000e-3', '1'],
    ['0e999', '0'],
    ['0.0000000000000000000', '0'],
    ['1.00000000000000000000000000', '1'],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740993.0', '9007199254740993'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9223372036854775807', '9223372036854775807'],
    ['9.223372036854775807e18', '9223372036854775807'],
  ] as const) {
    t.is(read(literal), value, literal);
  }
});

test('what is no integer never becomes one by rounding', (t) => {
  for (const literal of [
    '1.5',
    '0.1',
    '1.0000000000000001',
    '-1.0000000000000001',
    '0.99999999999999999',
    '999999999999999.99',
    '99999999999999.9999',
    '4503599627370497.3',
    '9007199254740993.5',
    '1e-1',
    '1e-400',
    '-1e-999',
    '1.00000000000000001e2',
    '9223372036854775808',
    '-9223372036854775809',
    '1e19',
    '1e400',
    '1e99999999',
    '"7"',
    'null',
    'true',
    '[7]',
  ]) {
    t.is(read(literal), undefined, literal);
  }
});

test('other numbers are read as ever', (t) => {
  t.deepEqual(parseJson('[1.5,"1.0000000000000001",3.141592653589793238,2.5e3,123456789012345]'), [
    1.5,
    '1.0000000000000001',
    Math.PI,
    2500,
    123456789012345,
  ]);
});

test('what is written is digit for digit what was read', (t) => {
  for (const id of ['0', '-7', '123456789012345', '1234567890123456', '9223372036854775807', '-9223372036854775808']) {
    t.is(JSON.stringify({ id: rawInteger(id) }), `{"id":${id}}`);
  }
});

test('nesting too deep to walk is an error of syntax', (t) => {
  t.throws(() => parseJson(`${'['.repeat(200_000)}12345678901234567890${']'.repeat(200_000)}`), {
    instanceOf: SyntaxError,
  });
});
