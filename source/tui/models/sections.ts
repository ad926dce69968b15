/** Lists in sections: before the first row of each stands a heading, on which the cursor never is. */

/** Rows that belong together, from one on. */
export type Section = { readonly key: string; readonly from: number; readonly count: number };

/** A list whose headings, if any, take lines of their own. */
export type Sectioned = { readonly count: number; readonly sections?: readonly Section[] };

/** A line of such a list: a heading, or a row by its index. */
export type SectionedLine = { readonly section: Section } | { readonly row: number };

/** The lines that rows take with their headings. */
export function countLines({ count, sections = [] }: Sectioned): number {
  return count + sections.length;
}

/** The line that a row is on. */
export function lineOfRow({ sections = [] }: Sectioned, row: number): number {
  return row + sections.filter(({ from }) => from <= row).length;
}

/** So many lines from one on, as far as there are any. */
export function takeLines(list: Sectioned, top: number, height: number): readonly SectionedLine[] {
  const { sections = [] } = list;
  const lines: SectionedLine[] = [];
  // Each heading above moves the rows after it by a line.
  let next = sections.findIndex(({ from }, place) => from + place >= top);
  next = next === -1 ? sections.length : next;
  for (let line = top; line < Math.min(top + height, countLines(list)); line += 1) {
    const section = sections[next];
    if (section && section.from + next === line) {
      lines.push({ section });
      next += 1;
    } else {
      lines.push({ row: line - next });
    }
  }

  return lines;
}

/** The section that a row is in. */
export function sectionOfRow({ sections = [] }: Sectioned, row: number): Section | undefined {
  return sections.findLast(({ from }) => from <= row);
}

/** Sections of rows that stand one after the other; one without rows is left out. */
export function toSections(groups: readonly (readonly [key: string, count: number])[]): readonly Section[] {
  let from = 0;
  return groups.flatMap(([key, count]) => {
    const section = { key, from, count };
    from += count;
    return count === 0 ? [] : [section];
  });
}
