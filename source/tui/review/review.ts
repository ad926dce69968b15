import { type Int64, parseInt64 } from '../../domain/int64.js';
import { type App, snapshotOf, wayTo } from '../app-context.js';
import { lineText } from '../input/line.js';
import { currentScreen } from '../state/ui-state.js';
import type { Entry } from '../../domain/entry.js';
import { isMissing } from '../../text/found-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { pairQuestion } from '../../text/queue/review-text.js';
import { askForText, askWhether, guardMs, performOnStore, reasonOf, refuse, say } from '../actions/say.js';
import { animalAtCursor, findEntry, moveCursorTo } from '../actions/cursor.js';
import { goBack, reviewOf, whyMissing } from '../actions/navigate.js';
import { changeOne } from '../queue/change-queue.js';
import { reviewParts, undecidedEntries } from './review-parts.js';

/** The entry of the animal under the cursor, where that was recognised on the store instead of answered. */
function recognised(app: App): Entry | undefined {
  const row = animalAtCursor(app);
  const petId = row && ('pet' in row ? row.pet.id : row.entry.petId);
  return snapshotOf(app).entries.find(
    (entry) => entry.state === 'created' && entry.adopted !== undefined && entry.petId === petId,
  );
}

/** Whether the animal under the cursor was adopted by the engine, which a person can contradict. */
export function isRecognised(app: App): boolean {
  return recognised(app) !== undefined;
}

/** "Not mine": takes back that an animal found on the store is this one. */
export function disown(app: App): void {
  const entry = recognised(app);
  if (entry) {
    performOnStore(app, async ({ engine }) => ({
      entry: await engine.disown(entry.localId),
      text: `${entry.localId} needs your decision again. ${wayTo(app, 'show-queue')} shows it.`,
    }));
  } else {
    say(app, 'Only an animal that was recognised on the store can be disowned.');
  }
}

/** Settles a review: the entry is this pet. */
function adopt(app: App, localId: string, petId: Int64): void {
  performOnStore(app, async ({ engine }) => {
    const entry = await engine.adopt(localId, petId);
    leaveReview(app, localId);
    return `${entry.localId} is #${petId}${entry.pet ? ` ${shortName(entry.pet.name)}` : ''}.`;
  });
}

/**
 * The id that was typed for an animal under review: its animal is looked up, and where the two differ, it is asked
 * whether they are one.
 */
export function adoptTyped(app: App): void {
  const { prompt, fields } = app.model.get();
  const petId = parseInt64(lineText(fields['pet-id']).trim().replace(/^#/, ''));
  if (prompt?.kind !== 'pet-id') {
    return;
  }

  const entry = findEntry(app, prompt.localId);
  const owner = snapshotOf(app).entries.find((other) => other.petId === petId && other.localId !== prompt.localId);
  if (petId === undefined) {
    refuse(app, 'An id is a whole number, such as 4711.');
  } else if (owner) {
    refuse(app, `#${petId} is ${owner.localId} ${shortName(owner.name)} already.`);
  } else if (entry) {
    void askAbout(app, entry, petId);
  }
}

/**
 * Looks the animal up before it is taken for the one that was entered: ids are easily mistyped, and a person sees at
 * once whether the two are one where they stand side by side.
 */
async function askAbout(app: App, entry: Entry, petId: Int64): Promise<void> {
  const { session, prompt, settings } = app.model.get();
  const complain = (problem: string): void => {
    if (app.model.get().prompt === prompt) {
      refuse(app, problem);
    }
  };
  try {
    const answer = await session?.engine.find({ petId }, { offline: false });
    if (app.model.get().prompt !== prompt) {
      return;
    }

    if (answer?.type !== 'pet') {
      complain(answer && isMissing(answer) ? whyMissing(app, answer) : 'No store is open.');
      return;
    }

    app.model.answer();
    const question = pairQuestion(entry, answer.pet, settings.categoryLabels);
    if (question === undefined) {
      adopt(app, entry.localId, petId);
    } else {
      askWhether(app, question, () => adopt(app, entry.localId, petId));
    }
  } catch (error) {
    complain(reasonOf(error));
  }
}

/** Once an animal is settled the next one that needs a decision is asked about, or else it goes back. */
export function leaveReview(app: App, localId: string): void {
  const screen = currentScreen(app.model.get());
  if (screen.name === 'review' && screen.localId === localId && !nextReview(app)) {
    app.model.close();
  }
}

/** `n`: the next decision, round and round; says whether there is another one. */
export function nextReview(app: App): boolean {
  const screen = currentScreen(app.model.get());
  if (screen.name !== 'review') {
    return false;
  }

  const entries = undecidedEntries(app);
  const present = entries.findIndex(({ localId }) => localId === screen.localId);
  const found = entries[(present + 1) % entries.length];
  const next = found?.localId === screen.localId ? undefined : found;
  if (next) {
    app.model.update(reviewOf(app, next.localId));
    moveCursorTo(app, 'queue', next.localId);
  }

  return next !== undefined;
}

/** To the next or previous answer, round and round. */
export function moveAnswer(app: App, step: 1 | -1): void {
  const screen = currentScreen(app.model.get());
  const parts = reviewParts(app);
  if (screen.name === 'review' && parts) {
    const count = parts.choices.length;
    app.model.update({ ...screen, choice: (parts.choice + step + count) % count });
  }
}

/**
 * Answers with the choice under the cursor, or that of a number; not with a key that came so soon after the question
 * that it was meant for something else.
 */
export function answerReview(app: App, place?: number): void {
  const screen = currentScreen(app.model.get());
  const parts = reviewParts(app);
  const answer = parts?.choices[place ?? parts.choice]?.answer;
  if (screen.name !== 'review' || app.now() - screen.at < guardMs) {
    return;
  }

  if (answer && place !== undefined) {
    app.model.update({ ...screen, choice: place });
  }

  switch (answer?.type) {
    case undefined:
      return;
    case 'adopt':
      adopt(app, screen.localId, answer.pet.id);
      return;
    case 'other':
      askForText(app, { kind: 'pet-id', localId: screen.localId });
      return;
    case 'send-again':
      askWhether(
        app,
        `Send ${screen.localId} again? It may make a second animal, which cannot be deleted here.`,
        () => {
          leaveReview(app, screen.localId);
          changeOne(app, 'sendAgain', screen.localId);
        },
      );
      return;
    case 'wait':
      goBack(app);
  }
}
