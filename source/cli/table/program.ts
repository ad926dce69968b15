import { topicNames } from '../help/help-topics.js';
import { type Command, command } from '../parse/command.js';

/** The commands about the program itself; `table` gives all commands, these included. */
export const createProgramCommands = (table: () => readonly Command[]): readonly Command[] => [
  command({
    words: ['completion'],
    summary: 'print the completion script for a shell',
    arguments: [
      { name: 'SHELL', summary: 'bash, zsh, fish or powershell', choices: ['bash', 'zsh', 'fish', 'powershell'] },
    ],
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh > "${fpath[1]}/_petstore"',
      'completion fish > ~/.config/fish/completions/petstore.fish',
      'completion powershell >> $PROFILE',
    ],
    load: async () => (await import('../help/completion.js')).printCompletion,
  }),
  command({
    words: ['help'],
    summary: 'help on a command or topic',
    details: `Topics: ${topicNames.join(', ')} (the manual page in roff).`,
    arguments: [{ name: 'TOPIC', summary: 'a command or topic', optional: true, many: true, completes: 'commands' }],
    examples: ['help', 'help queue adopt', 'help exit-codes', 'help man > petstore.1'],
    load: async () => (await import('../help/help.js')).createHelp(table()),
  }),
  command({
    words: ['version'],
    summary: 'print the version',
    examples: ['version', 'version --json'],
    load: async () => (await import('../commands/version.js')).printVersion,
  }),
  command({
    words: ['__keychain'],
    hidden: true,
    summary: 'one request to the keychain of the system, on standard input: asked by petstore itself',
    examples: [],
    load: async () => (await import('../commands/auth/keychain.js')).askKeychain,
  }),
  command({
    words: ['__complete'],
    hidden: true,
    summary: 'print the completions of a word, one a line, for the completion scripts',
    arguments: [
      { name: 'WORD', summary: 'the words so far, the last one being completed', optional: true, many: true },
    ],
    examples: [],
    load: async () => (await import('../help/complete.js')).createComplete(table()),
  }),
];
