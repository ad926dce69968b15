import { firstThatFits, splitCurrent } from './first-that-fits.js';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import { animalAtCursor, queueFindings } from '../actions/cursor.js';
import { useApp, useSnapshot, useTheme, useUi, type App } from '../app-context.js';
import { dropText } from '../form/open-form.js';
import { awaySummary } from '../actions/tell-away.js';
import { countMarks } from '../marks/marks.js';
import { currentScreen, type Mode, queueTabs, type QueueTab, type Screen } from '../state/ui-state.js';
import { Line } from '../components/line.js';
import { ToneLine } from '../components/tone-line.js';
import { TabBar } from './tab-bar.js';

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
  return screen.name === 'queue' ? (
    <ToneLine pieces={splitCurrent(title)} />
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
      return [`${screen.localId} needs your decision`];
    case 'settings':
      return ['Settings'];
    case 'activity': {
      const summary = awaySummary(app);
      return [...(summary === undefined ? [] : [`Activity  ${summary}`]), 'Activity'];
    }
    case 'help':
      return [`Keys: ${modeTitles[screen.of] ?? screen.of}`];
  }
}

/** What is said of a draft stands right above the fields, where a person looks. */
function formTitles(app: App, { stale, like, editing }: Extract<Screen, { name: 'form' }>): readonly string[] {
  if (like !== undefined) {
    return [`Add another like ${like}`];
  }

  if (stale !== undefined) {
    const drops = dropText(app, ',', 'drops');
    const longest = `Add an animal  Not saved yet: typing replaces it${drops === '' ? '' : `${drops} it`}.`;
    return [
      longest,
      `Unsaved: type to replace${drops}`,
      drops === '' ? 'Unsaved' : `Unsaved${dropText(app, ';', 'drops it')}`,
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
  activity: 'the activity log',
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
    'pet' in row ? [`#${row.pet.id}`, row.pet, ''] : [row.entry.localId, row.entry, `  ${row.entry.state}`];
  const { columns } = app.model.get().size;
  return [`${id}  ${truncateCells(name, Math.max(4, columns - cellWidth(`${id}  ${state}`)))}${state}`];
}

const queueTabNames: Readonly<Record<QueueTab, string>> = {
  open: 'Open',
  sent: 'Sent',
  discarded: 'Discarded',
};

/** `[Open 3]  Sent 0  Discarded 0`, and how many are marked; shorter where there is no room. */
function queueTitles(app: App): readonly string[] {
  const { queueTab } = app.model.get();
  const { counts } = queueFindings(app);
  const marked = countMarks(app);
  const write = (tabs: readonly QueueTab[], separator: string): string =>
    tabs
      .map((tab) => {
        const text = `${queueTabNames[tab]} ${counts[tab]}`;
        return tab === queueTab ? `[${text}]` : text;
      })
      .join(separator);
  const end = marked === 0 ? '' : `   ${marked} marked`;
  return [write(queueTabs, '  ') + end, write(queueTabs, ' ') + end, write([queueTab], '') + end];
}
