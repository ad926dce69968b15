import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from './api-error.js';

/**
 * Sends JSON as bytes. As a string or an object Fastify would add `; charset=utf-8`, a parameter `application/json` does not have
 * (RFC 8259, section 11) and over which clients that compare the header literally stumble.
 */
export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .send(Buffer.from(JSON.stringify(value)));
}

/**
 * Sends JSON with an `ETag`, or 304 where the client has it already (RFC 9110, section 13.1.2). `Link` is part of what is tagged:
 * a full last page stays the same when an animal is added, but from then on there is a next one.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, value: unknown, link = ''): FastifyReply {
  const text = JSON.stringify(value);
  const tag = `"${hash('sha1', link + text, 'base64url')}"`;
  reply.header('etag', tag);
  if (link !== '') {
    reply.header('link', link);
  }

  return isMatch(request.headers['if-none-match'], tag)
    ? reply.code(304).send()
    : reply.code(200).header('content-type', 'application/json').send(Buffer.from(text));
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return sendJson(reply.headers(error.headers), error.status, error.body);
}

/** Weak comparison, as `If-None-Match` asks for: a proxy that compresses turns `"x"` into `W/"x"`. */
function isMatch(header: string | undefined, tag: string): boolean {
  return header !== undefined && (header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag));
}
