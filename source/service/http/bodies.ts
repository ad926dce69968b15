import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, unavailable } from './answers.ts';
import type { Limits } from './limits.ts';

/**
 * By hand, since Fastify bounds each body but not all together: as bytes, because its parsers make JSON fit
 * ECMAScript's numbers. Of too many bodies the slowest is refused, and of too many unread answers the slowest reader
 * is cut off.
 */
export function addBodies(
  app: FastifyInstance,
  limits: Pick<Limits, 'bodyBytes' | 'bodiesBytes' | 'answerBytes'>,
): void {
  const { bodyBytes, bodiesBytes } = limits;
  const budget = createBudget(bodiesBytes);
  app.addHook('preParsing', (request, reply, payload, next) => {
    if (hasBody(request)) {
      reply.raw.once('close', () => budget.free(request));
    }

    next(null, payload);
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, parsed) => {
    if (lengthOf(request) > bodyBytes) {
      parsed(tooLarge(bodyBytes));
      return;
    }

    // Copied into one buffer: ten thousand chunks of a byte would take a hundred times their size.
    let bytes = Buffer.alloc(0);
    let length = 0;
    const end = (error: ApiError | null): void => {
      payload.off('data', take).off('end', whole).off('error', broken);
      if (error) {
        budget.free(request);
      } else {
        budget.hold(request, bytes.length);
      }

      parsed(error, bytes.subarray(0, length));
    };
    const whole = (): void => end(null);
    const broken = (): void => end(new ApiError(400, 'invalid_request', 'The body did not arrive whole.'));
    const refuse = (): void => end(unavailable('Too much is being sent at once. Try again later.'));
    const take = (chunk: Buffer): void => {
      const needed = length + chunk.length;
      if (needed > bodyBytes) {
        end(tooLarge(bodyBytes));
        return;
      }

      const isGrown = needed > bytes.length;
      if (isGrown) {
        bytes = Buffer.concat([bytes], Math.max(needed, Math.min(2 * bytes.length, bodyBytes)));
      }

      chunk.copy(bytes, length);
      length = needed;
      if (isGrown) {
        budget.hold(request, bytes.length, refuse);
      }
    };
    payload.on('data', take).on('end', whole).on('error', broken);
  });

  const unread = createBudget(limits.answerBytes);
  app.addHook('onSend', (request, { raw }, payload, next) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes > counted && raw.socket) {
      unread.hold(raw, bytes, () => {
        request.log.warn({ id: request.id }, 'slow reader cut off');
        raw.destroy();
      });
      raw.once('close', () => unread.free(raw));
    }

    next(null, payload);
  });
}

const lengthOf = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function tooLarge(most: number): ApiError {
  return new ApiError(413, 'content_too_large', `The body is larger than ${most / 1024} KiB.`);
}

/** If all comes to more than `most` bytes, those that hold theirs for longest are ended: who is slow makes room. */
function createBudget(most: number) {
  /** Oldest first, as a Map keeps the order of insertion. */
  const held = new Map<object, { readonly bytes: number; readonly end: (() => void) | undefined }>();
  let sum = 0;
  const free = (holder: object): void => {
    sum -= held.get(holder)?.bytes ?? 0;
    held.delete(holder);
  };

  return {
    free,
    hold(holder: object, bytes: number, end?: () => void): void {
      sum += bytes - (held.get(holder)?.bytes ?? 0);
      held.set(holder, { bytes, end });
      for (const [slow, { end: endSlow }] of held) {
        if (sum <= most) {
          break;
        }

        if (endSlow) {
          free(slow);
          endSlow();
        }
      }
    },
  };
}

/** Smaller answers are not counted: it would take thousands of connections for them to matter. */
const counted = 65_536;
