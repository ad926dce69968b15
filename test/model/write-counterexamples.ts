/** Writes spec/rules.md and spec/excluded.md: what each rule is for, and what is excluded, each with the way to the promise that breaks. */
import { writeFileSync } from 'node:fs';
import { check, type Promised } from './check.js';
import { type Configuration, type Constant, excluded } from './configurations.js';
import { readTrace, toTable } from './trace.js';
import { without } from './without.js';

const folder = new URL('../../spec/', import.meta.url);

/** The promises in words. */
const inWords: Readonly<Record<Promised, string>> = {
  InvNotDoubled: 'one entry made two animals',
  InvNotLost: 'an entry is shown as created, and nothing was ever made for it',
  InvNotPretended: 'an entry is shown as created under an id that is not its own',
  InvOfferedIsAbsent: 'what is offered for sending is on the service, or on its way',
  InvNotCrossed: 'an animal reached another store than the one it was entered for',
  InvObeyed: 'what a person had set aside or discarded was sent',
  InvOneEntryEach: 'nothing is left to do, and one animal belongs to two entries',
  InvKept: 'what was entered is gone',
};

function describe(constants: Readonly<Record<string, Constant>>): string {
  return Object.entries(constants)
    .map(([name, value]) => `${name} = ${Array.isArray(value) ? `{${value.join(', ')}}` : String(value)}`)
    .join(', ');
}

/** The shortest way to a broken promise. Throws where none is broken: then the text would claim what is not so. */
function wayTo(
  constants: Readonly<Record<string, Constant>>,
  only: readonly Promised[],
): { readonly broken: Promised; readonly table: string } {
  const { broken, graph } = check(constants, { only, withGraph: true });
  if (broken === undefined || graph === undefined) {
    throw new Error(`Nothing broke with ${describe(constants)}`);
  }

  return { broken, table: toTable(readTrace(graph)) };
}

const head =
  'Written by `npm run model:write`, from `spec/petstore.tla`. Each table is the shortest way that there is.';

const sections = without.map(({ rule, says, promise, constants }) => {
  const { table } = wayTo({ ...constants, [`Rule${rule}`]: false }, [promise]);
  return `## ${rule}\n\n${says} Without that (${describe(constants)}) ${inWords[promise]} (\`${promise}\`):\n\n${table}\n`;
});
writeFileSync(
  new URL('rules.md', folder),
  `# What each rule is for\n\n${head} Every rule below was switched off alone.\n\n${sections.join('\n')}`,
);

const toSections = (configurations: readonly Configuration[]): string =>
  configurations
    .map(({ name, about, constants, breaks = [] }) => {
      const { broken, table } = wayTo(constants, breaks as readonly Promised[]);
      return `## ${name}\n\nWith ${about} (${describe(constants)}), ${inWords[broken]} (\`${broken}\`):\n\n${table}\n`;
    })
    .join('\n');
writeFileSync(
  new URL('excluded.md', folder),
  `# What is assumed not to happen\n\n${head} Without an idempotency key nobody can decide these from outside, so the other configurations assume that they do not happen.\n\n${toSections(excluded)}`,
);
process.stdout.write(`${without.length} rules, ${excluded.length} exclusions.\n`);
