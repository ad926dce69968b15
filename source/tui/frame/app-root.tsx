import { usePaste, useApp as useInk } from 'ink';
import { useEffect, useMemo } from 'react';
import { AppProvider, ThemeProvider, useApp, useUi, type App } from '../app-context.js';
import { AppFrame } from './app-frame.js';
import { themeOf } from '../theme.js';

/** The part of Ink that the running app uses once it is mounted. */
export type InkHandle = Pick<ReturnType<typeof useInk>, 'exit' | 'suspendTerminal'>;

/** The app as Ink mounts it. `onMounted` hands out what only a mounted app has. */
export function AppRoot({ app, onMounted }: { readonly app: App; readonly onMounted?: (ink: InkHandle) => void }) {
  const { exit, suspendTerminal } = useInk();
  useEffect(() => {
    onMounted?.({ exit, suspendTerminal });
  }, [onMounted, exit, suspendTerminal]);

  return (
    <AppProvider value={app}>
      <Window />
    </AppProvider>
  );
}

function Window() {
  const { model } = useApp();
  const { settings, colours } = useUi();
  const { colour, theme: name, hasDarkBackground } = settings;
  const theme = useMemo(
    () => themeOf({ colour, theme: name, hasDarkBackground, colours }),
    [colour, name, hasDarkBackground, colours],
  );
  // Unless the terminal brackets a paste, it would arrive as if it were typed.
  usePaste((text) => model.edit({ op: 'paste', text }));
  return (
    <ThemeProvider value={theme}>
      <AppFrame />
    </ThemeProvider>
  );
}
