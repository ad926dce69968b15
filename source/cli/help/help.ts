import type { Command, Run } from '../parse/command.ts';
import { toHelp, topicText } from './help-text.ts';
import { topicNames } from './help-topics.ts';

/** `petstore help`: a command, a group of commands, a topic, or all commands. */
export const createHelp =
  (table: readonly Command[]): Run =>
  async (input, context) => {
    const topic = topicNames.find((name) => name === input.arguments[0]);
    const help = topic === undefined ? toHelp(input.arguments, table) : topicText(topic);
    await context.output.printText(help, { help });
  };
