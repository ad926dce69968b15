import { parseInt64, type Int64 } from '../../domain/int64.js';
import { snapshotOf, type App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { connectionAdvice } from '../words/connection-words.js';
import { countText } from '../words/pet-words.js';
import { cursorIndex } from './cursor.js';
import { perform, say } from './say.js';
import { openConnect, openDemo, openProfile } from './session.js';
import { settingsRows } from './settings-rows.js';

/** Enter on a row of the settings. */
export function changeSetting(app: App): void {
  const action = settingsRows(app).at(cursorIndex(app, 'settings'))?.action;
  switch (action?.type) {
    case undefined:
      return;
    case 'open-profile':
      openProfile(app, action.name);
      return;
    case 'open-demo':
      openDemo(app);
      return;
    case 'add-profile':
      openConnect(app, 'store');
      return;
    case 'enter-key':
      askForKey(app);
      return;
    case 'test':
      testConnection(app);
      return;
    case 'doctor':
      runDoctor(app);
      return;
    case 'toggle':
      toggle(app, action.name as 'colour' | 'motion' | 'screenReader');
      return;
    case 'refresh-interval':
      app.store.dispatch({ type: 'edited', field: 'seconds', edit: { op: 'set', text: String(app.store.get().settings.refreshMs / 1000) } });
      app.store.dispatch({ type: 'asked', prompt: { kind: 'seconds' } });
      return;
    case 'label':
      app.store.dispatch({ type: 'edited', field: 'label', edit: { op: 'set', text: action.category === undefined ? '' : (app.store.get().settings.categoryLabels[action.category as Int64] ?? '') } });
      app.store.dispatch({ type: 'asked', prompt: { kind: 'label', ...(action.category === undefined ? {} : { category: action.category }) } });
      return;
  }
}

export function askForKey(app: App): void {
  app.store.dispatch({ type: 'edited', field: 'api-key', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'asked', prompt: { kind: 'api-key' } });
}

/** Saves the key that was typed and opens the store anew with it. It leaves the field at once. */
export function saveKey(app: App): void {
  const { session, fields } = app.store.get();
  const key = lineText(fields['api-key']).trim();
  app.store.dispatch({ type: 'edited', field: 'api-key', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'answered' });
  if (!session || key === '') {
    return;
  }

  perform(app, async () => {
    const wrong = await app.workspace.saveKey(session.profile.name, key);
    if (wrong) {
      say(app, wrong.message, 'bad');
      return undefined;
    }

    openProfile(app, session.profile.name);
    return 'The key is saved.';
  });
}

export function testConnection(app: App): void {
  perform(app, async () => {
    const session = app.store.get().session;
    if (!session) {
      return undefined;
    }

    say(app, 'Asking the store ...');
    const connection = await session.engine.probe();
    const advice = connectionAdvice(connection, session.profile, app.now());
    if (connection.state === 'online') {
      return 'The store answers, and the key is right.';
    }

    say(app, advice ?? `The store is ${connection.state}.`, 'bad');
    return undefined;
  });
}

export function runDoctor(app: App): void {
  const session = app.store.get().session;
  if (!session) {
    return;
  }

  app.store.dispatch({ type: 'went-to', screen: { name: 'settings' } });
  perform(app, async () => {
    say(app, 'Looking at everything ...');
    const checks = await app.workspace.doctor(session);
    app.store.dispatch({ type: 'updated', screen: { name: 'settings', checks } });
    const bad = checks.filter((check) => !check.ok);
    if (bad.length > 0) {
      say(app, `${countText(bad.length, 'problem')}: ${bad.map(({ name }) => name).join(', ')}. The remedies are in the list.`, 'bad');
      return undefined;
    }

    return 'All is well.';
  });
}

function toggle(app: App, name: 'colour' | 'motion' | 'screenReader'): void {
  const { settings } = app.store.get();
  app.store.dispatch({ type: 'settings-changed', settings: { ...settings, [name]: !settings[name] } });
  perform(app, async () => {
    await app.workspace.saveSetting(name, !settings[name]);
    return undefined;
  });
}

export function saveRefreshInterval(app: App): void {
  const { settings, fields } = app.store.get();
  const seconds = Number(lineText(fields.seconds).trim());
  if (!(seconds >= 5 && seconds <= 86_400)) {
    say(app, 'Between 5 and 86400 seconds.', 'bad');
    return;
  }

  app.store.dispatch({ type: 'answered' });
  app.store.dispatch({ type: 'settings-changed', settings: { ...settings, refreshMs: seconds * 1000 } });
  perform(app, async () => {
    await app.workspace.saveSetting('refreshMs', seconds * 1000);
    return `Refreshed every ${seconds} s from the next start.`;
  });
}

/** Names a category: `Dogs` for the row it was asked for, or `3 Dogs`. An empty name takes the label away. */
export function saveLabel(app: App): void {
  const { prompt, fields, settings } = app.store.get();
  if (prompt?.kind !== 'label') {
    return;
  }

  const typed = lineText(fields.label).trim();
  const [, number = prompt.category ?? '', label = typed] = prompt.category === undefined ? (/^(\S+)\s*(.*)$/u.exec(typed) ?? []) : [];
  const category = parseInt64(number);
  if (category === undefined) {
    say(app, 'First the number, then the name: 3 Dogs', 'bad');
    return;
  }

  const { [category]: _, ...others } = settings.categoryLabels;
  app.store.dispatch({ type: 'answered' });
  app.store.dispatch({ type: 'settings-changed', settings: { ...settings, categoryLabels: label === '' ? others : { ...others, [category]: label } } });
  perform(app, async () => {
    await app.workspace.setCategoryLabel(category, label);
    return label === '' ? `Category ${category} has no name any more.` : `Category ${category} is ${label}.`;
  });
}

/** Whether anything can be sent at all; for the hints. */
export function isPaused(app: App): boolean {
  return ['unauthorized', 'misconfigured', 'changed'].includes(snapshotOf(app).connection.state);
}
