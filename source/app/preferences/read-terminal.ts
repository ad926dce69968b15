/** The features of the terminal that the app may use, and how it draws; `config.json` switches it. */
export const terminalMannerNames = ['wheel', 'title', 'progress', 'notices', 'focus', 'isolates'] as const;
/** Something the app does with the terminal that can be switched. */
export type TerminalMannerName = (typeof terminalMannerNames)[number];
/** Which of it is on. */
export type TerminalSwitches = Readonly<Record<TerminalMannerName, boolean>>;

/**
 * The values without a choice. Isolates are not: the terminals that reorder text could not be tried, and one that does
 * not know them shows each as a cell, which moves all columns behind it.
 */
export const usualManners: TerminalSwitches = {
  wheel: true,
  title: true,
  progress: true,
  notices: true,
  focus: true,
  isolates: false,
};

/** The section `terminal` of the configuration. Anything but a switch is told to `mistake` and ignored. */
export function readTerminal(
  section: Readonly<Record<string, unknown>>,
  mistake: (name: string, why: string) => void,
): TerminalSwitches {
  const chosen: Partial<Record<TerminalMannerName, boolean>> = {};
  for (const [name, value] of Object.entries(section)) {
    const known = terminalMannerNames.find((each) => each === name);
    if (known === undefined) {
      mistake(name, `use one of ${terminalMannerNames.join(', ')}`);
    } else if (typeof value !== 'boolean') {
      mistake(name, 'it must be true or false');
    } else {
      chosen[known] = value;
    }
  }

  return { ...usualManners, ...chosen };
}
