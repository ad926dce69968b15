/** `?`: the keys of a screen, from the table that drives them, as a report. */
import { petStatuses } from '../../domain/pet.ts';
import { areAscii, cursorSign, spellKeys } from '../../text/glyphs.ts';
import type { Labelled } from '../../text/pane-lines.ts';
import { goBack } from '../actions/navigate.ts';
import { type App, bindingsIn, doesNow, glyphsIn, keyRows, screenOf } from '../app-context.ts';
import { modeOf } from '../state/ui-model.ts';
import type { Mode } from '../state/ui-state.ts';

/** The keys of this screen, and those that are off just now with the reason; from there the same key goes back. */
export function openHelp(app: App): void {
  if (screenOf(app, 'report')?.keysOf !== undefined) {
    goBack(app);
    return;
  }

  const keysOf = modeOf(app.model.get());
  const title = `Keys: ${modeTitles[keysOf] ?? keysOf}`;
  const lines = [...keyLines(app, keysOf), ...signLines(app)];
  app.model.open({ name: 'report', title, lines, keysOf, scroll: 0 });
}

const modeTitles: Readonly<Partial<Record<Mode, string>>> = {
  list: 'the list',
  view: 'details',
  review: 'a review',
  activity: 'activity',
  'first-run': 'welcome',
  form: 'the form',
  choices: 'the form',
  connect: 'a store',
  import: 'an import',
};

type Lines = readonly (string | Labelled)[];

function keyLines(app: App, of: Mode): Lines {
  const told = bindingsIn(app, of).map((row) => ({ ...row, does: doesNow({ does: row.does, off: row.off?.(app) }) }));
  const glyphs = glyphsIn(app.model.get());
  return keyRows(told).map(({ keys, does }) => ({ label: spellKeys(keys, glyphs), text: does }));
}

const heading = (title: string): Lines => ['', { label: title, text: '', tone: 'strong' }];

/** What the signs of the screens mean. Who listens hears words. */
function signLines(app: App): Lines {
  const state = app.model.get();
  const glyphs = glyphsIn(state);
  return state.spoken
    ? []
    : [
        ...heading('Signs'),
        { label: '!', tone: 'needs-you', text: 'it needs you: rejected by the store, or in review' },
        { label: '~', tone: 'waits', text: 'it is queued, or being checked' },
        { label: '=', tone: 'quiet', text: 'you hold it back' },
        ...petStatuses.map((status) => ({ label: glyphs[status], tone: status, text: status })),
        { label: areAscii(glyphs) ? '>' : cursorSign, text: 'the cursor: keys are about this row' },
        { label: '*', tone: 'strong', text: 'marked: keys are about all that is' },
        {
          label: glyphs.ascending + glyphs.descending,
          tone: 'strong',
          text: 'the column by which the list is sorted',
        },
      ];
}
