/**
 * The doubt whether the service is still the one that was known (`Doubt` in `local/list-cache.ts`).
 *
 * It keeps its evidence. While it lasts nothing is sent. A second reading, a settle time later, either clears it or makes it
 * sure: state `changed`, until the evidence is back or a person confirms.
 */
import type { Pet } from '../../domain/pet.js';
import type { Problem } from '../../domain/problem.js';
import { elapsedAtLeast, isoNow } from '../../platform/time/clock.js';
import type { Context } from '../context.js';
import { settleMs } from '../recover/lag.js';
import { pause } from './reachability.js';
import { findPet } from '../lists/saved-lists.js';
import { isOther, type Known } from '../recover/witnesses.js';

/** Doubts that went away by themselves count for this long, in milliseconds. */
const healedForMs = 24 * 60 * 60 * 1000;
/** At most this many settle times lie between the two readings. */
const mostSettleTimes = 32;

/** Milliseconds until the second reading may be made; undefined: there is no doubt, or it is sure already. */
export function doubtedFor(context: Context): number | undefined {
  const { doubt } = context.saved;
  return doubt === undefined || doubt.isSure ? undefined : Math.max(0, intervalMs(context) - elapsedAtLeast(doubt.uptime, context.clock.uptime()));
}

/** What a doubt means, for a person; undefined where there is none. */
export function describeDoubt(context: Context): Problem | undefined {
  const { doubt } = context.saved;
  if (!doubt) {
    return undefined;
  }

  const names = doubt.pets.map(({ id, name }) => `#${id}${name === '' ? '' : ` (${name})`}`).join(', ');
  return doubt.isSure
    ? {
        code: 'store_changed',
        message: `The store looks as if it was reset, or put back to an earlier state: it no longer knows ${names}. Nothing is sent until they are back or you confirm, and what waits is kept.`,
      }
    : {
        code: 'store_doubted',
        message: `The store did not show ${names}, which it had. It is asked once more in ${Math.ceil((doubtedFor(context) ?? 0) / 1000)} s before anything is sent; what waits is kept.`,
      };
}

/** Takes evidence in: the beginning of a doubt, or, a settle time after that, what makes it sure. */
export function raiseDoubt(context: Context, pets: readonly Pet[]): void {
  const { doubt } = context.saved;
  const wait = doubtedFor(context);
  if (doubt === undefined) {
    context.saved = { ...context.saved, doubt: { at: isoNow(context.clock), uptime: context.clock.uptime(), isSure: false, pets } };
  } else if (wait === 0) {
    context.saved = { ...context.saved, doubt: { ...doubt, isSure: true } };
  }

  showDoubt(context);
}

/** Second readings that come to nothing, after which a person is asked all the same. */
const mostPostponed = 5;

/** The second reading came to nothing, as the list was cut short or behind: the next one is as far away as that was. */
export function postponeDoubt(context: Context): void {
  const { doubt } = context.saved;
  if (doubt) {
    const postponed = (doubt.postponed ?? 0) + 1;
    context.saved = { ...context.saved, doubt: { ...doubt, uptime: context.clock.uptime(), postponed, isSure: postponed >= mostPostponed } };
    showDoubt(context);
  }
}

/** The evidence is back, under the same names and categories: what was doubted is over by itself. */
export function clearDoubt(context: Context, known: Known, listed: readonly Pet[]): void {
  if (context.saved.doubt?.pets.every((pet) => isBack(context, known, pet, listed))) {
    dropDoubt(context);
  }
}

/** The doubt is over; the next one within a day is given more time. */
export function dropDoubt(context: Context): void {
  const { doubt, ...rest } = context.saved;
  if (!doubt) {
    return;
  }

  if (context.paused?.problem?.code === 'store_changed' || context.paused?.problem?.code === 'store_doubted') {
    context.paused = undefined;
  }

  const now = context.clock.now();
  const before = rest.healed && now - Date.parse(rest.healed.at) < healedForMs ? rest.healed.times : 0;
  context.saved = { ...rest, healed: { times: before + 1, at: isoNow(context.clock) } };
}

function isBack({ hidden, gone }: Context, { copy, confirmed }: Known, pet: Pet, listed: readonly Pet[]): boolean {
  const now = listed.find(({ id }) => id === pet.id);
  const isKnown = confirmed.has(pet.id) || findPet(copy, pet.id) !== undefined;
  return now ? !isOther(pet, now) : !isKnown || hidden.has(pet.id) || gone.has(pet.id);
}

/** Puts a doubt on show; a sure one pauses the sending. */
export function showDoubt(context: Context): void {
  const problem = describeDoubt(context);
  if (problem) {
    pause(context, context.saved.doubt?.isSure ? 'changed' : 'error', problem);
  }
}

/** The second reading comes after a settle time, and after more where such doubts went away by themselves lately. */
function intervalMs(context: Context): number {
  const { healed } = context.saved;
  const times = healed && context.clock.now() - Date.parse(healed.at) < healedForMs ? healed.times : 0;
  return settleMs(context) * Math.min(mostSettleTimes, 2 ** times);
}

