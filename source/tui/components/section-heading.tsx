import { type QueueSection, queueSectionNames, waitingRemark } from '../../text/queue/queue-sections.js';
import { keyOf, useApp, useSnapshot } from '../app-context.js';
import { SectionLine } from './section-line.js';
import type { Section } from '../models/sections.js';

type Props = {
  readonly section: Section;
  readonly width: number;
  /** Whether there may be more on the store than is listed. */
  readonly isMore?: boolean;
};

/** The heading of a section of the queue, with what is true of all that it holds, and that of the store's animals. */
export function SectionHeading({ section: { key, count }, width, isMore = false }: Props) {
  const app = useApp();
  const { connection } = useSnapshot();
  if (key === 'stored') {
    return <SectionLine title="On the store" count={`${count}${isMore ? '+' : ''}`} width={width} />;
  }

  const hold = keyOf(app, 'hold');
  const remarks: Readonly<Record<string, string>> = {
    waiting: waitingRemark(connection),
    held: hold === '' ? '' : `${hold} releases`,
  };
  return (
    <SectionLine
      title={queueSectionNames[key as QueueSection]}
      count={count}
      width={width}
      remark={remarks[key] ?? ''}
    />
  );
}
