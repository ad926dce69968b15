import type { Command, Run } from '../parse/command.js';
import { exitCode } from '../run/exit-code.js';
import { toHelp } from './help-text.js';
import { type TopicName, topicNames, topics } from './help-topics.js';

/** `petstore help`: a command, a group of commands, a topic, or all commands. */
export const createHelp =
  (table: readonly Command[]): Run =>
  async (input, context) => {
    const [first] = input.arguments;
    const topic = topicNames.find((name) => name === first);
    const help = topic === undefined ? toHelp(input.arguments, table) : await toTopic(topic, table);
    await context.output.printText(help, { help });
    return exitCode.done;
  };

async function toTopic(topic: TopicName, table: readonly Command[]): Promise<string> {
  switch (topic) {
    case 'keys':
      return (await import('./help-keys.js')).toKeysText();
    case 'man':
      return (await import('./man-page.js')).toManPage(table);
    case 'exit-codes':
    case 'environment':
    case 'filter':
    case 'formatting':
    case 'offline':
      return topics[topic];
  }
}
