import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from './api-error.js';

/**
 * Sends JSON text. Without a serializer Fastify would add `; charset=utf-8`, a parameter `application/json` does not
 * have (RFC 8259, section 11) and over which clients that compare the header literally stumble.
 */
export function sendJson(reply: FastifyReply, status: number, json: string | Buffer): FastifyReply {
  return reply.code(status).header('content-type', 'application/json').serializer(asIs).send(json);
}

/** JSON, as text or in UTF-8, with its `ETag`, and a `Link` or ''. */
export type Tagged = { readonly json: string | Buffer; readonly tag: string; readonly link: string };

/** A text of so many characters takes longer to encode than everything else that an answer costs. */
const long = 65_536;

/**
 * Tags an answer by its content. `Link` is part of the tagged content: a full last page stays the same when an animal
 * is added, but from then on there is a next one.
 */
export function toTagged(json: string, link = ''): Tagged {
  // Encoded once if it is long, and not anew for each who asks while everybody else waits.
  return {
    json: json.length < long ? json : Buffer.from(json),
    link,
    tag: `"${hash('sha1', link + json, 'base64url')}"`,
  };
}

/** Sends an answer with its tag, or 304 if the client has it already (RFC 9110, section 13.1.2). */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, { json, tag, link }: Tagged): FastifyReply {
  reply.header('etag', tag);
  if (link !== '') {
    reply.header('link', link);
  }

  return isMatch(request.headers['if-none-match'], tag) ? reply.code(304).send() : sendJson(reply, 200, json);
}

/** Answers with the specification's Error. */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return sendJson(reply.headers(error.headers), error.status, JSON.stringify(error.body));
}

/** Weak comparison, as `If-None-Match` asks for: a proxy that compresses turns `"x"` into `W/"x"`. */
function isMatch(header: string | undefined, tag: string): boolean {
  return (
    header !== undefined &&
    (header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag))
  );
}

function asIs(json: unknown): string {
  return json as string;
}
