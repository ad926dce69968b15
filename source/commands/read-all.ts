/** All of a stream as text; fails on what is not UTF-8. */
export async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
  }

  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
