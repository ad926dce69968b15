/**
 * The store's time by its `Date` header, in milliseconds since 1970; undefined where it tells none. Asked without the
 * key.
 */
export async function readServiceClock(baseUrl: string): Promise<number | undefined> {
  // It is loaded here because that takes 20 ms, and no other command needs it.
  const { request } = baseUrl.startsWith('https:') ? await import('node:https') : await import('node:http');
  return await new Promise((resolve) => {
    const asked = request(baseUrl, { method: 'HEAD', timeout: 5000 }, (answer) => {
      answer.resume();
      const at = Date.parse(answer.headers.date ?? '');
      resolve(Number.isNaN(at) ? undefined : at);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
}
