/** Written out: working out these roots (FIPS 180-4) took every command two milliseconds. */
const initial = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const constants = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
];

/**
 * The SHA-256 digest of a text's UTF-8 bytes, in hexadecimal (FIPS 180-4).
 * For the names of folders, which every command needs at once: Node's own takes a tenth of a millisecond less to
 * compute, and four to load.
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
  const [far = 0, second = 0, seventh = 0, near = 0] = [
    words[index - 15],
    words[index - 2],
    words[index - 7],
    words[index - 16],
  ];
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
