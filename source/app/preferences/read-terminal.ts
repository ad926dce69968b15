/** What the app may do with the terminal beside drawing; each is on unless `config.json` says otherwise. */
export const terminalMannerNames = ['wheel', 'title', 'progress', 'notices', 'focus'] as const;
/** Something the app does with the terminal that can be switched off. */
export type TerminalMannerName = (typeof terminalMannerNames)[number];
/** Which of it is on. */
export type TerminalSwitches = Readonly<Record<TerminalMannerName, boolean>>;

/** All of it, as long as nobody chose. */
export const allManners: TerminalSwitches = { wheel: true, title: true, progress: true, notices: true, focus: true };

/** The section `terminal` of the configuration. What is no switch is told to `mistake` and ignored. */
export function readTerminal(section: Readonly<Record<string, unknown>>, mistake: (name: string, why: string) => void): TerminalSwitches {
  const chosen: Partial<Record<TerminalMannerName, boolean>> = {};
  for (const [name, value] of Object.entries(section)) {
    const known = terminalMannerNames.find((each) => each === name);
    if (known === undefined) {
      mistake(name, `it is none of ${terminalMannerNames.join(', ')}`);
    } else if (typeof value !== 'boolean') {
      mistake(name, 'it must be true or false');
    } else {
      chosen[known] = value;
    }
  }

  return { ...allManners, ...chosen };
}
