/**
 * That nothing is cut while its row has room, of the pane, the comparison of a decision, and the settings; list and
 * queue are in columns.test.ts.
 */
import test from 'ava';
import type { CategoryLabels } from '../../source/domain/category-labels.js';
import type { Int64 } from '../../source/domain/int64.js';
import { foldEntry } from '../../source/local/queue/fold-entry.js';
import { cellWidth, safeText } from '../../source/platform/text/terminal-text.js';
import { barLines } from '../../source/text/pane-lines.js';
import { type PetFacts, petPane } from '../../source/tui/words/pet-card.js';
import { entryPane, type PaneContext } from '../../source/tui/words/animal-pane.js';
import { glyphsOf } from '../../source/text/glyphs.js';
import { reviewLines } from '../../source/tui/review/review-text.js';
import { createFakeEngine, entered } from '../helpers/fake-engine.js';
import { createRandom } from '../helpers/fault-service/seeded-random.js';

const random = createRandom(19);
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
const names = [
  'Rex',
  'Shadow the Magnificent',
  'Fluffy the Third of Little Whinging',
  'שלום עולם',
  'ポチ'.repeat(9),
  'a',
  'x'.repeat(70),
];
const labels = { '3': 'Dogs', '4': 'Rodents and other small mammals', '5': 'Fish' } as CategoryLabels;
const now = Date.parse('2026-11-21T11:00:00.000Z');
const pet = () => ({
  id: String(Math.floor(random() * 9999)) as Int64,
  name: pick(names),
  categoryId: pick(['3', '4', '5']) as Int64,
  status: pick(['available', 'sold'] as const),
});

test('the pane cuts nothing at all but the names of bars, and those only where a bar has no cell to spare', (t) => {
  const snapshot = createFakeEngine({ pets: [], entries: [], now: () => now }).snapshot();
  const waiting = {
    sending: snapshot.sending,
    waitOf: () => undefined,
    lookAt: () => undefined,
    hasKey: true,
    keyOf: (action: string) => action.slice(0, 1),
  };
  for (let width = 30; width <= 90; width += 1) {
    const context: PaneContext = { width, labels, glyphs: glyphsOf('unicode', true, false), now, snapshot, waiting };
    const entry = foldEntry(entered('Q-7', pet(), '2026-11-21T10:00:00.000Z'), []);
    const facts: PetFacts = {
      story: [
        { at: '2026-11-20T10:00:00.000Z', kind: 'new', id: '7' as Int64, name: 'x' },
        { at: '2026-11-21T10:00:00.000Z', kind: 'changed', id: '7' as Int64, name: 'x', field: 'status', to: 'sold' },
      ],
      begun: '2026-11-19T10:00:00.000Z',
      namesakes: [],
      census: new Map([[undefined, 7]]),
    };
    for (const line of [...petPane(pet(), facts, [], context), ...entryPane(entry, [], context)]) {
      const text = line.map((piece) => piece.text).join('');
      t.false(text.includes('…'), `${width}: ${text}`);
      t.true(cellWidth(text) <= width, `${width}: ${text}`);
    }

    for (const [name] of barLines(
      names.map((each) => [each, 12] as const),
      context,
    )) {
      t.true(!name?.text.includes('…') || cellWidth(name.text) >= width - 10, `${width}: ${name?.text ?? ''}`);
    }
  }
});

test('a decision cuts no value while another column has cells to spare, and shows long ones in several lines', (t) => {
  for (let width = 36; width <= 100; width += 1) {
    const candidates = Array.from({ length: 1 + Math.floor(random() * 3) }, pet);
    const sent = pet();
    const entry = {
      ...foldEntry(entered('Q-7', sent, '2026-11-21T10:00:00.000Z'), []),
      state: 'review',
      review: { reason: 'Which?', candidates },
    } as never;
    const lines = reviewLines(entry, {
      labels,
      width,
      now,
      glyphs: glyphsOf('ascii', false, false),
      seenAt: () => undefined,
    }).map((line) => line.map((piece) => piece.text).join(''));
    const text = lines.join('\n');
    t.true(
      lines.every((line) => cellWidth(line) <= width),
      `${width}:\n${text}`,
    );
    const isNeedless = text.includes('…') && lines.every((line) => cellWidth(line.trimEnd()) < width - 14);
    t.false(isNeedless, `${width}:\n${text}`);
    if ([sent, ...candidates].every(({ name }) => cellWidth(safeText(name)) <= 3 * 9)) {
      t.false(text.includes('…'), `${width}:\n${text}`);
    }
  }
});
