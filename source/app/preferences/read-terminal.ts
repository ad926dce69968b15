/**
 * Without a choice. Isolates are off: a terminal that does not know them shows each as a cell, which moves the columns.
 */
export const usualManners: TerminalSwitches = {
  wheel: true,
  title: true,
  progress: true,
  notices: true,
  focus: true,
  isolates: false,
};
/** Which of it is on. */
export type TerminalSwitches = Readonly<
  Record<'wheel' | 'title' | 'progress' | 'notices' | 'focus' | 'isolates', boolean>
>;
const names = Object.keys(usualManners) as readonly (keyof TerminalSwitches)[];

/** The section `terminal` of the configuration. Anything but a switch is told to `mistake` and ignored. */
export function readTerminal(
  section: Readonly<Record<string, unknown>>,
  mistake: (name: string, why: string) => void,
): TerminalSwitches {
  const chosen: Partial<Record<keyof TerminalSwitches, boolean>> = {};
  for (const [name, value] of Object.entries(section)) {
    const known = names.find((each) => each === name);
    if (known === undefined) {
      mistake(name, `use one of ${names.join(', ')}`);
    } else if (typeof value !== 'boolean') {
      mistake(name, 'it must be true or false');
    } else {
      chosen[known] = value;
    }
  }

  return { ...usualManners, ...chosen };
}
