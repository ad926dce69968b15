import { type Command, argument, command } from '../parse/command.ts';
import { animalCommands, queueCommands } from './animals.ts';
import { setupCommands } from './setup.ts';
import { serviceCommands, storeCommands } from './store.ts';
import { createHelp } from '../help/help-text.ts';
import { topicNames } from '../help/help-topics.ts';

/** The commands about the program itself. */
const programCommands: readonly Command[] = [
  command('completion', 'print the completion script for a shell', {
    arguments: [argument('SHELL', 'bash, zsh or fish', { choices: ['bash', 'zsh', 'fish'] })],
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh > "${fpath[1]}/_petstore"',
      'completion fish > ~/.config/fish/completions/petstore.fish',
    ],
    load: async () => (await import('../help/completion.ts')).printCompletion,
  }),
  command('help', 'help on a command or topic', {
    details: `Topics: ${topicNames.join(', ')}.`,
    arguments: [argument('[TOPIC...]', 'a command or topic', { completes: 'commands' })],
    examples: ['help', 'help queue adopt', 'help exit-codes'],
    load: () => Promise.resolve(createHelp(commandTable)),
  }),
];

/** For petstore itself and its scripts: they stand in no help. */
export const innerCommands: readonly Command[] = [
  command('__keychain', 'one request to the keychain of the system, on standard input: asked by petstore itself', {
    load: async () => (await import('../commands/auth/keychain.ts')).askKeychain,
  }),
  command('__complete', 'print the completions of a word, one a line, for the completion scripts', {
    arguments: [argument('[WORD...]', 'the words so far, the last one being completed')],
    load: async () => (await import('../help/complete.ts')).createComplete(commandTable),
  }),
];

/** Every command there is. */
export const commandTable: readonly Command[] = [
  ...animalCommands,
  ...queueCommands,
  ...storeCommands,
  ...setupCommands,
  ...serviceCommands,
  ...programCommands,
];
