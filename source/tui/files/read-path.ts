import { askForText } from '../actions/say.js';
import type { App } from '../app-context.js';

/** A path as it was typed, without quotes that a shell would take off; asks for it where it is missing. */
export function readPath(app: App, command: 'export' | 'import', typed: string): string {
  const path = typed.trim().replace(/^(["'])(.+)\1$/u, '$2');
  if (path === '') {
    askForText(app, { kind: 'command', problem: `Say which file: ${command} animals.csv` }, `${command} `);
  }

  return path;
}
