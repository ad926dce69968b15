import { createHash } from 'node:crypto';
import test from 'ava';
import { sha256 } from '../../../source/platform/process/sha256.js';

test('a digest is that of Node, at every length around a block', (t) => {
  for (let length = 0; length < 200; length += 1) {
    const text = 'ü'.repeat(length % 7) + 'x'.repeat(length);
    t.is(sha256(text), createHash('sha256').update(text).digest('hex'), String(length));
  }
});
