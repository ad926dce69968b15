import { useApp, useSnapshot, useUi } from '../app-context.js';
import { Line } from '../components/line.js';
import { TextLines } from '../components/text-lines.js';

/**
 * A text in lines: every field of the animal under the list's cursor, or of one that is in no list; what is wrong in a
 * file; the keys of a screen.
 */
export function ViewScreen() {
  const app = useApp();
  useUi();
  useSnapshot();
  const lines = app.bodyText(app)?.lines ?? [];
  return lines.length > 0 ? (
    <TextLines lines={lines} />
  ) : (
    <Line text="There is no animal here any more. Esc goes back." />
  );
}
