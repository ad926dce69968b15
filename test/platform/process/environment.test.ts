import test from 'ava';
import { readEnvironment } from '../../../source/platform/process/environment.ts';

test('a proxy is read under both spellings, the capital one first', (t) => {
  t.is(readEnvironment({ https_proxy: 'a' }).httpsProxy, 'a');
  t.is(readEnvironment({ https_proxy: 'a', HTTPS_PROXY: 'b' }).httpsProxy, 'b');
  t.is(readEnvironment({ no_proxy: 'a' }).noProxy, 'a');
});

test('a terminal is dumb where TERM says so', (t) => {
  t.true(readEnvironment({ TERM: 'dumb' }).dumbTerminal);
  t.false(readEnvironment({ TERM: 'xterm' }).dumbTerminal);
});
