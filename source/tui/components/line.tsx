import { Text } from 'ink';
import { memo } from 'react';
import type { Style } from '../theme.js';

/** One row of text, drawn again only when it changed. The caller has made it safe and fitted it. */
export const Line = memo(function Line({
  text,
  style,
  spoken,
}: {
  readonly text: string;
  readonly style?: Style;
  readonly spoken?: string;
}) {
  return (
    <Text wrap="truncate" {...style} {...(spoken === undefined ? {} : { 'aria-label': spoken })}>
      {text === '' ? ' ' : text}
    </Text>
  );
});

/** Rows of one look below each other. */
export function Lines({ lines, style }: { readonly lines: readonly string[]; readonly style?: Style }) {
  return lines.map((line, row) => <Line key={row} text={line} {...(style ? { style } : {})} />);
}
