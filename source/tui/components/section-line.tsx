import { fitCells } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import { ToneLine } from './tone-line.js';

type Props = {
  readonly title: string;
  readonly count: number | string;
  readonly width: number;
  /** How its title looks; bold where nothing is said. */
  readonly tone?: ToneText['tone'];
  /** What is true of all its rows. */
  readonly remark?: string;
};

/** The heading of a section of a list: ` Waiting  2   sent when the store answers`. */
export function SectionLine({ title, count, width, tone = 'strong', remark = '' }: Props) {
  const head = ` ${title}`;
  const rest = fitCells(`  ${count}${remark === '' ? '' : `   ${remark}`}`, Math.max(0, width - head.length));
  return (
    <ToneLine
      pieces={[
        { text: head, tone },
        { text: rest.trimEnd(), tone: 'quiet' },
      ]}
    />
  );
}
