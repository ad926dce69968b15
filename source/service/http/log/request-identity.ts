import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What tells one request from all others, for whoever follows it through several programs. */
const idForm = /^[\w.:+/=@-]{1,128}$/;
/** W3C Trace Context, level 1: version, trace, parent and flags, both of the ids with a digit other than 0. */
const traceForm = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The id that the client gave its request, if that can be put into a header and a log as it is. */
export function readRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && idForm.test(id) ? id : undefined;
}

/** The trace that a request belongs to. */
export function readTraceparent({ traceparent }: IncomingHttpHeaders): string | undefined {
  return typeof traceparent === 'string' && traceForm.test(traceparent) ? traceparent : undefined;
}

/** Whose word on where requests come from is taken: no proxy's, that of a proxy on this machine, that of any peer. */
export type Forwarding = 'nobody' | 'this machine' | 'anybody';

/** Whether an address is one of this machine alone. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

/**
 * The address that a request came from. Behind a proxy it is the last one of `X-Forwarded-For`: the proxy wrote that,
 * and the client may have written all before it.
 */
export function readClientAddress({ socket, headers }: IncomingMessage, trusted: Forwarding): string {
  const direct = socket.remoteAddress ?? '';
  const isTrusted = trusted === 'anybody' || (trusted === 'this machine' && isLoopbackAddress(direct));
  const forwarded = isTrusted ? headers['x-forwarded-for'] : undefined;
  const last =
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1') ?? '';
  const address = isIP(last) === 0 ? direct : last;
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
