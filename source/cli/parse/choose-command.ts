import type { Command } from './command.js';
import { wrongUse } from '../run/failures/failure.js';
import { hint, suggest } from '../../text/suggest.js';

/** The command that the first words name, and how many of them do. */
export function chooseCommand(
  words: readonly string[],
  table: readonly Command[],
): { command: Command | undefined; depth: number } {
  const [first, second] = words;
  if (first === undefined) {
    return { command: undefined, depth: 0 };
  }

  const group = table.filter((command) => command.words[0] === first);
  const exact =
    group.find((command) => command.words[1] === second && second !== undefined) ??
    group.find((command) => command.words.length === 1);
  if (exact) {
    return { command: exact, depth: exact.words.length };
  }

  if (group.length === 0) {
    const names = table.filter((command) => command.hidden !== true).map((command) => command.words[0] ?? '');
    throw wrongUse(`There is no command "${first}". ${hint(suggest(first, names), 'petstore help')}`);
  }

  const verbs = group.map((command) => command.words[1] ?? '');
  if (second !== undefined) {
    throw wrongUse(
      `There is no command "${first} ${second}". ${hint(suggest(second, verbs), `petstore help ${first}`)}`,
    );
  }

  const byDefault = group.find((command) => command.byDefault === true);
  if (byDefault) {
    return { command: byDefault, depth: 1 };
  }

  // Left to `--help`, which shows the group; anything else needs a verb.
  throw wrongUse(`\`${first}\` needs one of: ${verbs.join(', ')}. See \`petstore help ${first}\`.`);
}
