import { Box } from 'ink';
import { findEntry } from '../actions/cursor.js';
import { adopt, askForPetId, askToSendAgain } from './review.js';
import { goBack } from '../actions/navigate.js';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import { ChoiceList } from '../components/choice-list.js';
import { Line } from '../components/line.js';
import { TextLines } from '../components/text-lines.js';
import { reviewRows, reviewSize } from '../layout.js';
import { currentScreen } from '../state/ui-state.js';
import { reviewChoices, type ReviewChoice } from '../../text/queue/review-text.js';

/** The card for an animal that cannot be decided: what was sent, what the network said, and the choices. */
export function ReviewScreen({ localId }: { readonly localId: string }) {
  const app = useApp();
  const state = useUi();
  useSnapshot();
  const entry = findEntry(app, localId);
  const text = app.bodyText(app);
  if (entry?.state !== 'review' || !text) {
    return <Line text={`${localId} is decided${entry ? `: ${entry.state}` : ''}. Esc goes back.`} />;
  }

  const { columns, rows } = reviewSize(state);
  const { gap } = reviewRows(rows);
  const choices = reviewChoices(entry, state.settings.categoryLabels);
  const screen = currentScreen(state);
  const { current: before } = app.reviewing;
  return (
    <Box flexDirection="column">
      <TextLines lines={text.lines} />
      {gap > 0 && <Line text="" />}
      <ChoiceList
        choices={choices}
        width={columns}
        focused={state.prompt === undefined}
        height={rows - text.lines.length - gap}
        initial={
          before?.screen === screen
            ? Math.max(
                0,
                choices.findIndex(({ key }) => key === before.choice),
              )
            : 0
        }
        onHighlight={(verdict) => {
          app.reviewing.current = { screen, choice: verdict.type === 'adopt' ? verdict.pet.id : verdict.type };
        }}
        onSelect={(verdict) => decide(verdict)}
      />
    </Box>
  );

  function decide(verdict: ReviewChoice): void {
    switch (verdict.type) {
      case 'adopt':
        adopt(app, localId, verdict.pet.id);
        return;
      case 'other':
        askForPetId(app, localId);
        return;
      case 'send-again':
        askToSendAgain(app, localId);
        return;
      case 'wait':
        goBack(app);
        return;
    }
  }
}
