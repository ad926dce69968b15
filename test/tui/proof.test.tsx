import test from 'ava';
import { renderApp } from '../helpers/render-app.js';

test('P shows the proof of an animal entered here, narrow and wide, and says so of one that was not', async (t) => {
  const app = await renderApp(t, { view: { tab: 'all', sort: 'id', reverse: false, cursor: 'Q-1' } });
  app.press('P');
  const lines = await app.waitFor('entered here');
  t.true(lines.some((line) => line.includes('Proof of Q-1')));
  t.regex(lines.join('\n'), /the store rejected it\n/);
  t.true(lines.some((line) => line.includes('`petstore queue show Q-1 --proof')));
  app.resize(40, 15);
  await app.waitFor(/Name +Shadow/);
  app.press('\u001B');
  app.resize(80, 24);
  app.press('G', 'P');
  await app.waitFor('was not entered here, so there is no proof of it.');
});
