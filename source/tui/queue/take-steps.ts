import type { QueueStep, StepsReport } from '../../sync/api.js';
import type { App } from '../app-context.js';
import { say } from '../actions/say.js';

/** How often it is told how far many steps are, in milliseconds. */
const toldEveryMs = 200;

/** Takes steps after all that were asked for before, since the next ones go by what those left. `doing`: said while it lasts. */
export function takeSteps(app: App, steps: readonly QueueStep[], doing: string): Promise<StepsReport> {
  const engine = app.model.get().session?.engine;
  let told = app.now();
  const onProgress = (done: number, total: number): void => {
    if (app.now() - told >= toldEveryMs && done < total) {
      told = app.now();
      say(app, `${doing}: ${done} of ${total}`);
    }
  };
  const work = app.changing.current.then(async () => (await engine?.changeMany(steps, { onProgress })) ?? { changed: [], skipped: [] });
  app.changing.current = work.then(
    () => undefined,
    () => undefined,
  );
  return work;
}
