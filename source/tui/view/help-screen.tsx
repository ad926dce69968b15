import { useApp, useUi } from '../app-context.js';
import { TextLines } from '../components/text-lines.js';

/** The keys of the screen it was opened from, and the commands. */
export function HelpScreen() {
  const app = useApp();
  useUi();
  return <TextLines lines={app.bodyText(app)?.lines ?? []} />;
}
