import test from 'ava';
import { suggest } from '../../source/text/hints.ts';

test('the nearest word is suggested, and none where all are far', (t) => {
  const words = ['list', 'get', 'add', 'import', 'queue', 'status'];
  t.is(suggest('lsit', words), 'list');
  t.is(suggest('statsu', words), 'status');
  t.is(suggest('imp', words), 'import');
  t.is(suggest('qeueu', words), 'queue');
  t.is(suggest('remove', words), undefined);
  t.is(suggest('x', words), undefined);
});
