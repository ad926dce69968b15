import test from 'ava';
import { readEnvironment } from '../../source/platform/process/environment.js';
import { hueTones } from '../../source/text/glyphs.js';
import { themeOf, type Role, type Style } from '../../source/tui/theme.js';
import type { Colour } from '../../source/platform/text/terminal-colours.js';

/** Roles of signs: they have a shape of their own and a word beside them, so their colours need not be readable. */
const signRoles: readonly Role[] = ['available', 'pending', 'sold', 'needs-you', 'waits', ...hueTones];

/**
 * Palettes as they are published, read there colour by colour: background, the palette's own text, and the 16 colours.
 *
 * - xterm: `XTerm-col.ad` in ThomasDickey/xterm-snapshots, whose names of colours were turned into numbers (the light
 *   one is its default, the dark one
 *   what the file offers)
 * - Campbell, One Half Light, Solarized, Tango, CGA: `src/cascadia/TerminalSettingsModel/defaults.json` in
 *   microsoft/terminal. Its Tango and Solarized are
 *   Microsoft's variants of them, and One Half Light is not One Light. The console of Linux is said to have CGA's
 *   colours, which was not checked.
 * - Dracula, GitHub Light, Gruvbox, Nord: `themes/` in alacritty/alacritty-theme, not their authors' own files
 * - Catppuccin Latte: `catppuccin-latte.toml` in catppuccin/alacritty
 */
type Palette = {
  readonly name: string;
  readonly isDark: boolean;
  readonly background: string;
  readonly text: string;
  readonly colours: readonly string[];
};

const palettes: readonly Palette[] = [
  {
    name: 'xterm dark',
    isDark: true,
    background: '#000000',
    text: '#e5e5e5',
    colours: [
      '#000000',
      '#cd0000',
      '#00cd00',
      '#cdcd00',
      '#0000ee',
      '#cd00cd',
      '#00cdcd',
      '#e5e5e5',
      '#7f7f7f',
      '#ff0000',
      '#00ff00',
      '#ffff00',
      '#5c5cff',
      '#ff00ff',
      '#00ffff',
      '#ffffff',
    ],
  },
  {
    name: 'xterm light',
    isDark: false,
    background: '#ffffff',
    text: '#000000',
    colours: [
      '#000000',
      '#cd0000',
      '#00cd00',
      '#cdcd00',
      '#0000ee',
      '#cd00cd',
      '#00cdcd',
      '#e5e5e5',
      '#7f7f7f',
      '#ff0000',
      '#00ff00',
      '#ffff00',
      '#5c5cff',
      '#ff00ff',
      '#00ffff',
      '#ffffff',
    ],
  },
  {
    name: 'CGA',
    isDark: true,
    background: '#000000',
    text: '#aaaaaa',
    colours: [
      '#000000',
      '#aa0000',
      '#00aa00',
      '#aa5500',
      '#0000aa',
      '#aa00aa',
      '#00aaaa',
      '#aaaaaa',
      '#555555',
      '#ff5555',
      '#55ff55',
      '#ffff55',
      '#5555ff',
      '#ff55ff',
      '#55ffff',
      '#ffffff',
    ],
  },
  {
    name: 'Campbell',
    isDark: true,
    background: '#0c0c0c',
    text: '#cccccc',
    colours: [
      '#0c0c0c',
      '#c50f1f',
      '#13a10e',
      '#c19c00',
      '#0037da',
      '#881798',
      '#3a96dd',
      '#cccccc',
      '#767676',
      '#e74856',
      '#16c60c',
      '#f9f1a5',
      '#3b78ff',
      '#b4009e',
      '#61d6d6',
      '#f2f2f2',
    ],
  },
  {
    name: 'Tango Dark',
    isDark: true,
    background: '#000000',
    text: '#d3d7cf',
    colours: [
      '#000000',
      '#cc0000',
      '#4e9a06',
      '#c4a000',
      '#3465a4',
      '#75507b',
      '#06989a',
      '#d3d7cf',
      '#555753',
      '#ef2929',
      '#8ae234',
      '#fce94f',
      '#729fcf',
      '#ad7fa8',
      '#34e2e2',
      '#eeeeec',
    ],
  },
  {
    name: 'Tango Light',
    isDark: false,
    background: '#ffffff',
    text: '#555753',
    colours: [
      '#000000',
      '#cc0000',
      '#4e9a06',
      '#c4a000',
      '#3465a4',
      '#75507b',
      '#06989a',
      '#d3d7cf',
      '#555753',
      '#ef2929',
      '#8ae234',
      '#fce94f',
      '#729fcf',
      '#ad7fa8',
      '#34e2e2',
      '#eeeeec',
    ],
  },
  {
    name: 'Solarized Dark',
    isDark: true,
    background: '#002b36',
    text: '#839496',
    colours: [
      '#002b36',
      '#dc322f',
      '#859900',
      '#b58900',
      '#268bd2',
      '#d33682',
      '#2aa198',
      '#eee8d5',
      '#073642',
      '#cb4b16',
      '#586e75',
      '#657b83',
      '#839496',
      '#6c71c4',
      '#93a1a1',
      '#fdf6e3',
    ],
  },
  {
    name: 'Solarized Light',
    isDark: false,
    background: '#fdf6e3',
    text: '#657b83',
    colours: [
      '#002b36',
      '#dc322f',
      '#859900',
      '#b58900',
      '#268bd2',
      '#d33682',
      '#2aa198',
      '#eee8d5',
      '#073642',
      '#cb4b16',
      '#586e75',
      '#657b83',
      '#839496',
      '#6c71c4',
      '#93a1a1',
      '#fdf6e3',
    ],
  },
  {
    name: 'One Half Light',
    isDark: false,
    background: '#fafafa',
    text: '#383a42',
    colours: [
      '#383a42',
      '#e45649',
      '#50a14f',
      '#c18301',
      '#0184bc',
      '#a626a4',
      '#0997b3',
      '#fafafa',
      '#4f525d',
      '#df6c75',
      '#98c379',
      '#e4c07a',
      '#61afef',
      '#c577dd',
      '#56b5c1',
      '#ffffff',
    ],
  },
  {
    name: 'Gruvbox Dark',
    isDark: true,
    background: '#282828',
    text: '#ebdbb2',
    colours: [
      '#282828',
      '#cc241d',
      '#98971a',
      '#d79921',
      '#458588',
      '#b16286',
      '#689d6a',
      '#a89984',
      '#928374',
      '#fb4934',
      '#b8bb26',
      '#fabd2f',
      '#83a598',
      '#d3869b',
      '#8ec07c',
      '#ebdbb2',
    ],
  },
  {
    name: 'Nord',
    isDark: true,
    background: '#2e3440',
    text: '#d8dee9',
    colours: [
      '#3b4252',
      '#bf616a',
      '#a3be8c',
      '#ebcb8b',
      '#81a1c1',
      '#b48ead',
      '#88c0d0',
      '#e5e9f0',
      '#4c566a',
      '#bf616a',
      '#a3be8c',
      '#ebcb8b',
      '#81a1c1',
      '#b48ead',
      '#8fbcbb',
      '#eceff4',
    ],
  },
  {
    name: 'Dracula',
    isDark: true,
    background: '#282a36',
    text: '#f8f8f2',
    colours: [
      '#000000',
      '#ff5555',
      '#50fa7b',
      '#f1fa8c',
      '#bd93f9',
      '#ff79c6',
      '#8be9fd',
      '#bbbbbb',
      '#555555',
      '#ff5555',
      '#50fa7b',
      '#f1fa8c',
      '#caa9fa',
      '#ff79c6',
      '#8be9fd',
      '#ffffff',
    ],
  },
  {
    name: 'GitHub Light',
    isDark: false,
    background: '#ffffff',
    text: '#24292f',
    colours: [
      '#24292e',
      '#d73a49',
      '#28a745',
      '#dbab09',
      '#0366d6',
      '#5a32a3',
      '#0598bc',
      '#6a737d',
      '#959da5',
      '#cb2431',
      '#22863a',
      '#b08800',
      '#005cc5',
      '#5a32a3',
      '#3192aa',
      '#d1d5da',
    ],
  },
  {
    name: 'Catppuccin Latte',
    isDark: false,
    background: '#eff1f5',
    text: '#4c4f69',
    colours: [
      '#5c5f77',
      '#d20f39',
      '#40a02b',
      '#df8e1d',
      '#1e66f5',
      '#ea76cb',
      '#179299',
      '#acb0be',
      '#6c6f85',
      '#d20f39',
      '#40a02b',
      '#df8e1d',
      '#1e66f5',
      '#ea76cb',
      '#179299',
      '#bcc0cc',
    ],
  },
];

const colourNames = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'blackBright',
  'redBright',
  'greenBright',
  'yellowBright',
  'blueBright',
  'magentaBright',
  'cyanBright',
  'whiteBright',
];

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

const toColour = (hex: string): Colour => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [red, green, blue];
};

const rolesOf = (theme: Readonly<Record<Role, Style>>): readonly (readonly [Role, Style])[] =>
  Object.entries(theme) as [Role, Style][];

for (const { name, isDark, background, text, colours } of palettes) {
  test(`in ${name} every coloured word can be read`, (t) => {
    const answered = {
      foreground: toColour(text),
      background: toColour(background),
      blue: toColour(colours[4] ?? ''),
      cyan: toColour(colours[6] ?? ''),
    };
    // Where the terminal says nothing of its background, it may be any.
    for (const looks of [
      ...(isDark ? [false, true] : [false]).map((hasDarkBackground) => ({ hasDarkBackground })),
      { hasDarkBackground: false, colours: answered },
    ]) {
      const theme = themeOf({ colour: true, theme: 'auto', ...looks });
      const words = rolesOf(theme).filter(
        ([role, { color, backgroundColor }]) =>
          color !== undefined && backgroundColor === undefined && !signRoles.includes(role),
      );
      for (const [role, { color = '' }] of words) {
        const drawn = colours[colourNames.indexOf(color)];
        t.truthy(drawn, `${role}: ${color} is one of the 16`);
        for (const under of [background, role === 'match' ? undefined : theme.bar.backgroundColor]) {
          const ratio = contrast(drawn ?? background, under ?? background);
          t.true(ratio >= Math.min(4.5, contrast(text, background)), `${role} in ${color}: ${ratio.toFixed(2)}:1`);
        }
      }

      t.deepEqual(
        words.map(([role]) => role).filter((role) => !['key', 'accent', 'cursor', 'match'].includes(role)),
        [],
        'only the accent, the cursor in it and matches are coloured words',
      );
    }
  });

  test(`in ${name} words on both tints can be read, and the tints differ from the background`, (t) => {
    const theme = themeOf({
      colour: true,
      theme: 'auto',
      hasDarkBackground: isDark,
      colours: { foreground: toColour(text), background: toColour(background) },
    });
    for (const { backgroundColor = '', color = text } of [theme.bar, theme.selected]) {
      t.true(contrast(color, backgroundColor) >= 4.5, `${color} on ${backgroundColor}`);
      t.not(backgroundColor, background);
    }

    t.true(
      contrast(theme.selected.backgroundColor ?? '', background) >
        contrast(theme.bar.backgroundColor ?? '', background),
    );
  });
}

test('on a background in the middle of the scale, and with a foreground like the background, words can still be read', (t) => {
  for (const [text, background] of [
    ['#000000', '#808080'],
    ['#ffffff', '#808080'],
    ['#777777', '#767676'],
    ['#000000', '#000000'],
    ['#ffffff', '#ffffff'],
  ] as const) {
    const theme = themeOf({
      colour: true,
      theme: 'auto',
      hasDarkBackground: false,
      colours: { foreground: toColour(text), background: toColour(background) },
    });
    for (const { backgroundColor = '', color = text } of [theme.bar, theme.selected]) {
      t.true(contrast(color, backgroundColor) >= 4.5, `${text} on ${background}: ${color} on ${backgroundColor}`);
    }
  }
});

test('no tint without colours, in high contrast, or without an answer: the selected row is inverse', (t) => {
  const colours = { foreground: toColour('#ffffff'), background: toColour('#000000') };
  for (const looks of [
    { colour: false, theme: 'auto', colours },
    { colour: true, theme: 'none', colours },
    { colour: true, theme: 'high-contrast', colours },
    { colour: true, theme: 'auto' },
  ] as const) {
    const theme = themeOf({ hasDarkBackground: true, ...looks });
    t.true(theme.selected.inverse, JSON.stringify(looks));
    t.true(Object.values(theme).every(({ backgroundColor }) => backgroundColor === undefined));
  }
});

test('what is faint is never what is only said there, nor is anything in a theme without hue', (t) => {
  t.deepEqual(
    rolesOf(themeOf({ colour: true, theme: 'auto', hasDarkBackground: true }))
      .filter(([, { dimColor }]) => dimColor)
      .map(([role]) => role),
    ['quiet'],
  );
  for (const name of ['high-contrast', 'none'] as const) {
    t.deepEqual(
      rolesOf(themeOf({ colour: true, theme: name, hasDarkBackground: true })).filter(
        ([, { color, dimColor }]) => color !== undefined || dimColor,
      ),
      [],
      name,
    );
  }
});

test('without colours nothing is coloured, but high contrast stays', (t) => {
  const dark = { hasDarkBackground: true };
  t.deepEqual(themeOf({ colour: false, theme: 'auto', ...dark }), themeOf({ colour: true, theme: 'none', ...dark }));
  t.deepEqual(
    themeOf({ colour: false, theme: 'high-contrast', ...dark }),
    themeOf({ colour: true, theme: 'high-contrast', ...dark }),
  );
  t.deepEqual(themeOf({ colour: true, theme: 'auto', ...dark }), themeOf({ colour: true, theme: 'auto', ...dark }));
});

test('on light palettes no cyan can be read, so matches have it only where the background is known to be dark', (t) => {
  const unreadable = palettes.filter(({ background, text, colours }) =>
    ['cyan', 'cyanBright'].every(
      (name) =>
        contrast(colours[colourNames.indexOf(name)] ?? background, background) <
        Math.min(4.5, contrast(text, background)),
    ),
  );
  t.deepEqual(
    unreadable.map(({ name }) => name),
    palettes.filter(({ isDark }) => !isDark).map(({ name }) => name),
  );
  for (const [value, isDark] of [
    ['15;0', true],
    ['15;default;0', true],
    ['7;8', true],
    ['0;15', false],
    ['0;7', false],
    ['default;default', false],
    ['', false],
    ['nonsense', false],
    ['15;', false],
    ['15;10', false],
  ] as const) {
    t.is(readEnvironment({ COLORFGBG: value }).hasDarkBackground, isDark, value);
  }

  for (const hasDarkBackground of [true, false]) {
    t.like(
      themeOf({ colour: true, theme: 'auto', hasDarkBackground }).match,
      { bold: true, underline: true },
      'told without colour in any case',
    );
  }
});
