import { splitGraphemes } from '../../platform/text/terminal-text.ts';

/**
 * A piece of the terminal's input, as one press.
 *
 * - `text`: a printable character (one grapheme)
 * - `key`: anything else, by name: `enter`, `up`, `shift-tab`, `ctrl-d`, `alt-x`; `unknown` for a sequence of no key
 *   here
 * - `paste`: a bracketed paste, as a whole
 * - `mouse`: a report of the mouse (SGR, mode 1006): `button;column;row`, and M for pressed or m for released
 */
export type Key = {
  readonly type: 'text' | 'key' | 'paste' | 'mouse';
  readonly name: string;
  readonly raw: string;
};

const pasteStart = '\u001B[200~';
const pasteEnd = '\u001B[201~';

const finals: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift-tab',
  P: 'f1',
};
const tildes: Readonly<Record<string, string>> = {
  1: 'home',
  11: 'f1',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};
const controls: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\r\n': 'enter',
  '\t': 'tab',
  '\u007F': 'backspace',
  '\b': 'backspace',
  '\u001B': 'escape',
  '\0': 'unknown',
};

/** Left of the window a mouse has a column below zero. Kitty has parts of parts, behind a colon. */
const parameters = String.raw`(?:<[-\d;]*|(?:[\d:;?<>=][-\d:;?<>=]*)?)`;
const csi = new RegExp(String.raw`^\u001B\[(${parameters})([ -/]*)([@-~])`);
const partialCsi = new RegExp(String.raw`^\u001B\[${parameters}[ -/]*$`);
const mouseReport = /^\u001B\[<\d+;\d+;\d+[Mm]$/;
/** The mouse as terminals tell it that do not know mode 1006: button and place as characters from blank on. */
const oldMouse = /^\u001B\[M(?:[\0 -\uFFFF]{3}|[\0 -\uFFFF]{0,2}(?=[^\0 -\uFFFF]))/;
const partialOldMouse = /^\u001B\[M[\0 -\uFFFF]{0,2}$/;
/** One whose Escape came so long before that it was taken for a key: its numbers are no keys. */
const lateReport = /^\[<-?\d+;-?\d+;-?\d+[Mm]/;
/** One that breaks off at what no sequence has in it: its numbers are no keys. */
const brokenCsi = /^\u001B\[[\d:;?<>=]+[ -/]*(?=[^ -~])/;
/** Answers of the terminal (OSC, DCS, APC, PM) end with BEL or ST. */
const answer = /^\u001B[\]P_^][^\u0007\u001B]*(?:\u0007|\u001B\\)/;
/** The beginning of one, as far as no fingers type it: OSC with its number or title, DCS, APC of graphics. */
const begunAnswer = String.raw`^\u001B(?:\][\dlL]|P\d|P[>!+$=|~]|_G)[^\u0007\u001B]*`;
const partialAnswer = new RegExp(String.raw`${begunAnswer}\u001B?$`);
/** One that another sequence breaks off. */
const brokenAnswer = new RegExp(String.raw`${begunAnswer}(?=\u001B[^\\])`);
/** Either such a beginning, or a letter pressed with Alt. */
const answerOrAlt = /^\u001B[\]_P]$/;

/** Splits what arrived into keys; `rest` is the beginning of a sequence whose end has not arrived yet. */
export function decodeKeys(input: string): { readonly keys: readonly Key[]; readonly rest: string } {
  const [late = ''] = lateReport.exec(input) ?? [];
  const keys = late === '' ? [] : [named('unknown', late)];
  let rest = input.slice(late.length);
  while (rest !== '') {
    const [text = ''] = rest.split('\u001B', 1);
    const key = text === '' ? escapeKey(rest) : undefined;
    if (text === '' && key === undefined) {
      break;
    }

    keys.push(...(key ? [key] : plainKeys(text)));
    rest = rest.slice(key ? key.raw.length : text.length);
  }

  return { keys, rest };
}

/**
 * The keys of an unfinished sequence whose end did not come in time: Escape, and whatever followed it. A paste gets its
 * end, or whoever takes it would wait on. A sequence that only a terminal sends is no key: its letters would be taken
 * for some.
 */
export function decodeLate(rest: string): readonly Key[] {
  if (rest.startsWith(pasteStart)) {
    return [toPaste(rest + pasteEnd, rest.slice(pasteStart.length))];
  }

  if (answerOrAlt.test(rest)) {
    return [altKey(rest), ...decodeKeys(rest.slice(2)).keys];
  }

  return isSent(rest) ? [named('unknown', rest)] : [named('escape', '\u001B'), ...decodeKeys(rest.slice(1)).keys];
}

/** Whether the input after a lone Escape may be the rest of its sequence, and is no key pressed quickly after it. */
export function continuesEscape(chunk: string): boolean {
  return /^(?:[[O]|\](?:[\dlL]|$)|P(?:[\d>!+$=|~]|$)|_(?:G|$))/.test(chunk);
}

/** No fingers send parameters: on a slow link their end may take longer than anybody should wait for Escape. */
const sentHoldMs = 500;
/** A paste's end may be many packets away, and its rest is no keys; without one this long it is taken as it is. */
const pasteHoldMs = 5000;

/** How long the end of an unfinished sequence is waited for, in milliseconds; `escapeMs`: after a lone Escape. */
export function holdFor(rest: string, escapeMs: number): number {
  if (rest.startsWith(pasteStart)) {
    return pasteHoldMs;
  }

  return isSent(rest) ? Math.max(sentHoldMs, escapeMs) : escapeMs;
}

function isSent(rest: string): boolean {
  return rest.length > 2 && [partialCsi, partialOldMouse, partialAnswer].some((begun) => begun.test(rest));
}

function plainKeys(text: string): Key[] {
  return splitGraphemes(text).map((grapheme) => {
    const code = grapheme.charCodeAt(0);
    return code >= 0x20 && code !== 0x7f
      ? { type: 'text', name: grapheme, raw: grapheme }
      : named(controls[grapheme] ?? (code < 27 ? `ctrl-${String.fromCharCode(code + 96)}` : 'unknown'), grapheme);
  });
}

/** The key at the start of a text that begins with Escape; undefined where its end is missing. */
function escapeKey(text: string): Key | undefined {
  if (text.startsWith(pasteStart)) {
    const end = text.indexOf(pasteEnd);
    return end === -1 ? undefined : toPaste(text.slice(0, end + pasteEnd.length), text.slice(pasteStart.length, end));
  }

  if (
    /^\u001BO?$/.test(text) ||
    [partialCsi, partialOldMouse, partialAnswer, answerOrAlt].some((begun) => begun.test(text))
  ) {
    return undefined;
  }

  const old = oldMouse.exec(text);
  if (old) {
    return named('unknown', old[0]);
  }

  const sequence = csi.exec(text);
  if (sequence) {
    const [raw, parameters = '', , final = ''] = sequence;
    return mouseReport.test(raw)
      ? { type: 'mouse', name: parameters.slice(1) + final, raw }
      : named(csiName(parameters, final), raw);
  }

  if (text.startsWith('\u001BO')) {
    return named(finals[text.charAt(2)] ?? 'unknown', text.slice(0, 3));
  }

  const answered = answer.exec(text) ?? brokenAnswer.exec(text) ?? brokenCsi.exec(text);
  if (answered) {
    return named('unknown', answered[0]);
  }

  return text.startsWith('\u001B\u001B') ? named('escape', '\u001B') : altKey(text);
}

function named(name: string, raw: string): Key {
  return { type: 'key', name, raw };
}

function altKey(text: string): Key {
  const next = splitGraphemes(text.slice(1, 33))[0] ?? '';
  return named(`alt-${next}`, `\u001B${next}`);
}

function csiName(parameters: string, final: string): string {
  const [first = '', modifiers = ''] = parameters.split(';');
  const name = final === '~' ? tildes[first] : finals[final];
  if (name === undefined) {
    return 'unknown';
  }

  // Modifiers are 1 + Shift 1, Alt 2, Ctrl 4.
  const bits = Number(modifiers || '1') - 1;
  return `${bits & 4 ? 'ctrl-' : ''}${bits & 2 ? 'alt-' : ''}${bits & 1 ? 'shift-' : ''}${name}`;
}

function toPaste(raw: string, text: string): Key {
  return { type: 'paste', name: text, raw };
}
