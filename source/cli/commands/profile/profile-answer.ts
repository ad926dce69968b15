import type { Profile } from '../../../app/workspace.js';
import type { Answer } from '../../print/answer.js';

/** One profile that was changed. */
export function toProfileAnswer({ name, baseUrl, allowHttp, idempotency }: Profile): Answer {
  return { json: { profile: { name, baseUrl, allowHttp, idempotency } }, screen: { lines: [] }, rows: { titles: ['name', 'baseUrl'], rows: [[name, baseUrl]] } };
}
