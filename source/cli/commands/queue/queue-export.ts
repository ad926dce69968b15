import { isWaiting } from '../../../domain/entry.js';
import { toWireNewPet } from '../../../platform/json/wire-json.js';
import type { Run } from '../../parse/command.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import { exitCode } from '../../run/exit-code.js';
import { troubleOf, warnOfUnreadable } from '../../run/warn-of-unreadable.js';
import { isKeptByCsv, toCsvLine } from '../../print/write-cells.js';

/** `petstore queue export`: changes nothing; what is exported still waits. */
export const run: Run = async (input, context) => {
  const { engine } = await context.openSession();
  const snapshot = engine.snapshot();
  const trouble = troubleOf(snapshot);
  const waiting = snapshot.entries.filter(({ state }) => isWaiting(state));
  const titles = ['name', 'categoryId', 'status'];
  const rows = waiting.map(({ name, categoryId, status }) => [name, categoryId, status ?? '']);
  // What is exported is made to be imported, so lines for people would be of no use here.
  const lines = [titles, ...rows].map(toCsvLine).join('\n');
  if (input.text('format') === undefined && !input.has('json')) {
    await context.output.printText(lines);
  } else {
    const answer = toEntryAnswer(waiting, context.clock, snapshot.entries);
    await context.output.print({ ...answer, json: { ...answer.json, ...trouble.json }, items: waiting.map((entry) => toWireNewPet(entry) as object), screen: { titles, rows, flexible: 0 }, rows: { titles, rows } });
  }

  warnOfUnreadable(snapshot, context.output);
  const isAll = snapshot.unreadable.length === 0 && trouble.exit === exitCode.done;
  const isOne = waiting.length === 1;
  context.output.say(waiting.length === 0 ? (isAll ? 'No animal waits.' : 'Nothing that can be read waits.') : `${waiting.length} ${isOne ? 'animal' : 'animals'} exported; ${isOne ? 'it still waits' : 'they still wait'} here too.`);
  const changed = context.output.format === 'json' || context.output.format === 'ndjson' ? [] : waiting.filter(({ name }) => !isKeptByCsv(name));
  if (changed.length > 0) {
    context.output.warn(`Control characters in the name of ${changed.map(({ localId }) => localId).join(', ')} are exported as pictures of them. --format ndjson keeps them.`);
  }

  return trouble.exit;
};
