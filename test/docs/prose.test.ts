/**
 * What a script can see of the ten rules of style: the length of sentences, three habits that make riddles, and words
 * that only the house knows.
 */
import test from 'ava';
import { topics } from '../../source/cli/help/help-topics.js';
import { readProse, type Sentence } from './prose.js';

const prose = readProse();

/** How often a sentence shows each habit. */
const habits = {
  /** `where` and a pronoun or article, mostly for *if*. */
  where: (text: string) =>
    count(text, /\bwhere (?:it|they|he|she|we|you|that|this|these|those|there|the|an?|no|nothing|nobody|one|none)\b/gi),
  /** A clause with `what` for a noun; a question may ask so. */
  what: (text: string) => (text.endsWith('?') ? 0 : count(text, whatClause)),
  /** For *no*, *missing*, *invalid* or a verb with *not*. */
  none: (text: string) => count(text, /\b(?:none|nothing|nobody)\b/gi),
  /** Longer than 35 words. */
  long: (text: string) => (text.split(' ').filter((word) => /\w/.test(word)).length > 35 ? 1 : 0),
} as const;

const whatClause =
  /\bwhat (?:is|was|waits|are|were|has|had|can|came|comes|may|must|will|would|it|they|the|an?|you|this|that|one|nobody|somebody|petstore|follows|stands)\b/gi;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * The most that each room may show: `where`, `what`, `none`, long sentences. These only go down. At 6b27373 the same
 * script counted 749, 1428, 1102 and 206 in all; the goal is a fifth of that.
 */
const ceilings: Readonly<Record<string, readonly [where: number, what: number, none: number, long: number]>> = {
  CEILINGS,
};

for (const [room, sentences] of prose) {
  test(`${room}: no more riddles and long sentences than there were`, (t) => {
    const found = Object.values(habits).map((habit) => sum(sentences, habit));
    const most = ceilings[room] ?? [0, 0, 0, 0];
    Object.keys(habits).forEach((habit, index) => {
      const shown = sentences.filter(({ text }) => Object.values(habits)[index]?.(text));
      t.true(
        (found[index] ?? 0) <= (most[index] ?? 0),
        `${habit}: ${found[index]} of at most ${most[index]}\n${shown.map(tell).join('\n')}`,
      );
      t.true((found[index] ?? 0) > (most[index] ?? 0) - 5, `${habit}: set the ceiling to ${found[index]}`);
    });
  });
}

function sum(sentences: readonly Sentence[], habit: (text: string) => number): number {
  return sentences.reduce((total, { text }) => total + habit(text), 0);
}

function tell({ path, line, text }: Sentence): string {
  return `${path}:${line}: ${text}`;
}
