import { fitCells } from '../../platform/text/terminal-text.js';
import { ToneLine } from './tone-line.js';

type Props = {
  readonly title: string;
  readonly count: number | string;
  readonly width: number;
  /** What is true of all its rows. */
  readonly remark?: string;
};

/** The heading of a section of a list: ` Waiting  2   sent when the store answers`. */
export function SectionLine({ title, count, width, remark = '' }: Props) {
  const head = ` ${title}`;
  const rest = fitCells(`  ${count}${remark === '' ? '' : `   ${remark}`}`, Math.max(0, width - head.length));
  return (
    <ToneLine
      pieces={[
        { text: head, tone: 'strong' },
        { text: rest.trimEnd(), tone: 'quiet' },
      ]}
    />
  );
}
