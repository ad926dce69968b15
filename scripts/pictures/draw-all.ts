import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readPicture } from '../../test/pictures/picture.js';
import { drawSvg } from './draw-svg.js';

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/**
 * Writes every kept picture into a folder: as SVG, and one PNG for each size and scheme with all of them below each
 * other.
 */
export async function drawAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const bySize = Map.groupBy(globSync('test/pictures/*x*/*.txt').sort(), (path) => path.split('/')[2] ?? '');
  for (const [size, paths] of bySize) {
    const svgs = await Promise.all(
      paths.map(async (path) => drawSvg(await readPicture(readFileSync(path, 'utf8')), path)),
    );
    for (const [index, path] of paths.entries()) {
      writeFileSync(`${folder}/${size}-${(path.split('/')[3] ?? '').replace('.txt', '.svg')}`, svgs[index] ?? '');
    }

    for (const scheme of ['dark', 'light'] as const) {
      photograph(folder, `${size}-${scheme}`, paths, svgs, scheme);
    }
  }
}

function photograph(
  folder: string,
  name: string,
  paths: readonly string[],
  svgs: readonly string[],
  scheme: 'dark' | 'light',
): void {
  if (chromium === undefined) {
    return;
  }

  const [, width = '0', height = '0'] = /width="(\d+)" height="(\d+)"/.exec(svgs[0] ?? '') ?? [];
  // Several beside each other, about as wide as a large screen.
  const columns = Math.max(1, Math.round(1900 / Number(width)));
  // Without a system that prefers one, the page's own style decides the scheme.
  const forced = svgs.map((svg) =>
    svg.replace('@media(prefers-color-scheme:light)', scheme === 'light' ? '@media all' : '@media not all'),
  );
  const page = resolve(folder, `${name}.html`);
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#888;display:grid;grid-template-columns:repeat(${columns},${Number(width)}px);gap:4px;font:14px sans-serif">${forced.map((svg, index) => `<div>${paths[index] ?? ''}<br>${svg}</div>`).join('')}`,
  );
  execFileSync(
    chromium,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--hide-scrollbars',
      `--window-size=${columns * (Number(width) + 4)},${Math.ceil(svgs.length / columns) * (Number(height) + 28)}`,
      `--screenshot=${resolve(folder, `${name}.png`)}`,
      `file://${page}`,
    ],
    { stdio: 'ignore' },
  );
}
