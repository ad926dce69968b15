// A list of 24 rows in Ink without any data behind it: a key moves the cursor.
import { Box, render, Text, useInput } from 'ink';
import { createElement as h, useState } from 'react';

const rows = Array.from({ length: 24 }, (_, index) => `row ${index + 1}`);

function List() {
  const [cursor, setCursor] = useState(0);
  useInput((input) => setCursor((at) => Math.min(rows.length - 1, Math.max(0, at + (input === 'j' ? 1 : -1)))));
  return h(
    Box,
    { flexDirection: 'column' },
    rows.map((row, index) =>
      h(Text, { key: row, inverse: index === cursor }, `${index === cursor ? '>' : ' '} ${row}`.padEnd(80)),
    ),
  );
}

render(h(List), { incrementalRendering: true, alternateScreen: true });
