/** The store's time by its `Date` header, in milliseconds since 1970; undefined where it tells none. Asked without the key. */
export async function readServiceClock(baseUrl: string): Promise<number | undefined> {
  // Loaded here, as it takes 20 ms that no other command needs.
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
