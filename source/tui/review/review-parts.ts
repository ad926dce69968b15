import { snapshotOf, type App, glyphsIn, keyOf } from '../app-context.js';
import { findEntry } from '../actions/cursor.js';
import { candidateCard, seenAt } from '../actions/animal-card.js';
import { type BodyText, layOutBody, reviewSize, scrolledText } from '../layout.js';
import { currentScreen } from '../state/ui-state.js';
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { type PaneLine, titleLines } from '../../text/pane-lines.js';
import { pastLines } from '../../text/animal/animal-pane.js';
import {
  choiceLines,
  reviewChoices,
  type ReviewChoice,
  reviewLines,
  reviewQuestion,
} from '../../text/queue/review-text.js';

/**
 * A decision from above: the question with what is known, its answers, and what happened to the animal. `choice`: the
 * answer under the cursor.
 */
export type ReviewParts = {
  readonly text: BodyText;
  readonly choices: readonly ReviewChoice[];
  readonly answers: readonly (readonly PaneLine[])[];
  readonly choice: number;
  readonly past: readonly PaneLine[];
};

/** The animals that need a decision, in the order of the queue. */
export function undecidedEntries(app: App): readonly Entry[] {
  return snapshotOf(app)
    .entries.filter(({ state }) => state === 'review')
    .toReversed();
}

/** `1 of 2`: which of the decisions that is. */
export function reviewPlace(app: App, localId: string): string {
  const entries = undecidedEntries(app);
  return entries.length < 2
    ? ''
    : `${entries.findIndex((entry) => entry.localId === localId) + 1} of ${entries.length}`;
}

/** The decision that is open, laid out for its window; undefined: it was made meanwhile. */
export function reviewParts(app: App): ReviewParts | undefined {
  const state = app.model.get();
  const screen = currentScreen(state);
  const entry = screen.name === 'review' ? findEntry(app, screen.localId) : undefined;
  if (screen.name !== 'review' || entry?.state !== 'review') {
    return undefined;
  }

  const { columns: width, rows } = reviewSize(state);
  const context = {
    labels: state.settings.categoryLabels,
    glyphs: glyphsIn(state),
    width,
    now: app.now(),
    seenAt: (id: Int64) => seenAt(app, id),
  };
  const choices = reviewChoices(entry, context.labels, { width, notMine: keyOf(app, 'not-mine') });
  const answers = choiceLines(choices, width - 2);
  // In a narrow window the question is the title.
  const question = layOutBody(state).pane
    ? [...titleLines(reviewQuestion(entry), reviewPlace(app, entry.localId), width)]
    : [];
  const lines = [...question, ...reviewLines(entry, context), []];
  const taken = answers.flat().length;
  const text = scrolledText(lines, Math.max(rows < 8 ? 1 : 3, rows - taken), screen.scroll);
  const { rule } = context.glyphs;
  const title = `${rule}${rule} History `;
  const past: readonly PaneLine[] = [
    [],
    [{ text: title }, { text: rule.repeat(Math.max(0, width - title.length)), tone: 'quiet' }],
    ...pastLines(entry, context),
  ];
  const room = rows - text.lines.length - taken;
  const answer = choices[Math.min(screen.choice, choices.length - 1)]?.answer;
  const card = answer?.type === 'adopt' ? candidateCard(app, answer.pet, width) : [];
  const more = room - past.length > card.length + 1 ? [[], ...card] : [];
  return {
    text,
    choices,
    answers,
    choice: Math.min(screen.choice, choices.length - 1),
    past: room < 3 ? [] : [...past, ...more].slice(0, room),
  };
}

/** The lines of the answers in sight: those around the cursor, where not all of them fit. */
export function answersInSight(
  { answers, choice }: ReviewParts,
  rows: number,
): { readonly from: number; readonly to: number } {
  let [from, to, used] = [choice, choice + 1, answers[choice]?.length ?? 0];
  for (;;) {
    const [before, after] = [answers[from - 1]?.length, answers[to]?.length];
    if (after !== undefined && used + after <= rows) {
      to += 1;
      used += after;
    } else if (before !== undefined && used + before <= rows) {
      from -= 1;
      used += before;
    } else {
      return { from, to };
    }
  }
}
