/**
 * The one key table. A binding carries its keys, its modes, its deed and the words for it: the footer and the help are
 * made from the same rows that run, so they cannot lie.
 *
 * The keys `[`, `]` and the capitals A to D stay free: late ends of split arrow keys look like them.
 */
import { adoptTyped, answerReview, disown, moveAnswer, nextReview, recognised } from '../review/review.js';
import {
  askForViewName,
  changeSort,
  changeTab,
  goToSection,
  keepView,
  openViewAt,
  reverseSort,
  sortBy,
} from '../list/arrange.js';
import { changeTabOf, clearFilter, completeFilter, keepFilter, openFilter, recallFilter } from '../list/filter-line.js';
import { answerQuestion } from './confirm.js';
import { animalAtCursor, moveCursor } from '../actions/cursor.js';
import { choiceKeys } from '../state/form-fields.js';
import { formOf, isNewAnimal } from '../form/form-state.js';
import {
  askForField,
  bringBackDraft,
  chooseByKey,
  emptyForm,
  leaveForm,
  moveFocus,
  openAddForm,
  openCloneForm,
  openEditForm,
  openSuggestions,
  readField,
} from '../form/form-keys.js';
import { saveAndAddAnother, saveForm } from '../form/save-form.js';
import {
  goBack,
  goTo,
  needsVerdict,
  openHelp,
  openVerdict,
  openView,
  scrollBy,
  scrollPage,
} from '../actions/navigate.js';
import { allows, changeByKey, type KeyVerb, listInQuestion, wouldDo } from '../queue/change-queue.js';
import { canUndo, redo, undo } from '../queue/undo.js';
import { changeBars, movePane, scrollPane } from '../pane/panes.js';
import { copyAnimal, dropMarks, markAll, toggleMark, toggleRange } from '../marks/marks.js';
import { refresh, syncNow } from '../actions/refresh.js';
import { moveConnectFocus, submitConnect } from '../first-run/connect.js';
import { canChange, enterSetting, saveKey, saveRefreshInterval } from '../settings/settings.js';
import { endJump, openJump, repeatJump } from '../list/jump.js';
import { clearSearch, openSearch } from '../view/help-text.js';
import { saveLabel } from '../list/name-category.js';
import { activityHint, filterActivity, openActivity, openActivityRow } from '../activity/open-activity.js';
import type { KeyTable } from '../../app/preferences/bind-keys.js';
import { verbs } from '../../domain/verbs.js';
import type { App, Binding } from '../app-context.js';
import type { LineEdit } from '../input/line.js';
import { completeCommand, moveChoice, openPalette, recallCommand, runPaletteCommand } from '../palette/choose-item.js';
import type { Mode } from '../state/ui-state.js';
import { animals, bind, everywhere, fixed, lists, pages, screens, texts, typing } from './bind.js';

const edit = (op: Exclude<LineEdit, { text: string }>['op']) => (app: App) =>
  app.model.dispatch({ type: 'edited', edit: { op } });

/** The hint if there is an animal under the cursor. */
const ofAnimal = (hint: string) => (app: App) => (animalAtCursor(app) ? hint : undefined);

const openHint = (app: App): string | undefined => (needsVerdict(app) ? 'decide' : ofAnimal('view')(app));

const move = (rows: 1 | -1) => (app: App) => moveCursor(app, { rows });

const endJumpAndMove = (rows: 1 | -1) => (app: App) => {
  endJump(app);
  moveCursor(app, { rows });
};

const answer = (app: App): void => app.model.dispatch({ type: 'answered' });

/** Screens that a number leads away from: in a decision it is an answer. */
const numbered = screens.filter((mode) => mode !== 'review');

const changes = new Map<KeyVerb, (app: App) => void>();

/** A verb of the queue. Two verbs of one key share its action, which goes by the animals. */
function verb(name: KeyVerb, key: string, does: string, modes: readonly Mode[] = animals): Binding {
  const action = verbs[name].otherwise ?? name;
  const run = changes.get(action) ?? ((app: App) => changeByKey(app, action));
  changes.set(action, run);
  return { action, keys: [key], modes, does, hint: name, when: (app) => wouldDo(app, name), run };
}

/** In the order in which help and footer show them; the first that fits a key counts. */
export const keymap: readonly Binding[] = [
  bind('open', 'enter', 'list', 'show every field', { hint: openHint, run: openView }),
  bind('open', 'enter', 'queue', 'show its history, or decide', { hint: openHint, run: openView }),
  bind('change-setting', 'enter', 'settings', 'change', { hint: 'change', when: canChange, run: enterSetting }),
  bind('change-setting', 'enter', 'settings', 'show it whole, if it cannot be changed', {
    hint: 'show',
    when: (app) => !canChange(app),
    run: enterSetting,
  }),
  bind('decide', 'enter', 'view', 'decide (review)', { hint: 'decide', when: needsVerdict, run: openVerdict }),
  fixed('enter', 'first-run', 'choose it', { hint: 'choose' }),
  fixed('enter', 'review', 'choose this answer', { hint: 'choose', run: (app) => answerReview(app) }),
  fixed(['1', '2', '3', '4', '5', '6', '7', '8', '9'], 'review', 'choose the answer of this number', {
    run: answerReview,
  }),
  fixed(['j', 'down'], 'review', 'next answer', { run: (app) => moveAnswer(app, 1) }),
  fixed(['k', 'up'], 'review', 'previous answer', { run: (app) => moveAnswer(app, -1) }),
  bind('add', 'a', ['list', 'queue', 'view'], 'add an animal', { hint: 'add', run: openAddForm }),
  bind('clone', 'c', animals, 'add another like this one', { hint: ofAnimal('clone'), run: openCloneForm }),
  bind('filter', '/', ['list', 'queue'], 'filter: luna cat:dogs is:sold id:500.. -word', {
    hint: 'filter',
    run: openFilter,
  }),
  bind('edit', 'e', animals, 'edit (queued)', { hint: 'edit', when: (app) => allows(app, 'edit'), run: openEditForm }),
  bind('edit-marked', 'E', ['list', 'queue'], 'edit one field of all marked animals', { run: askForField }),
  bind('next-decision', 'n', 'review', 'the next that needs your decision', { hint: 'next', run: nextReview }),
  verb('retry', 'R', 'try again now (queued)'),
  verb('discard', 'd', 'discard (queued)', [...animals, 'review']),
  verb('restore', 'R', 'restore (discarded)'),
  verb('hold', 'z', 'hold: not sent until released (queued)'),
  verb('release', 'z', 'release (held)'),
  bind('not-mine', 'm', animals, 'this is not my animal (recognised)', {
    hint: 'not mine',
    when: (app) => recognised(app) !== undefined,
    run: disown,
  }),
  bind('undo', 'u', animals, 'undo: an add not yet sent, a discard, hold or edit', {
    hint: (app) => (canUndo(app) ? 'undo' : undefined),
    run: (app) => bringBackDraft(app) || undo(app),
  }),
  bind('redo', ['U', 'ctrl-r'], animals, 'redo', { run: redo }),
  bind('mark', ' ', ['list', 'queue'], 'mark, and go down', { hint: ofAnimal('mark'), run: toggleMark }),
  bind('mark-range', 'v', ['list', 'queue'], 'begin or end a range of marks', { run: toggleRange }),
  bind('mark-all', '*', ['list', 'queue'], 'mark all shown animals', { run: markAll }),
  bind('mark-none', '-', ['list', 'queue'], 'take the marks away', { run: dropMarks }),
  bind('next-tab', 'tab', 'list', 'next status', { hint: 'status', run: (app) => changeTab(app, 1) }),
  bind('previous-tab', 'shift-tab', 'list', 'previous status', { run: (app) => changeTab(app, -1) }),
  bind('next-tab', 'tab', 'queue', 'next section', { hint: 'section', run: (app) => goToSection(app, 1) }),
  bind('previous-tab', 'shift-tab', 'queue', 'previous section', { run: (app) => goToSection(app, -1) }),
  bind('sort-next', 's', 'list', 'sort by the next column', { hint: 'sort', run: changeSort }),
  bind('sort-reverse', 'S', 'list', 'reverse the sort', { run: reverseSort }),
  bind('sort-by-id', 'o i', 'list', 'sort by id', { run: (app) => sortBy(app, 'id') }),
  bind('sort-by-name', 'o n', 'list', 'sort by name', { run: (app) => sortBy(app, 'name') }),
  bind('sort-by-category', 'o c', 'list', 'sort by category', { run: (app) => sortBy(app, 'category') }),
  bind('sort-by-status', 'o s', 'list', 'sort by status', { run: (app) => sortBy(app, 'status') }),
  fixed('enter', 'activity', 'show that animal, or each of a run', { hint: activityHint, run: openActivityRow }),
  bind('next-tab', 'tab', 'activity', 'next kind', { hint: 'kind', run: (app) => filterActivity(app, 1) }),
  bind('previous-tab', 'shift-tab', 'activity', 'previous kind', { run: (app) => filterActivity(app, -1) }),
  bind('filter', '/', 'activity', 'search what happened', { hint: 'search', run: openJump }),
  bind('jump-next', 'n', 'activity', 'the next row that has the words', { run: (app) => repeatJump(app, 1) }),
  bind('jump-previous', 'N', 'activity', 'the previous such row', { run: (app) => repeatJump(app, -1) }),
  bind('jump', 'f', ['list', 'queue'], 'jump to the next name that begins so', { run: openJump }),
  bind('jump-next', 'n', ['list', 'queue'], 'the next such name', { run: (app) => repeatJump(app, 1) }),
  bind('jump-previous', 'N', ['list', 'queue'], 'the previous such name', { run: (app) => repeatJump(app, -1) }),
  bind('filter', '/', 'help', 'search these keys', { hint: 'search', run: openSearch }),
  bind('keep-view', 'V', 'list', 'keep tab, filter and sort as a view', { run: askForViewName }),
  bind('open-view', ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'], lists, 'open a view', {
    run: openViewAt,
  }),
  bind('refresh', 'r', ['list', 'view'], 'refresh the list', { hint: 'refresh', run: refresh }),
  bind('sync', 'r', 'queue', 'check, send and refresh now', { hint: 'sync', run: syncNow }),
  bind('down', ['j', 'down', 'ctrl-n'], lists, 'down', { run: move(1) }),
  bind('up', ['k', 'up', 'ctrl-p'], lists, 'up', { run: move(-1) }),
  bind('down', ['j', 'down'], 'view', 'next animal', { hint: 'next', run: move(1) }),
  bind('up', ['k', 'up'], 'view', 'previous animal', { hint: 'previous', run: move(-1) }),
  bind('first', ['g g', 'home'], [...lists, 'view'], 'first', { run: (app) => moveCursor(app, { to: 'first' }) }),
  bind('last', ['G', 'end'], [...lists, 'view'], 'last', { run: (app) => moveCursor(app, { to: 'last' }) }),
  bind('half-page-down', 'ctrl-d', lists, 'half a page down', { run: (app) => moveCursor(app, { pages: 0.5 }) }),
  bind('half-page-up', 'ctrl-u', lists, 'half a page up', { run: (app) => moveCursor(app, { pages: -0.5 }) }),
  bind('page-down', ['pagedown', 'ctrl-f'], lists, 'a page down', { run: (app) => moveCursor(app, { pages: 1 }) }),
  bind('page-up', ['pageup', 'ctrl-b'], lists, 'a page up', { run: (app) => moveCursor(app, { pages: -1 }) }),
  bind('page-down', ['ctrl-d', 'pagedown'], texts, 'a page down', { run: (app) => scrollPage(app, 1) }),
  bind('page-up', ['ctrl-u', 'pageup'], texts, 'a page up', { run: (app) => scrollPage(app, -1) }),
  bind('down', ['j', 'down'], pages, 'scroll down', { hint: 'down', run: (app) => scrollBy(app, 1) }),
  bind('up', ['k', 'up'], pages, 'scroll up', { hint: 'up', run: (app) => scrollBy(app, -1) }),
  bind('first', ['g g', 'home'], pages, 'to the start', { run: (app) => scrollBy(app, -Infinity) }),
  bind('last', ['G', 'end'], pages, 'to the end', { run: (app) => scrollBy(app, Infinity) }),
  bind('pane-down', 'J', [...lists, 'help'], 'scroll the pane down', { run: (app) => scrollPane(app, 1) }),
  bind('pane-up', 'K', [...lists, 'help'], 'scroll the pane up', { run: (app) => scrollPane(app, -1) }),
  bind('move-pane', 'p', [...lists, 'review', 'help'], 'the pane: beside, below, away', { run: movePane }),
  bind('bars', 'b', ['list', 'queue'], 'count in the pane by category, by status, or not', { run: changeBars }),
  bind('copy-id', 'y', [...animals, 'found'], 'copy the id', { run: (app) => copyAnimal(app, 'id') }),
  bind('copy-json', 'Y', [...animals, 'found'], 'copy as JSON', { run: (app) => copyAnimal(app, 'json') }),

  fixed('enter', 'filter', 'keep the filter', { hint: 'keep', run: keepFilter }),
  fixed('escape', 'filter', 'clear the filter', { hint: 'clear', run: clearFilter }),
  bind('next-match', ['down', 'ctrl-n'], 'filter', 'next match', { run: move(1) }),
  fixed('up', 'filter', 'previous match; in an empty line the filters before', { run: recallFilter }),
  bind('complete', 'tab', 'filter', 'complete cat: or is:, else the next status', {
    hint: 'complete',
    run: completeFilter,
  }),
  bind('complete-back', 'shift-tab', 'filter', 'previous status', { run: (app) => changeTabOf(app, -1) }),
  fixed('enter', 'command', 'run', { hint: 'run', run: runPaletteCommand }),
  bind('complete', 'tab', 'command', 'complete', { hint: 'complete', run: completeCommand }),
  bind('next-match', ['down', 'ctrl-n'], 'command', 'next choice', { run: (app) => moveChoice(app, 1) }),
  fixed('up', 'command', 'previous choice; in an empty line the commands before', { run: recallCommand }),
  bind('previous-match', 'ctrl-p', 'command', 'previous choice', { run: (app) => moveChoice(app, -1) }),
  bind('previous-match', 'ctrl-p', 'filter', 'previous match', { run: move(-1) }),
  fixed(['enter', 'escape'], 'jump', 'stay here', { hint: 'stay', run: endJump }),
  bind('next-match', ['down', 'ctrl-n'], 'jump', 'stay, and go down', { run: endJumpAndMove(1) }),
  bind('previous-match', ['up', 'ctrl-p'], 'jump', 'stay, and go up', { run: endJumpAndMove(-1) }),
  fixed('enter', 'search', 'keep these rows', { hint: 'keep', run: answer }),
  fixed('enter', 'log-search', 'go to the first row that has the words', { hint: 'go', run: endJump }),
  fixed('escape', 'search', 'show all keys', { hint: 'show all', run: clearSearch }),
  fixed('enter', 'api-key', 'save the key', { hint: 'save', run: saveKey }),
  fixed('enter', 'label', 'save the name', { hint: 'save', run: saveLabel }),
  fixed('enter', 'seconds', 'save', { hint: 'save', run: saveRefreshInterval }),
  fixed('enter', 'field', 'change it in all, after a question', { hint: 'change', run: readField }),
  fixed('enter', 'view-name', 'keep the view', { hint: 'keep', run: keepView }),
  fixed('enter', 'pet-id', 'it is this one', { hint: 'adopt', run: adoptTyped }),
  fixed('escape', ['command', 'api-key', 'label', 'pet-id', 'seconds', 'field', 'view-name', 'log-search'], 'cancel', {
    hint: 'cancel',
    run: answer,
  }),
  fixed('y', 'confirm', 'yes', { hint: 'yes', run: (app) => answerQuestion(app, true) }),
  fixed('l', 'confirm', 'list the animals it is about', { run: listInQuestion }),
  fixed(['n', 'escape', 'enter', 'q'], 'confirm', 'no', { hint: 'no', run: (app) => answerQuestion(app, false) }),

  bind('save', 'ctrl-s', ['form', 'choices'], 'save', { hint: 'save', run: saveForm }),
  bind('save-and-another', 'ctrl-o', ['form', 'choices'], 'save, and another of its category and status', {
    hint: 'another',
    when: isNewAnimal,
    run: saveAndAddAnother,
  }),
  fixed('enter', 'form', 'next field', { run: (app) => moveFocus(app, 1) }),
  bind('next-field', 'tab', ['form', 'choices'], 'next field', { hint: 'next', run: (app) => moveFocus(app, 1) }),
  bind('previous-field', 'shift-tab', ['form', 'choices'], 'previous field', { run: (app) => moveFocus(app, -1) }),
  fixed('down', 'form', 'to the known categories', { run: openSuggestions }),
  fixed('up', 'form', 'previous field', { run: (app) => moveFocus(app, -1) }),
  fixed(['j', 'k', 'down', 'up'], ['choices', 'first-run'], 'choose', {}),
  fixed(['left', 'right'], 'choices', 'the choice beside', {}),
  fixed(choiceKeys, 'choices', 'the choice that begins so, or not set', { run: chooseByKey }),
  fixed('enter', 'choices', 'save (at the end)', { hint: 'save', when: (app) => formOf(app)?.focus === 'finish' }),
  fixed('enter', 'choices', 'use this category', { hint: 'use', when: (app) => formOf(app)?.focus === 'suggestions' }),
  bind('drop-draft', 'ctrl-x', ['form', 'choices'], 'an empty form (a new animal); undo brings it back', {
    hint: 'empty',
    when: (app) => formOf(app)?.kept !== undefined,
    run: emptyForm,
  }),
  fixed('escape', ['form', 'choices'], 'leave; the draft is kept', { hint: 'leave', run: leaveForm }),
  fixed('enter', 'connect', 'go on', { hint: 'go on', run: submitConnect }),
  bind('next-field', ['tab', 'down'], 'connect', 'next field', {
    hint: 'next',
    run: (app) => moveConnectFocus(app, 1),
  }),
  bind('previous-field', ['shift-tab', 'up'], 'connect', 'previous field', { run: (app) => moveConnectFocus(app, -1) }),
  fixed('escape', 'connect', 'back', { hint: 'back', run: goBack }),

  bind('cursor-left', ['left', 'ctrl-b'], typing, 'left', { run: edit('left') }),
  bind('cursor-right', ['right', 'ctrl-f'], typing, 'right', { run: edit('right') }),
  bind('line-start', ['home', 'ctrl-a'], typing, 'to the start', { run: edit('home') }),
  bind('line-end', ['end', 'ctrl-e'], typing, 'to the end', { run: edit('end') }),
  bind('delete-left', 'backspace', typing, 'delete to the left', { run: edit('backspace') }),
  bind('delete-right', ['delete', 'ctrl-d'], typing, 'delete to the right', { run: edit('delete') }),
  bind('delete-word', 'ctrl-w', typing, 'delete the word before', { run: edit('kill-word') }),
  bind('delete-before', 'ctrl-u', typing, 'delete everything before', { run: edit('kill-before') }),
  bind('delete-after', 'ctrl-k', typing, 'delete everything after', { run: edit('kill-after') }),

  bind('show-pets', '1', numbered, 'pets', { run: (app) => goTo(app, 'list') }),
  bind('show-queue', '2', numbered, 'queue', { run: (app) => goTo(app, 'queue') }),
  bind('show-log', ['3', '!'], numbered, 'activity, also while you were away', { run: openActivity }),
  bind('show-settings', '4', numbered, 'settings', { run: (app) => goTo(app, 'settings') }),
  bind('palette', ':', screens, 'go to an id, or run a command', { hint: 'commands', run: openPalette }),
  fixed('escape', 'list', 'take the marks away, else clear the filter', { run: clearFilter }),
  fixed('escape', 'queue', 'take marks away, else the filter, else back', { run: clearFilter }),
  fixed('escape', ['settings', 'activity'], 'back to the list', { run: goBack }),
  fixed('left', ['queue', 'settings', 'activity'], 'back to the list', { run: goBack }),
  fixed('right', 'activity', 'show that animal', { run: openActivityRow }),
  fixed('right', 'settings', 'change', { run: enterSetting }),
  bind('back', ['escape', 'left', 'backspace'], ['view', 'found', 'mistakes', 'review', 'help', 'opening'], 'back', {
    hint: 'back',
    run: goBack,
  }),
  bind('back', 'h', ['view', 'found', 'mistakes', 'review', 'help'], 'back', { run: goBack }),
  bind('open', ['l', 'right'], ['list', 'queue'], 'open', { run: openView }),
  bind('help', ['?', 'f1'], [...screens.filter((mode) => mode !== 'help'), 'first-run'], 'these keys', {
    hint: 'help',
    run: openHelp,
  }),
  bind('redraw', 'ctrl-l', everywhere, 'draw everything again', { run: (app) => app.terminal.redraw() }),
  bind('suspend', 'ctrl-z', everywhere, 'suspend; fg comes back', { run: (app) => app.terminal.suspend() }),
  bind('quit', 'q', [...screens, 'opening', 'first-run', 'too-small'], 'quit', {
    hint: 'quit',
    run: (app) => app.terminal.quit(),
  }),
  fixed('ctrl-c', everywhere, 'quit', { run: (app) => app.terminal.quit() }),
];

/** The table as keys of a person's own are bound in it. */
export const keyTable: KeyTable<Binding> = { rows: keymap, typing: new Set<string>(typing) };
