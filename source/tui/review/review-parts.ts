import { findEntry } from '../actions/cursor.js';
import { type App, glyphsIn, keyOf, snapshotOf } from '../app-context.js';
import { type BodyText, layOutBody, reviewSize, scrolledText } from '../layout.js';
import { candidateCard, seenAt } from '../actions/animal-card.js';
import { currentScreen } from '../state/ui-state.js';
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { type PaneLine, titleLines } from '../../text/pane-lines.js';
import { pastLines } from '../../text/animal/animal-pane.js';
import {
  choiceLines,
  type ReviewChoice,
  reviewChoices,
  reviewLines,
  reviewQuestion,
} from '../../text/queue/review-text.js';

/**
 * A decision from above: the question with what is known, its answers, and what happened to the animal. `choice`: the
 * answer under the cursor; `inSight`: from which answer to which there is room.
 */
type ReviewParts = {
  readonly text: BodyText;
  readonly choices: readonly ReviewChoice[];
  readonly answers: readonly (readonly PaneLine[])[];
  readonly choice: number;
  readonly inSight: readonly [from: number, to: number];
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
    ? titleLines(reviewQuestion(entry), reviewPlace(app, entry.localId), width)
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
  const choice = Math.min(screen.choice, choices.length - 1);
  const answer = choices[choice]?.answer;
  const card = answer?.type === 'adopt' ? candidateCard(app, answer.pet, width) : [];
  const more = room - past.length > card.length + 1 ? [[], ...card] : [];
  return {
    text,
    choices,
    answers,
    choice,
    inSight: answersAround(answers, choice, rows - text.lines.length),
    past: room < 3 ? [] : [...past, ...more].slice(0, room),
  };
}

/** The answers around the cursor, where not all of them fit. */
function answersAround(
  answers: ReviewParts['answers'],
  choice: number,
  rows: number,
): readonly [from: number, to: number] {
  let [from, to, left] = [choice, choice + 1, rows - (answers[choice]?.length ?? 0)];
  for (;;) {
    const [before, after] = [answers[from - 1]?.length ?? Infinity, answers[to]?.length ?? Infinity];
    if (after <= left) {
      to += 1;
      left -= after;
    } else if (before <= left) {
      from -= 1;
      left -= before;
    } else {
      return [from, to];
    }
  }
}
