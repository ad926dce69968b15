/** More than `limit` bytes came: perhaps they never end. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** All of a stream as text; fails with a `TooLarge`, and with a TypeError on bytes that are not UTF-8. */
export async function readAll(stream: NodeJS.ReadableStream, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) {
      throw new TooLarge();
    }

    chunks.push(bytes);
  }

  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
