import { Box } from 'ink';
import { findEntry } from '../actions/cursor.ts';
import { type App, useDrawing } from '../app-context.ts';
import { describeState } from '../../domain/entry.ts';
import { Line, ToneLine, ToneLines } from '../components/line.tsx';
import { cursorSign } from '../../text/glyphs.ts';
import { layOutBody, openedSize } from '../layout.ts';
import type { ScreenOf } from '../state/ui-state.ts';
import { reviewParts, reviewPlace } from './review.ts';
import { reviewQuestion } from './review-text.ts';

/** The question that only a person can answer, what is known, and the answers with what follows from each. */
export function ReviewScreen({ screen: { localId } }: { readonly screen: ScreenOf<'review'> }) {
  const { app, state } = useDrawing();
  const parts = reviewParts(app);
  if (!parts) {
    const entry = findEntry(app, localId);
    return <Line text={` ${localId} is ${entry ? describeState(entry.state) : 'gone'}. Esc goes back.`} />;
  }

  const { text, answers, choice, past, inSight, margin } = parts;
  const on = { role: 'selected', width: openedSize(state).columns + margin } as const;
  const [from, to] = inSight;
  return (
    <Box flexDirection="column">
      <Box paddingLeft={margin}>
        <ToneLines lines={text.lines} />
      </Box>
      {answers.slice(from, to).map((lines, index) => {
        const isChosen = from + index === choice;
        return (
          <Box key={from + index} flexDirection="column" aria-role="option" aria-state={{ selected: isChosen }}>
            {lines.map((pieces, line) => (
              <ToneLine
                key={line}
                pieces={[
                  { text: isChosen && line === 0 ? `${state.spoken ? '>' : cursorSign} ` : '  ', tone: 'accent' },
                  ...pieces,
                ]}
                {...(isChosen ? { on } : {})}
              />
            ))}
          </Box>
        );
      })}
      <Box paddingLeft={margin}>
        <ToneLines lines={past} />
      </Box>
    </Box>
  );
}

/** The question, where it does not stand in the pane, beside the list with its tabs. */
export function reviewTitles(app: App, { localId }: ScreenOf<'review'>): readonly string[] | undefined {
  const entry = findEntry(app, localId);
  if (!entry || layOutBody(app.model.get()).pane) {
    return undefined;
  }

  const question = reviewQuestion(entry);
  return [`${question}   ${reviewPlace(app, localId)}`, question];
}
