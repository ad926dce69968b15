import { basename } from 'node:path';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import { reviewQuestion } from '../review/review-text.js';
import { countText } from '../../text/count-text.js';
import { isQueued, titleOf } from '../../text/animal/pet-texts.js';
import { inset, layOutBody } from '../layout.js';
import { reviewPlace } from '../review/review.js';
import { animalAtCursor, findEntry } from '../actions/cursor.js';
import { keyText, useDrawing, type App } from '../app-context.js';
import { awaySummary } from '../actions/session.js';
import { currentScreen, type Screen, type ScreenOf } from '../state/ui-state.js';
import { firstThatFits, ToneLine } from '../components/line.js';
import { totalsLine } from './header.js';

/** Row 2: what the body shows. */
export function TitleLine() {
  const { app, state } = useDrawing();
  const screen = currentScreen(state);
  const { columns } = state.size;
  const forms = (titles[screen.name] as TitleOf<Screen['name']> | undefined)?.(app, screen);
  const text = forms && ` ${fitCells(firstThatFits(forms, columns - inset), columns - inset)}`;
  return <ToneLine pieces={text === undefined ? totalsLine(app) : [{ text, tone: 'strong' }]} />;
}

type TitleOf<Name extends Screen['name']> = (app: App, screen: ScreenOf<Name>) => readonly string[] | undefined;

/** From the longest form to the shortest; absent: tabs stand there. */
const titles: { readonly [Name in Screen['name']]?: TitleOf<Name> } = {
  'first-run': (_, { opening }) => [opening ? '' : 'Welcome'],
  connect: (_, { changing }) => [changing === undefined ? 'Connect to a store' : `The address of ${changing}`],
  view: (app) => [animalTitle(app)],
  form: formTitles,
  report: (_, { title }) => [safeText(title)],
  import: importTitles,
  review: reviewTitles,
  activity: (app) => [awaySummary(app) ?? 'Activity'],
};

/** What is said of a draft stands right above the fields, where a person looks. */
function formTitles(app: App, { kept, like, editing }: ScreenOf<'form'>): readonly string[] {
  if (like !== undefined) {
    return [`Add another like ${like}`];
  }

  if (kept !== undefined) {
    const empties = keyText(app, 'drop-draft', 'empties it', ';');
    return [
      `Add an animal  You typed this before: typing replaces it, → keeps it${empties}.`,
      'You typed this before: typing replaces it, → keeps it',
      'Typed before; → keeps it',
    ];
  }

  if (editing !== undefined) {
    return [`Edit ${editing}`];
  }

  const back =
    app.model.get().replaced.length === 0 ? '' : keyText(app, 'bring-back', 'brings back what stood here.', ' ');
  return [`Add an animal${back}`, 'Add an animal'];
}

function importTitles(_: App, { path, step }: ScreenOf<'import'>): readonly string[] {
  const file = safeText(basename(path));
  if (step.type === 'columns') {
    return [`Import ${file}`];
  }

  const count = `Import ${countText(step.plan.fresh.length, 'animal')}`;
  return [`${count} from ${file}`, count];
}

/** `Q-1  Shadow the Magnificent  rejected`; of the name, which stands below too, what there is room for. */
function animalTitle(app: App): string {
  const animal = animalAtCursor(app);
  if (!animal) {
    return '';
  }

  const id = titleOf(animal);
  const state = isQueued(animal) ? `  ${animal.state}` : '';
  const { columns } = app.model.get().size;
  return `${id}  ${truncateCells(animal.name, Math.max(4, columns - inset - cellWidth(`${id}  ${state}`)))}${state}`;
}

/** The question, where it does not stand in the pane, beside the list with its tabs. */
function reviewTitles(app: App, { localId }: ScreenOf<'review'>): readonly string[] | undefined {
  const entry = findEntry(app, localId);
  if (!entry || layOutBody(app.model.get()).pane) {
    return undefined;
  }

  const question = reviewQuestion(entry);
  return [`${question}   ${reviewPlace(app, localId)}`, question];
}
