import type { App } from '../app-context.js';

/** Goes by the settings that another program saves, a shell or another window. Returns the way to stop. */
export function followSettings(app: App): () => void {
  return app.workspace.watchSettings((changed) => {
    const { session, settings } = app.model.get();
    app.model.dispatch({
      type: 'settings-changed',
      settings: { ...settings, ...changed, categoryLabels: app.workspace.labelsOf(session?.profile.name) },
    });
  });
}
