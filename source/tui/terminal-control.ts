import type { Copied } from '../platform/process/clipboard.ts';

/** What only the running terminal can do. */
export type TerminalControl = {
  readonly quit: () => void;
  /** Ctrl-Z: gives the terminal back until the process is continued. */
  readonly suspend: () => void;
  readonly redraw: () => void;
  /** Writes past Ink, for sequences that leave the cursor alone, such as OSC 52. */
  readonly write: (sequence: string) => void;
  /** Copies by a program that owns a clipboard here. */
  readonly copy: (text: string) => Promise<Copied>;
};
