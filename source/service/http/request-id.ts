import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** None that holds an API key: it would stand in the log. */
const idForm = /^(?!.*pst_)[\w.:+/=@-]{1,128}$/;
/** W3C Trace Context, level 1: version, trace, parent and flags, both of the ids with a digit other than 0. */
const traceForm = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The id that the client gave its request, if it can stand in a header and a log as it is; else one of our own. */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const processTag = randomBytes(4).toString('hex');
  let requests = 0;
  return ({ headers: { 'x-request-id': id } }) =>
    typeof id === 'string' && idForm.test(id) ? id : `${processTag}-${(requests += 1)}`;
}

/** The trace that a request belongs to. */
export function readTrace({ traceparent }: IncomingHttpHeaders): string | undefined {
  return traceForm.test(String(traceparent)) ? String(traceparent) : undefined;
}
