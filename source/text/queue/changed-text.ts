/** What a verb of a person made of a queued animal. */
import type { Entry } from '../../domain/entry.ts';
import { petFieldNames } from '../../domain/pet.ts';
import { findDifferences } from '../../domain/pet/compare-pets.ts';
import { isHeldByForm, type QueueVerb, verbs } from '../../domain/verbs.ts';
import { asTyped } from '../hints.ts';
import { checkedText, staysText } from './wait-text.ts';

/** The next step in the words of the place: `; Z releases it` in the app, a command in the shell. Empty: none. */
export type WayTo = (verb: QueueVerb | 'show', does: string) => string;

/** As it follows the animal: `is held; Z releases it`. */
export function changedText(verb: QueueVerb, entry: Entry, wayTo: WayTo): string {
  const { back } = verbs[verb];
  const isWished = entry.state === 'checking' && entry.ifAbsent !== undefined;
  const undo = back && isWished ? wayTo(back.verb, 'takes that back') : '';
  return checkedText(entry)?.replace(/\.$/u, undo) ?? `is ${(texts[verb] ?? (() => verbs[verb].past))(entry, wayTo)}`;
}

const texts: Partial<Record<QueueVerb, (entry: Entry, wayTo: WayTo) => string>> = {
  edit: (entry, wayTo) =>
    entry.state === 'held' ? `corrected and still ${heldText(entry)}${toRelease(wayTo)}` : 'corrected and queued',
  hold: (_, wayTo) => `held${toRelease(wayTo)}`,
  release: ({ state }, wayTo) =>
    state === 'rejected'
      ? `rejected, as it was before it was held${wayTo('edit', 'corrects it')}`
      : 'released and queued',
  discard: (entry, wayTo) =>
    `discarded${wayTo('restore', 'brings it back')}${staysText(entry) && `.${staysText(entry).slice(0, -1)}`}`,
  restore: (entry, wayTo) =>
    `restored: ${entry.state === 'held' ? `${heldText(entry)}${toRelease(wayTo)}` : entry.state}`,
  adopt: adoptedText,
  reopen: ({ state }, wayTo) =>
    state === 'review' ? `in review again${wayTo('show', 'has the answers')}` : `${state} again`,
};

/** That it is held, and by what: a form that was killed holds it too. */
export const heldText = (entry: Entry): string => (isHeldByForm(entry) ? 'held by a form of it in the app' : 'held');

const toRelease = (wayTo: WayTo): string => wayTo('release', 'releases it');

/** Describes a pet that differs from the entered animal: a mistyped id would settle an animal that does not exist. */
function adoptedText(entry: Entry, wayTo: WayTo): string {
  const pet = entry.history.findLast((record) => record.kind === 'adopted')?.pet;
  const differences = pet ? findDifferences(entry, pet).filter((word) => !word.startsWith('default ')) : [];
  if (!pet || differences.length === 0) {
    return `#${pet?.id ?? entry.petId ?? ''}`;
  }

  const fields = asTyped(petFieldNames.flatMap((field) => pet[field] ?? []).join(', '));
  const kind = differences.join(' and ');
  return `#${pet.id}, which the store has with another ${kind} (${fields})${wayTo('reopen', 'takes that back')}`;
}

/** The fields that the store changed, and those it chose as none was entered, as a sentence; empty: neither. */
export function storeChangedText(differences: readonly string[] = []): string {
  const prefix = 'default ';
  const changed = differences.filter((word) => !word.startsWith(prefix));
  const chosen = differences.flatMap((word) => (word.startsWith(prefix) ? [word.slice(prefix.length)] : []));
  const told = [
    ...(changed.length > 0 ? [`changed its ${changed.join(' and ')}`] : []),
    ...(chosen.length > 0 ? [`chose its ${chosen.join(' and ')}`] : []),
  ];
  return told.length === 0 ? '' : `The store ${told.join(', and ')}.`;
}
