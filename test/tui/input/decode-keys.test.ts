import test from 'ava';
import { decodeKeys } from '../../../source/tui/input/decode-keys.js';

const names = (input: string): string[] => decodeKeys(input).keys.map((key) => key.name);

test('text comes by what people see as characters', (t) => {
  t.deepEqual(names('é👨‍👩‍👧ポ'), ['é', '👨‍👩‍👧', 'ポ']);
});

test('a report of the mouse behind an Escape that was a key by then is no key', (t) => {
  t.deepEqual(names('[<0;3;4Mj'), ['unknown', 'j']);
  t.deepEqual(names('[<3'), ['[', '<', '3']);
});

test('an answer that breaks off where another sequence begins is none, and what follows counts', (t) => {
  t.deepEqual(names('\u001B]11;rgb:0/q\u001B[Bj'), ['unknown', 'down', 'j']);
  t.deepEqual(names('\u001B]\u001BPx'), ['alt-]', 'alt-P', 'x'], 'Alt and these letters are keys that can be bound');
});

test('so is a sequence that breaks off at a control, another sequence or text that none has in it', (t) => {
  t.deepEqual(names('\u001B[200\u0000j\u001B[1;5\u001B[B\u001B[2é'), [
    'unknown',
    'unknown',
    'j',
    'unknown',
    'down',
    'unknown',
    'é',
  ]);
  t.deepEqual(names('\u001B[\rj'), ['alt-[', 'enter', 'j'], 'without numbers it is a key that can be bound');
});

test('a paste is one thing, whatever is in it', (t) => {
  const [paste] = decodeKeys('\u001B[200~rm -rf\r\u001B[A\u001B[201~').keys;
  t.deepEqual({ type: paste?.type, name: paste?.name }, { type: 'paste', name: 'rm -rf\r\u001B[A' });
});

test('an unfinished sequence waits for its end', (t) => {
  for (const part of [
    '\u001B',
    '\u001B[',
    '\u001B[1;5',
    '\u001BO',
    '\u001B[200~half',
    '\u001B]11;rgb:0/0',
    '\u001B]11;rgb:0/0/0\u001B',
    '\u001BP>|xterm',
    '\u001B_Gi=31;O',
  ]) {
    t.deepEqual(decodeKeys(`j${part}`), { keys: [{ type: 'text', name: 'j', raw: 'j' }], rest: part });
  }
});
