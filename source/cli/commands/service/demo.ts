import { storeInUse } from '../../../app/home.js';
import type { Run } from '../../parse/command.js';
import { canShowApp, openApp } from '../open-app.js';
import { listAll } from '../pets/list.js';

/** `petstore demo`: the app, or a list if there is no terminal. */
export const openDemoStore: Run = async (_input, context) => {
  if (canShowApp(context)) {
    return await openApp(context, 'demo');
  }

  const { openDemo } = await import('../../../app/demo/open-demo.js');
  const home = await context.openHome();
  const session = await openDemo(home);
  context.output.pointAt(storeInUse(home, session.profile.name));
  try {
    await session.engine.load();
    return await listAll(session, context);
  } finally {
    await session.close();
  }
};
