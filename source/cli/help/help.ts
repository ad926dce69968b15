import type { Command, Run } from '../parse/command.js';
import type { Context } from '../run/context.js';
import { toFlagsHelp, toHelp } from './help-text.js';
import { formerTopics, type TopicName, topicNames, topics } from './help-topics.js';
import { version } from '../../platform/process/self.js';

/** `petstore help`: a command, a group of commands, a topic, or all commands. */
export const createHelp =
  (table: readonly Command[]): Run =>
  async (input, context) => {
    const [first = '', second] = input.arguments;
    const topic = topicNames.find((name) => name === first);
    const former = second === undefined && Object.hasOwn(formerTopics, first) ? `\n${formerTopics[first] ?? ''}\n` : '';
    const help = topic === undefined ? toHelp(input.arguments, table) + former : await toTopic(topic, table, context);
    await context.output.printText(help, { help });
  };

async function toTopic(topic: TopicName, table: readonly Command[], context: Context): Promise<string> {
  if (topic === 'keyboard') {
    return await toBoundKeys(context);
  }

  if (topic === 'man') {
    return (await import('./man-page.js')).toManPage(table, await toBoundKeys(context));
  }

  return topic === 'flags' ? toFlagsHelp() : topics[topic];
}

/** The keys as they are bound here; with a configuration that cannot be read, as they are by themselves. */
async function toBoundKeys(context: Context): Promise<string> {
  const { readOwn, toKeysText } = await import('./help-keys.js');
  const home = await context.openHome({ evenIfDamaged: true }).catch(() => undefined);
  return toKeysText(home && (await readOwn(home)).keys);
}

/** `petstore version`: what `--version` prints. */
export const printVersion: Run = async (_input, { output }) => {
  await output.printText(version, { version });
};
