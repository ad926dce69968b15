const ages = /\b(?:now|\d+ (?:min|h|d))(?: ago)?\b/g;
const marks = /^> |\(selected\) /g;
const item = /^(?:list: )?(?:listitem|option): /;
const textbox = 'textbox:';

/**
 * Reads frames out for those who listen: the whole of a screen that is new, and from then on only what changed, each as
 * a line below the last. It never erases or paints over, as a screen reader would then read again from the start.
 *
 * - Of a list only the item under the cursor is read as the cursor moves; what scrolls past it is not.
 * - A line that differs by an age alone (`2 min ago`) is no news, or somebody who sits still would be told every
 *   minute.
 * - A field with the focus comes last, and typed text is added to it letter by letter.
 */
export function createSpeaker() {
  let before: readonly string[] = [];
  /** The items that were read in each kind of list, so that coming back to one reads them no second time. */
  let heard = new Map<string, ReadonlySet<string>>();
  let open: string | undefined;

  return {
    /** The next frame is read whole. */
    forget(): void {
      before = [];
      heard = new Map();
    },
    /** The text to be written for these lines; empty if they are no news. */
    show(shown: readonly string[]): string {
      const lines = shown.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
      const news = findNews(before, lines, heard);
      const field = fieldOf(lines);
      before = lines;
      heard.set(kindOf(lines), new Set(lines.filter(isItem).map(plain)));

      const others = news.filter((line) => line !== field);
      if (field !== undefined && open !== undefined && others.length === 0 && field.startsWith(open)) {
        const typed = field.slice(open.length);
        open = field;
        return typed;
      }

      const said = field !== undefined && (news.length > 0 || open !== field) ? [...others, field] : others;
      const start = open !== undefined && said.length > 0 ? '\n' : '';
      open = field ?? (said.length > 0 ? undefined : open);
      return said.length === 0 ? '' : start + said.join('\n') + (field === undefined ? '\n' : '');
    },
  };
}

function findNews(
  before: readonly string[],
  lines: readonly string[],
  heard: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const known = new Set(before.flatMap((line) => [ageless(line), plain(line)]));
  const isNewKind = kindOf(before) !== kindOf(lines);
  const alreadyHeard = heard.get(kindOf(lines));
  const isNews = (line: string): boolean =>
    isItem(line) && !/^> |\(selected\) /.test(line)
      ? isNewKind && !alreadyHeard?.has(plain(line))
      : !known.has(ageless(line));
  const news = lines.filter(isNews);
  // As the cursor moves, a person least wants to hear the keys that could be pressed now.
  return !isNewKind && news.some((line) => isItem(line)) ? news.filter((line) => line !== lines.at(-1)) : news;
}

/** What list there is: its heading; other choices are all of one kind. */
function kindOf(lines: readonly string[]): string {
  const heading = lines.find((line) => line.startsWith('list: '))?.replace(/listitem: .*/, '');
  return heading ?? (lines.some(isItem) ? 'options' : '');
}

/** The field one types in: the one with the mark, or the only one. */
function fieldOf(lines: readonly string[]): string | undefined {
  const fields = lines.filter((line) => line.includes(textbox));
  return fields.length === 1 ? fields[0] : fields.find((line) => line.startsWith('> '));
}

function isItem(line: string): boolean {
  return item.test(line) || /^> \w+ option: /.test(line);
}

function ageless(line: string): string {
  return line.replace(ages, '');
}

function plain(line: string): string {
  return ageless(line).replace(marks, '');
}
