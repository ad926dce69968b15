/** The place of a list's cursor; `top` is the first line in sight, `section` the one in which its row was chosen. */
export type Position = {
  readonly key: string | undefined;
  readonly index: number;
  readonly top: number;
  readonly section?: string | undefined;
};

/** The cursor before anybody moved it. */
export const topOfList: Position = { key: undefined, index: 0, top: 0 };
