import http from 'node:http';
import https from 'node:https';
import type { Request } from './case.ts';

export type Target = { readonly baseUrl: string; readonly apiKey: string };

export type Answer = {
  readonly status: number;
  /** By lower-case name; repeated ones joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** Sends exactly what a case says. `fetch` would not: it refuses some methods and headers and tidies addresses. */
export function exchange({ baseUrl, apiKey }: Target, request: Request): Promise<Answer> {
  const base = new URL(baseUrl);
  const { method, path, headers, body } = spellOut(request, base.pathname, apiKey);
  return new Promise((resolve, reject) => {
    const sent = (base.protocol === 'https:' ? https : http).request(
      {
        hostname: base.hostname,
        port: base.port,
        method,
        path,
        headers,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: flatten(response.headers),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within 60 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What goes over the wire. */
export function spellOut(request: Request, base: string, apiKey: string) {
  const { method = 'GET', path = '/pets', outside = false, authorization = `Bearer ${apiKey}`, headers = {} } = request;
  const body = toBytes(request.body);
  const defaults = {
    ...(authorization === null ? {} : { authorization }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) }),
  };
  return { method, path: `${outside ? '' : base}${path}`, headers: merge(defaults, headers), body };
}

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) {
    return body;
  }

  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A case's header replaces the default one; an empty value leaves the header out. */
function merge(
  defaults: NonNullable<Request['headers']>,
  headers: NonNullable<Request['headers']>,
): http.OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries({ ...defaults, ...headers }).filter(([, value]) => value !== ''),
  ) as http.OutgoingHttpHeaders;
}

/** By lower-case name; repeated ones joined. */
export function flatten(headers: http.IncomingHttpHeaders | http.OutgoingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : String(value ?? ''),
    ]),
  );
}
