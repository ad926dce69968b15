/** The pictures of the documents: what `npm run docs` makes of the real terminal, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import test from 'ava';
import { drawDocuments } from '../../tools/pictures/draw-documents.js';
import { chromium, openPage } from '../helpers/chromium.js';

const read = (path: string): string => readFileSync(path, 'utf8');
const moving = read('docs/screenshots/offline.svg');
const onUnix = process.platform === 'win32' ? test.skip : test;
const inBrowser = chromium === undefined ? test.skip : test;

onUnix('the pictures in the documents are what the program shows; else: npm run docs', async (t) => {
  const drawn = await drawDocuments(read);
  for (const [name, svg] of drawn) {
    t.true(svg === read(`docs/screenshots/${name}.svg`), `${name}.svg`);
  }

  t.deepEqual(
    readdirSync('docs/screenshots')
      .filter((file) => file.endsWith('.svg'))
      .sort(),
    [...drawn.keys()].map((name) => `${name}.svg`).sort(),
  );
});

test('the moving picture is small, short, without a script and in both colour schemes', (t) => {
  t.true(Buffer.byteLength(moving) <= 76_000, `${Buffer.byteLength(moving)} bytes`);
  const lengths = new Set(Array.from(moving.matchAll(/animation:\S+ (\d+)ms/g), ([, ms]) => Number(ms)));
  t.is(lengths.size, 1);
  t.true(
    [...lengths].every((ms) => ms <= 20_000),
    [...lengths].join(),
  );
  t.notRegex(moving, /<script|javascript:|\son\w+=|href=|url\(|@import/i);
  t.regex(moving, /@media\(prefers-color-scheme:light\)/);
  t.regex(moving, /@media\(prefers-reduced-motion:reduce\)/);
});

type Seen = {
  readonly isWellFormed: boolean;
  readonly text: string;
  readonly background: string;
  readonly running: number;
};

const look = `(() => {
  const shown = [...document.querySelectorAll('text')].filter((text) => getComputedStyle(text).visibility === 'visible');
  return {
    isWellFormed: document.documentElement.localName === 'svg' && document.querySelector('parsererror') === null,
    text: shown.map((text) => text.textContent).join('\\n'),
    background: getComputedStyle(document.querySelector('rect')).fill,
    running: document.getAnimations().filter(({ playState }) => playState === 'running').length,
  };
})()`;

for (const scheme of ['dark', 'light']) {
  inBrowser(`in a browser without motion the moving picture stands still at its end, ${scheme}`, async (t) => {
    const page = await openPage(t);
    await page.call('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-reduced-motion', value: 'reduce' },
        { name: 'prefers-color-scheme', value: scheme },
      ],
    });
    await page.load(`file://${process.cwd()}/docs/screenshots/offline.svg`);
    const { isWellFormed, text, background, running } = (await page.evaluate(look)) as Seen;
    t.true(isWellFormed);
    t.is(running, 0);
    t.is(background, scheme === 'dark' ? 'rgb(27, 29, 35)' : 'rgb(255, 255, 255)');
    for (const name of ['Biscuit', 'Pepper']) {
      t.is(text.split(name).length - 1, 1, `${name} is there once:\n${text}`);
    }

    t.regex(text, /\b78\b[^]*Pepper[^]*\b77\b[^]*Biscuit/);
    t.notRegex(text, /Q-\d/);
  });
}

inBrowser('in a browser the moving picture moves, and asks nobody for anything', async (t) => {
  const page = await openPage(t);
  await page.load(`file://${process.cwd()}/docs/screenshots/offline.svg`);
  const { running, text } = (await page.evaluate(look)) as Seen;
  t.true(running > 0);
  t.notRegex(text, /Biscuit/);
  t.is(page.asked.length, 1, page.asked.join('\n'));
});
