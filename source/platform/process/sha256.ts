/** The first `count` primes. */
function primes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) {
      found.push(candidate);
    }
  }

  return found;
}

/** The first 32 bits of a number's fraction: where the constants of FIPS 180-4 come from. */
const fraction = (value: number): number => (value * 2 ** 32) | 0;

const initial = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/**
 * The SHA-256 digest of a text's UTF-8 bytes, in hexadecimal (FIPS 180-4).
 *
 * For the names of folders, which every command needs at once: Node's own takes a tenth of a millisecond less to compute, and
 * four to load.
 */
export function sha256(text: string): string {
  const state = initial.slice();
  const message = Buffer.from(text);
  // A one bit, zeros, and the length in bits fill the last block.
  const padded = Buffer.alloc((Math.floor((message.length + 8) / 64) + 1) * 64);
  message.copy(padded);
  padded[message.length] = 0x80;
  padded.writeBigUInt64BE(BigInt(message.length) * 8n, padded.length - 8);

  const words = new Int32Array(64);
  for (let start = 0; start < padded.length; start += 64) {
    for (let index = 0; index < 64; index += 1) {
      words[index] = index < 16 ? padded.readInt32BE(start + index * 4) : extended(words, index);
    }

    compress(state, words);
  }

  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function extended(words: Int32Array, index: number): number {
  const [far = 0, second = 0, seventh = 0, near = 0] = [words[index - 15], words[index - 2], words[index - 7], words[index - 16]];
  const small = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
  const large = rotated(second, 17) ^ rotated(second, 19) ^ (second >>> 10);
  return (near + small + seventh + large) | 0;
}

function compress(state: number[], words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (const [index, constant] of constants.entries()) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + constant + (words[index] ?? 0)) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }

  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = ((state[index] ?? 0) + word) | 0;
  }
}
