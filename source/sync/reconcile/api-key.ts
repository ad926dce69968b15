/**
 * Another API key may show another store under the same address. What was entered under one goes out under that one, and
 * under those of which a person said that they are of the same store; if nothing else is left to send, they are asked.
 */
import { type Entry, isWaiting } from '../../domain/entry.ts';
import type { EngineState, Part } from '../state.ts';
import { tellIfCopied } from './copied.ts';
import { ofPresentKey } from './ownership.ts';
import { noticeConfirmed } from './same-store.ts';

/** Whether the store may be read and sent to under the present key. Resolves to false if a person is asked about it. */
export async function ensureKey(engine: EngineState): Promise<boolean> {
  await noticeConfirmed(engine);
  if (!engine.questions.isOriginKnown && engine.local.queue.entries().some(({ state }) => isWaiting(state))) {
    // Before anything is read into the saved list: that of a copy tells what was there before.
    await tellIfCopied(engine);
  }

  return !askIfForeign(engine);
}

/** Asks about animals entered under another key, if no others are left. A settled question is taken back. */
export function askIfForeign(engine: Part<'credential' | 'local' | 'questions'>): boolean {
  const waiting = engine.local.queue.entries().filter(isToBeSent);
  const isOwn = ofPresentKey(engine);
  if (waiting.length > 0 && !waiting.some(isOwn)) {
    ask(engine, waiting);
    return true;
  }

  engine.questions.settle('key');
  return false;
}

/** Whether its sender has work with it: to send it, or to find out what became of it. */
export function isToBeSent({ state }: Entry): boolean {
  return state === 'queued' || state === 'checking' || state === 'sending';
}

function ask({ questions }: Part<'questions'>, entries: readonly Entry[]): void {
  const [was, theyAre, they] =
    entries.length === 1 ? ['was', 'It is', 'it belongs'] : ['were', 'They are', 'they belong'];
  questions.ask('key', {
    code: 'key_changed',
    message:
      `${nameSome(entries.map(({ localId }) => localId))} ${was} entered under another key, which may be of another ` +
      `store. ${theyAre} kept, and not sent until you confirm that ${they} to the store of the present key, or use the ` +
      'former key again. What you add under the present key is sent.',
  });
}

/** How many animals are named; the others are counted. */
const mostNamed = 5;

/** The first of some names, and how many more there are. */
function nameSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
