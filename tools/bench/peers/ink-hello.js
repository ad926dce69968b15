// Ink's hello-world of 20 lines, as its documentation writes it and as npm installs it.
import { Box, render, Text } from 'ink';
import { createElement as h } from 'react';

const lines = Array.from({ length: 20 }, (_, index) => `Hello, world ${index + 1}`);

function App() {
  return h(
    Box,
    { flexDirection: 'column' },
    lines.map((line) => h(Text, { key: line, color: 'green' }, line)),
  );
}

render(h(App));
// The next line keeps it open, as a program is that does something.
setInterval(() => undefined, 1000);
