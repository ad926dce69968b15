import { Box } from 'ink';
import { useTheme, useUi } from '../app-context.js';
import { Line, Lines } from '../components/line.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** While a profile is being opened, or why it could not be. */
export function OpeningScreen({ problem }: { readonly problem: string | undefined }) {
  const theme = useTheme();
  const { size } = useUi();
  if (problem === undefined) {
    return <Line text="Opening …" style={theme.quiet} />;
  }

  return (
    <Box flexDirection="column">
      <Lines lines={wrapCells(`${problem} Esc shows the stores there are.`, size.columns)} style={theme.bad} />
    </Box>
  );
}
