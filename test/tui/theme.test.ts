import test from 'ava';
import { readEnvironment } from '../../source/platform/process/environment.ts';
import { hueOf, hueTones } from '../../source/text/glyphs.ts';
import { themeOf, type Role, type Style, type Theme } from '../../source/tui/theme.ts';

/** Roles of signs: they have a shape of their own and a word beside them, so their colours need not be readable. */
const signRoles: readonly Role[] = ['available', 'pending', 'sold', 'needs-you', 'waits', ...hueTones];

/**
 * Palettes as they are published, read there colour by colour: name, whether it is dark, background, the palette's own
 * text, cyan and bright cyan.
 *
 * - xterm: `XTerm-col.ad` in ThomasDickey/xterm-snapshots, whose names of colours were turned into numbers (the light
 *   one is its default, the dark one
 *   what the file offers)
 * - Campbell, Solarized, CGA: `src/cascadia/TerminalSettingsModel/defaults.json` in microsoft/terminal. Its Solarized is
 *   Microsoft's variant. The console of Linux is said to have CGA's colours, which was not checked.
 * - Nord: `themes/` in alacritty/alacritty-theme, not its authors' own file
 * - Catppuccin Latte: `catppuccin-latte.toml` in catppuccin/alacritty
 */
const palettes = [
  ['xterm dark', true, '#000000', '#e5e5e5', '#00cdcd', '#00ffff'],
  ['xterm light', false, '#ffffff', '#000000', '#00cdcd', '#00ffff'],
  ['CGA', true, '#000000', '#aaaaaa', '#00aaaa', '#55ffff'],
  ['Campbell', true, '#0c0c0c', '#cccccc', '#3a96dd', '#61d6d6'],
  ['Solarized Dark', true, '#002b36', '#839496', '#2aa198', '#93a1a1'],
  ['Solarized Light', false, '#fdf6e3', '#657b83', '#2aa198', '#93a1a1'],
  ['Nord', true, '#2e3440', '#d8dee9', '#88c0d0', '#8fbcbb'],
  ['Catppuccin Latte', false, '#eff1f5', '#4c4f69', '#179299', '#179299'],
] as const;

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const steps = [0, 95, 135, 175, 215, 255];

/** A colour of the 256 by its number: the cube from 16 on, the greys from 232 on. */
function toHex(colour: string): string {
  const index = Number(/^ansi256\((\d+)\)$/.exec(colour)?.[1]);
  const grey = 8 + 10 * (index - 232);
  const cube = index - 16;
  const parts =
    index >= 232
      ? [grey, grey, grey]
      : [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((at) => steps[at] ?? 0);
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const rolesOf = (theme: Theme): readonly (readonly [Role, Style])[] => Object.entries(theme) as [Role, Style][];
const usual = { theme: 'auto', has256Colours: true, background: undefined } as const;

for (const [name, isDark, background, text, cyan, cyanBright] of palettes) {
  test(`in ${name} every coloured word can be read, whether the background is known or not`, (t) => {
    const known = isDark ? 'dark' : 'light';
    for (const looks of [
      usual,
      { ...usual, background: known },
      { ...usual, theme: known },
      { ...usual, has256Colours: false },
      { ...usual, has256Colours: false, background: known },
      { ...usual, theme: '16', background: known },
    ] as const) {
      const theme = themeOf(looks);
      const own: Readonly<Record<string, string>> = { cyan, cyanBright };
      const ofWords = rolesOf(theme).filter(([role, { color }]) => color !== undefined && !signRoles.includes(role));
      for (const [role, { color = '', backgroundColor }] of ofWords) {
        const drawn = own[color] ?? toHex(color);
        const under = role === 'key' || role === 'cursor' ? theme.selected.backgroundColor : backgroundColor;
        const ratio = contrast(drawn, under === undefined ? background : toHex(under));
        t.true(ratio >= Math.min(4.5, contrast(text, background)), `${role} in ${color}: ${ratio.toFixed(2)}:1`);
      }
    }
  });
}

test('256 colours need no answer of the terminal: bars and rows lie on greys, dark unless it is told', (t) => {
  const greysOf = (looks: object): readonly (string | undefined)[] => {
    const { bar, selected } = themeOf({ ...usual, ...looks });
    return [bar.backgroundColor, selected.backgroundColor];
  };
  const dark = ['ansi256(236)', 'ansi256(238)'];
  const light = ['ansi256(254)', 'ansi256(252)'];
  t.deepEqual(greysOf({}), dark);
  t.deepEqual(greysOf({ background: 'light' }), light);
  t.deepEqual(greysOf({ theme: 'dark', background: 'light' }), dark);
  t.deepEqual(greysOf({ theme: 'light' }), light);
});

test('the selected row is inverse in 16 colours, in high contrast and without colours, and nothing else lies on a ground', (t) => {
  for (const looks of [
    { has256Colours: false },
    { theme: '16' },
    { theme: 'high-contrast' },
    { theme: 'none' },
    { theme: 'dark', has256Colours: false },
  ] as const) {
    const theme = themeOf({ ...usual, ...looks });
    t.true(theme.selected.inverse, JSON.stringify(looks));
    const isStark = 'theme' in looks && looks.theme === 'high-contrast';
    t.is(theme.current.inverse === true, isStark, 'a tab has brackets as well');
    t.true(Object.values(theme).every(({ backgroundColor }) => backgroundColor === undefined));
    t.true(
      Object.values(theme).every(({ inverse, dimColor }) => !inverse || !dimColor),
      'grey on grey',
    );
  }
});

test('six categories have a look each', (t) => {
  for (const has256Colours of [true, false]) {
    for (const background of ['dark', 'light'] as const) {
      const theme = themeOf({ ...usual, has256Colours, background });
      const looks = Array.from({ length: 6 }, (_, id) => JSON.stringify(theme[hueOf(String(id + 1) as never)]));
      t.is(new Set(looks).size, 6);
    }
  }

  t.not(themeOf(usual)['hue-1'].color, 'blue', 'which is nearly black on black');
});

test('what is faint is never what is only said there, nor is anything in a theme without hue', (t) => {
  t.deepEqual(
    rolesOf(themeOf(usual))
      .filter(([, { dimColor }]) => dimColor)
      .map(([role]) => role),
    ['quiet'],
  );
  for (const theme of ['high-contrast', 'none'] as const) {
    t.deepEqual(
      rolesOf(themeOf({ ...usual, theme })).filter(([, { color, dimColor }]) => color !== undefined || dimColor),
      [],
      theme,
    );
  }
});

for (const [value, background] of [
  ['15;0', 'dark'],
  ['15;default;0', 'dark'],
  ['7;8', 'dark'],
  ['0;15', 'light'],
  ['0;7', 'light'],
  ['default;default', undefined],
  ['', undefined],
  ['nonsense', undefined],
  ['15;', undefined],
  ['15;10', undefined],
] as const) {
  test(`COLORFGBG "${value}" tells that the background is ${background ?? 'any'}`, (t) => {
    t.is(readEnvironment({ COLORFGBG: value }).background, background);
  });
}

for (const [variables, isSo] of [
  [{ TERM: 'xterm-256color' }, true],
  [{ TERM: 'tmux-256color', TMUX: 'x' }, true],
  [{ TERM: 'screen-256color' }, true],
  [{ TERM: 'xterm' }, false],
  [{ TERM: 'xterm', COLORTERM: 'truecolor' }, true],
  [{ TERM: 'linux' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color', FORCE_COLOR: '1' }, false],
  [{ TERM: 'xterm', FORCE_COLOR: '2' }, true],
] as const) {
  test(`${JSON.stringify(variables)}: ${isSo ? '' : 'not '}256 colours`, (t) => {
    t.is(readEnvironment(variables).has256Colours, isSo || process.platform === 'win32');
  });
}
