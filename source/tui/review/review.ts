/** The decision that only a person can make: whether an animal on the store is the one that was sent. */
import { parseInt64, type Int64 } from '../../domain/int64.ts';
import { drawingOf, hintsIn, keyOf, snapshotOf, type App, screenOf, textOf, undoText } from '../app-context.ts';
import { layOutBody, openedSize } from '../layout.ts';
import { nextOf } from '../actions/arrange.ts';
import { type Entry, matchingKey } from '../../domain/entry.ts';
import { couldBe } from '../../domain/near-name.ts';
import type { Pet } from '../../domain/pet.ts';
import { pastLines } from '../words/animal-pane.ts';
import { isMissing } from '../../text/queue/found-text.ts';
import { shortName } from '../../text/hints.ts';
import { ruledTitle, titleLines } from '../../text/pane-lines.ts';
import { choiceLines, compareCandidates, factLines, reviewChoices, reviewQuestion } from './review-text.ts';
import { pairQuestion } from '../../text/queue/pair-question.ts';
import { seenAt } from '../actions/animal-card.ts';
import { askWhether, guardMs, reasonOf, say } from '../actions/say.ts';
import { remember } from '../models/remember.ts';
import { animalAtCursor, findEntry } from '../actions/cursor.ts';
import { askNext, goBack, isAsked, whyMissing } from '../actions/navigate.ts';
import { isQueued } from '../../text/animal/pet-texts.ts';
import { cursorSign } from '../../text/glyphs.ts';
import type { ScreenOf } from '../state/ui-state.ts';
import { changeOne } from '../queue/change-queue.ts';
import { performChange } from '../queue/undo.ts';

/** Another animal that needs a decision: the next one after that of the screen, round and round. */
export function otherReview(app: App): Entry | undefined {
  const entries = undecidedEntries(app);
  const present = entries.find(({ localId }) => localId === screenOf(app, 'review')?.localId);
  const next = nextOf<Entry | undefined>(entries, present);
  return next === present ? undefined : next;
}

function undecidedEntries(app: App): readonly Entry[] {
  return snapshotOf(app)
    .entries.filter(({ state }) => state === 'review')
    .toReversed();
}

/** `1 of 2`: which of the decisions that is. */
export function reviewPlace(app: App, localId: string): string {
  const entries = undecidedEntries(app);
  const place = entries.findIndex((entry) => entry.localId === localId) + 1;
  // One that is still looked for is none of them.
  return place === 0 || entries.length < 2 ? '' : `${place} of ${entries.length}`;
}

/** The question, where it does not stand in the pane, beside the list with its tabs. */
export function reviewTitle(app: App, { localId }: ScreenOf<'review'>): string | undefined {
  const entry = findEntry(app, localId);
  return !entry || layOutBody(app.model.get()).pane
    ? undefined
    : `${reviewQuestion(entry)}   ${reviewPlace(app, localId)}`;
}

/**
 * The decision that is open, from above: the facts, the answers, the history. Where not all of that has room, the animals
 * are compared below the answers, which name them. `at`: where the chosen one begins. Undefined: it was made meanwhile.
 */
export function reviewText(app: App) {
  const state = app.model.get();
  const screen = screenOf(app, 'review');
  const found = screen && findEntry(app, screen.localId);
  if (!screen || !isAsked(found)) {
    return undefined;
  }

  const { pets, entries } = snapshotOf(app);
  const entry = asked(found, pets, entries);
  const { columns: width, rows } = openedSize(state);
  const context = { ...drawingOf(app), width, seenAt: (id: Int64) => seenAt(app, id) };
  const choices = reviewChoices(entry, context.labels, { width, undo: keyOf(app, 'undo') });
  const at = choices.findIndex(({ key }) => key === screen.choice);
  // An answer that is gone was not taken for another one.
  const choice = at === -1 && screen.choice !== undefined ? choices.length - 1 : Math.max(0, at);
  const answers = choiceLines(choices, choice, { width, sign: state.spoken ? '>' : cursorSign });
  // In a narrow window the question is the title.
  const title = layOutBody(state).pane ? titleLines(reviewQuestion(entry), reviewPlace(app, entry.localId), width) : [];
  const facts = [...title, ...factLines(entry, context)];
  const compared = compareCandidates(entry, context);
  const isRoomy = facts.length + compared.length + answers.flat().length + 2 <= rows;
  const above = isRoomy ? [...facts, [], ...compared, []] : facts;
  const past = [[], ruledTitle('History', '', context), ...pastLines(entry, context, entry.review?.reason)];
  return {
    choices,
    choice,
    lines: [...above, ...answers.flat(), ...(isRoomy ? [] : [[], ...compared]), ...past],
    at: above.length + answers.slice(0, choice).flat().length,
  };
}

/** More than these would be no answer. */
const mostCandidates = 5;

/**
 * An animal as a person is asked about it. One that is still looked for is asked about early: the animals that may be
 * it are those like it that were not there before, as far as is known here.
 */
function asAsked(entry: Entry, pets: readonly Pet[], entries: readonly Entry[]): Entry {
  if (entry.state !== 'checking') {
    return entry;
  }

  const { undecided } = entry;
  const owned = entries.flatMap(({ petId }) => petId ?? []);
  const known = new Set([...(undecided?.alike ?? []), ...(undecided?.nearBefore ?? []), ...owned]);
  const key = matchingKey(entry);
  const candidates = pets.filter((pet) => !known.has(pet.id) && (matchingKey(pet) === key || couldBe(entry, pet)));
  return { ...entry, review: { reason: stillLooking, candidates: candidates.slice(-mostCandidates) } };
}

const stillLooking = 'petstore is still finding out whether it arrived.';

const asked = remember(asAsked);

/** The entry of the animal under the cursor, if the engine recognised that on the store: a person can contradict. */
export function recognised(app: App): Entry | undefined {
  const animal = animalAtCursor(app);
  const petId = animal && (isQueued(animal) ? animal.petId : animal.id);
  return snapshotOf(app).entries.find(
    (entry) => entry.state === 'created' && entry.adopted !== undefined && entry.petId === petId,
  );
}

/** "Not mine": takes back that an animal found on the store is this one, which is a question then. */
export function reopen(app: App): void {
  const entry = recognised(app);
  if (entry) {
    const { localId, petId = '' } = entry;
    performChange(app, async ({ engine }) => ({
      entry: await engine.reopen(localId),
      text: `${localId} is in review again.`,
      change: {
        says: `You said that ${localId} is not #${petId}. To take that back, answer so in its review.`,
        back: [],
      },
    }));
  } else {
    say(app, 'Only for an animal that was recognised on the store can that be taken back.');
  }
}

function adopt(app: App, localId: string, petId: Int64): void {
  performChange(app, async ({ engine }) => {
    const entry = await engine.adopt(localId, petId);
    leaveReview(app, localId);
    return {
      text: `${entry.localId} is #${petId}${entry.pet ? ` ${shortName(entry.pet.name)}` : ''}.${undoText(app, 'asks again')}`,
      change: { says: 'answered', back: [], reopens: localId },
    };
  });
}

/** The id typed for an animal under review: that animal is looked up, and asked about where the two differ. */
export function adoptTyped(app: App): void {
  const { prompt } = app.model.get();
  const petId = parseInt64(textOf(app, 'pet-id').trim().replace(/^#/, ''));
  if (prompt?.kind !== 'pet-id') {
    return;
  }

  const refuse = (problem: string): void => {
    if (app.model.get().prompt === prompt) {
      app.model.ask({ ...prompt, problem: hintsIn(app, problem) });
    }
  };
  const entry = findEntry(app, prompt.localId);
  const owner = snapshotOf(app).entries.find((other) => other.petId === petId && other.localId !== prompt.localId);
  if (petId === undefined) {
    refuse('An id is a whole number, such as 4711.');
  } else if (owner) {
    refuse(`#${petId} is ${owner.localId} ${shortName(owner.name)} already.`);
  } else if (entry) {
    askAbout(app, entry, petId, refuse).catch((error: unknown) => refuse(reasonOf(error)));
  }
}

/**
 * Looks the animal up before it is taken for the one that was entered: ids are easily mistyped, and a person sees at
 * once whether the two are one where they stand side by side.
 */
async function askAbout(app: App, entry: Entry, petId: Int64, refuse: (problem: string) => void): Promise<void> {
  const { session, prompt, settings } = app.model.get();
  const answer = await session?.engine.find({ petId }, { offline: false });
  if (answer && isMissing(answer)) {
    refuse(whyMissing(app, answer));
  }

  if (answer?.type !== 'pet' || app.model.get().prompt !== prompt) {
    return;
  }

  app.model.answer();
  const { pets, entries } = snapshotOf(app);
  const question = pairQuestion(asked(entry, pets, entries), answer.pet, settings.categoryLabels);
  if (question === undefined) {
    adopt(app, entry.localId, petId);
  } else {
    askWhether(app, question, () => adopt(app, entry.localId, petId));
  }
}

/** Once an animal is settled the next one that needs a decision is asked about, or else it goes back. */
export function leaveReview(app: App, localId: string): void {
  if (screenOf(app, 'review')?.localId === localId && !nextReview(app)) {
    app.model.close();
  }
}

/** `n`: the next decision; says whether there is another one. */
export function nextReview(app: App): boolean {
  const next = otherReview(app);
  if (next) {
    askNext(app, next.localId);
  }

  return next !== undefined;
}

/** To the next or previous answer, round and round. */
export function moveAnswer(app: App, step: 1 | -1): void {
  const screen = screenOf(app, 'review');
  const text = reviewText(app);
  if (screen && text) {
    chooseAnswer(app, nextOf([...text.choices.keys()], text.choice, step));
  }
}

/** To the answer of a number, from 0. Enter takes it: who means another screen by a digit has settled nothing. */
export function goToAnswer(app: App, place: number): void {
  const screen = screenOf(app, 'review');
  const text = reviewText(app);
  if (screen && text && place < text.choices.length) {
    chooseAnswer(app, place);
  }
}

/** Puts the bar on an answer, and has that in sight. */
function chooseAnswer(app: App, place: number): void {
  app.model.change({ name: 'review', choice: reviewText(app)?.choices[place]?.key, scroll: -1 });
}

/** Takes the answer under the bar once that is seen; a key too soon after the question was meant otherwise. */
export function answerReview(app: App): void {
  const screen = screenOf(app, 'review');
  const text = reviewText(app);
  const answer = text?.choices[text.choice]?.answer;
  if (!screen || !answer || app.now() - screen.at < guardMs) {
    return;
  }

  const { top = 0, lines = [] } = app.bodyText(app) ?? {};
  if (text.at < top || text.at >= top + lines.length) {
    chooseAnswer(app, text.choice);
    return;
  }

  const { localId } = screen;
  switch (answer.type) {
    case 'adopt':
      adopt(app, localId, answer.pet.id);
      return;
    case 'other':
      app.model.ask({ kind: 'pet-id', localId }, '');
      return;
    case 'removed':
      leaveReview(app, localId);
      changeOne(app, 'discard', localId);
      return;
    case 'send-again': {
      const question = `Send ${localId} again? It may make a second animal, which cannot be deleted here.`;
      askWhether(app, question, () => {
        leaveReview(app, localId);
        changeOne(app, 'sendAgain', localId);
      });
      return;
    }
    case 'wait':
      goBack(app);
  }
}
