/**
 * `npm run screenshots`: the pictures for the documents, in `docs/screenshots/`, from the cells that `test/pictures/`
 * compares, and the moving one from a session of its own. With a folder as argument (`npm run screenshots --
 * /tmp/pictures`): every picture there is, as SVG and, if a Chromium is installed, as PNG, dark and light, for looking
 * at.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { drawDocuments } from './pictures/draw-documents.js';
import { drawAll } from './pictures/draw-all.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  mkdirSync('docs/screenshots', { recursive: true });
  for (const [name, svg] of await drawDocuments((path) => readFileSync(path, 'utf8'))) {
    writeFileSync(`docs/screenshots/${name}.svg`, svg);
  }
} else {
  await drawAll(folder);
}
