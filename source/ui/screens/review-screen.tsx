import { Box } from 'ink';
import { categoryText } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import type { Pet } from '../../domain/pet.js';
import { findEntry } from '../actions/cursor.js';
import { askToSendAgain } from '../actions/confirm.js';
import { adopt, askForPetId } from '../actions/review.js';
import { goBack } from '../actions/navigate.js';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import { ChoiceList, type Choice } from '../components/choice-list.js';
import { Details } from '../components/details.js';
import { Line } from '../components/line.js';
import { bodyHeight } from '../layout.js';
import { safeText } from '../../platform/terminal-text.js';
import { timeText } from '../words/time-words.js';

type Verdict = { readonly type: 'adopt'; readonly pet: Pet } | { readonly type: 'other' | 'send-again' | 'wait' };

/** The card for an animal that cannot be decided: what was sent, what the network said, and the choices. */
export function ReviewScreen({ localId }: { readonly localId: string }) {
  const app = useApp();
  const state = useUi();
  useSnapshot();
  const entry = findEntry(app, localId);
  if (entry?.state !== 'review') {
    return <Line text={`${localId} is decided${entry ? `: ${entry.state}` : ''}. Esc goes back.`} />;
  }

  const { columns } = state.size;
  const labels = state.settings.categoryLabels;
  const describe = (pet: Omit<Pet, 'id'>): string => `${safeText(pet.name)}, ${categoryText(pet.categoryId, labels)}, ${pet.status ?? 'status not set'}`;
  const choices = choicesFor(entry, describe);
  const height = bodyHeight(state);
  const shown = Math.min(choices.length, Math.max(3, height - 6));
  const details = [
    { label: 'Question', text: entry.review?.reason ?? 'It cannot be decided whether it arrived.' },
    { label: 'Sent', text: `${describe(entry)}; ${entry.undecided?.firstSentAt === undefined ? 'entered' : 'first sent'} ${timeText(entry.undecided?.firstSentAt ?? entry.createdAt, app.now())}` },
    { label: 'Answer', text: entry.lastError?.message ?? 'none' },
  ];

  return (
    <Box flexDirection="column">
      <Details details={details} width={columns} height={Math.max(1, height - shown - 1)} />
      <Line text="" />
      <ChoiceList choices={choices} width={columns} focused={state.prompt === undefined} limit={shown} onSelect={(verdict) => decide(verdict)} />
    </Box>
  );

  function decide(verdict: Verdict): void {
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

function choicesFor(entry: Entry, describe: (pet: Pet) => string): readonly Choice<Verdict>[] {
  const candidates = (entry.review?.candidates ?? []).map(
    (pet): Choice<Verdict> => ({ key: pet.id, label: `It is #${pet.id}: ${describe(pet)}`, value: { type: 'adopt', pet } }),
  );
  return [
    { key: 'wait', label: 'Keep waiting', value: { type: 'wait' } },
    ...candidates,
    { key: 'other', label: 'It is another one: type its id', value: { type: 'other' } },
    { key: 'send-again', label: 'Send again (may create a second one; it cannot be deleted here)', value: { type: 'send-again' } },
  ];
}
