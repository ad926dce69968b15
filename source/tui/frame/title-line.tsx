import { firstThatFits, splitCurrent } from './first-that-fits.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import { stateWord } from '../../text/queue/entry-text.js';
import { queueSectionNames } from '../../text/queue/queue-sections.js';
import type { QueueRows } from '../models/queue-rows.js';
import { sectionOfRow } from '../models/sections.js';
import { reviewQuestion } from '../../text/queue/review-text.js';
import { layOutBody } from '../layout.js';
import { reviewPlace } from '../review/review-parts.js';
import { animalAtCursor, cursorIndex, findEntry, logRows, queueRows } from '../actions/cursor.js';
import { useApp, useSnapshot, useTheme, useUi, type App } from '../app-context.js';
import { emptyText } from '../form/form-keys.js';
import { awaySummary } from '../actions/tell-away.js';
import { countMarks } from '../marks/marks.js';
import { type ActivityFilter, currentScreen, type Mode, type Screen } from '../state/ui-state.js';
import { Line, ToneLine } from '../components/line.js';
import { TabBar } from './tab-bar.js';
import { isToldByLooks } from './tabs.js';

/** Row 2: what the body shows. */
export function TitleLine() {
  const app = useApp();
  const theme = useTheme();
  const state = useUi();
  useSnapshot();
  const screen = currentScreen(state);
  if (screen.name === 'list') {
    return <TabBar />;
  }

  const title = fitCells(firstThatFits(titlesOf(app, screen), state.size.columns), state.size.columns);
  return screen.name === 'queue' || screen.name === 'review' || screen.name === 'activity' ? (
    <ToneLine pieces={splitCurrent(title, isToldByLooks(state))} />
  ) : (
    <Line text={title} style={theme.title} />
  );
}

/** From the longest form to the shortest. */
function titlesOf(app: App, screen: Exclude<Screen, { name: 'list' }>): readonly string[] {
  switch (screen.name) {
    case 'opening':
      return [''];
    case 'first-run':
      return ['Welcome'];
    case 'connect':
      return [screen.changing === undefined ? 'Connect to a store' : `The address of ${screen.changing}`];
    case 'view':
      return animalTitles(app);
    case 'found':
      return [
        screen.found.type === 'pet'
          ? `#${screen.found.pet.id}  ${safeText(screen.found.pet.name)}`
          : `${screen.found.entry.localId}  ${safeText(screen.found.entry.name)}`,
      ];
    case 'form':
      return formTitles(app, screen);
    case 'mistakes':
      return [safeText(screen.title)];
    case 'queue':
      return queueTitles(app);
    case 'review':
      return reviewTitles(app, screen.localId);
    case 'settings':
      return ['Settings'];
    case 'activity':
      return activityTitles(app);
    case 'help':
      return [`Keys: ${modeTitles[screen.of] ?? screen.of}`];
  }
}

/** What is said of a draft stands right above the fields, where a person looks. */
function formTitles(app: App, { kept, like, editing }: Extract<Screen, { name: 'form' }>): readonly string[] {
  if (like !== undefined) {
    return [`Add another like ${like}`];
  }

  if (kept !== undefined) {
    const empties = emptyText(app, ';', 'empties it');
    return [
      `Add an animal  Goes on with what you typed before${empties}.`,
      `What you typed before${empties}`,
      `Typed before${emptyText(app, ';', 'empties')}`,
    ];
  }

  return [editing === undefined ? 'Add an animal' : `Edit ${editing}`];
}

const modeTitles: Readonly<Partial<Record<Mode, string>>> = {
  list: 'the list',
  view: 'details',
  found: 'details',
  queue: 'the queue',
  review: 'a decision',
  settings: 'settings',
  activity: 'activity',
  'first-run': 'welcome',
};

/**
 * `Q-1  Shadow the Magnificent  rejected`; where there is no room, of the name, which stands below too, what there is
 * room for.
 */
function animalTitles(app: App): readonly string[] {
  const row = animalAtCursor(app);
  if (!row) {
    return [''];
  }

  const [id, { name }, state] =
    'pet' in row ? [`#${row.pet.id}`, row.pet, ''] : [row.entry.localId, row.entry, `  ${stateWord(row.entry.state)}`];
  const { columns } = app.model.get().size;
  return [`${id}  ${truncateCells(name, Math.max(4, columns - cellWidth(`${id}  ${state}`)))}${state}`];
}

const filterNames: Readonly<Record<ActivityFilter, string>> = {
  all: 'All',
  yours: 'Yours',
  animals: 'Animals',
  connection: 'Connection',
};

/** `[All 20]  Yours 9  Animals 10  Connection 1`, and what happened while the app was closed. */
function activityTitles(app: App): readonly string[] {
  const { counts } = logRows(app);
  const { activityFilter } = app.model.get();
  const tabs = Object.entries(filterNames).map(([filter, name]) => {
    const text = `${name} ${counts[filter as ActivityFilter]}`;
    return filter === activityFilter ? `[${text}]` : text;
  });
  const summary = awaySummary(app);
  return [
    ...(summary === undefined ? [] : [`${tabs.join('  ')}   ${summary}`]),
    tabs.join('  '),
    tabs.join(' '),
    `[${filterNames[activityFilter]} ${counts[activityFilter]}]`,
  ];
}

/** The question, where it does not stand in the pane; there the queue has its own title. */
function reviewTitles(app: App, localId: string): readonly string[] {
  const entry = findEntry(app, localId);
  if (!entry || layOutBody(app.model.get()).pane) {
    return queueTitles(app);
  }

  const question = reviewQuestion(entry);
  return [`${question}   ${reviewPlace(app, localId)}`, question];
}

/** `[Needs you 3]  Waiting 2  Held 1`, and how many are marked; shorter where there is no room. */
function queueTitles(app: App): readonly string[] {
  const rows = queueRows(app);
  const marked = countMarks(app);
  const present = sectionOfRow(rows, cursorIndex(app, 'queue'))?.key;
  const write = (sections: QueueRows['sections'], separator: string): string =>
    sections
      .map(({ key, count }) => {
        const text = `${queueSectionNames[key]} ${count}`;
        return key === present ? `[${text}]` : text;
      })
      .join(separator) + (marked === 0 ? '' : `   ${marked} marked`);
  const { sections } = rows;
  return [
    write(sections, '  '),
    write(sections, ' '),
    write(
      sections.filter(({ key }) => key === present),
      '',
    ),
  ];
}
