import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import type { ExecutionContext } from 'ava';
import { temporaryFolder } from './temporary-folder.js';

/** Debian's browser, where it is installed. */
export const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
});

/** A page of a browser without a window, spoken to in its own protocol (Chrome DevTools Protocol). */
export type Page = {
  readonly call: (method: string, params?: object) => Promise<Record<string, unknown>>;
  /** Evaluates an expression in the page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  /** Loads an address and waits until that is done. */
  readonly load: (url: string) => Promise<void>;
  /** Every address that was asked for. */
  readonly asked: readonly string[];
};

/** Starts the browser; it ends with the test. */
export async function openPage(t: ExecutionContext): Promise<Page> {
  const child = spawn(
    chromium!,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${temporaryFolder(t)}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, found] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (found !== undefined) {
        resolve(found);
      }
    });
    child.on('exit', () => reject(new Error(`chromium ended: ${said}`)));
  });
  const targets = (await (await fetch(`http://${new URL(address).host}/json/list`)).json()) as {
    readonly type: string;
    readonly webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets.find(({ type }) => type === 'page')!.webSocketDebuggerUrl);
  t.teardown(() => socket.close());
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));

  const asked: string[] = [];
  const waiting = new Map<
    number,
    { readonly resolve: (result: Record<string, unknown>) => void; readonly reject: (error: Error) => void }
  >();
  let loaded = (): void => undefined;
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, method, params } = JSON.parse(String(data)) as {
      readonly id?: number;
      readonly result?: Record<string, unknown>;
      readonly error?: { readonly message: string };
      readonly method?: string;
      readonly params?: { readonly request?: { readonly url: string } };
    };
    if (id !== undefined) {
      const { resolve, reject } = waiting.get(id)!;
      waiting.delete(id);
      if (error) {
        reject(new Error(error.message));
      } else {
        resolve(result ?? {});
      }
    } else if (method === 'Network.requestWillBeSent') {
      asked.push(params?.request?.url ?? '');
    } else if (method === 'Page.loadEventFired') {
      loaded();
    }
  });
  let calls = 0;
  const call = (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    calls += 1;
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(calls, { resolve, reject });
    socket.send(JSON.stringify({ id: calls, method, params }));
    return promise;
  };
  await call('Page.enable');
  await call('Network.enable');
  return {
    call,
    asked,
    evaluate: async (expression) =>
      ((await call('Runtime.evaluate', { expression, returnByValue: true }))['result'] as { readonly value?: unknown })
        .value,
    async load(url) {
      const done = new Promise<void>((resolve) => {
        loaded = resolve;
      });
      await call('Page.navigate', { url });
      await done;
    },
  };
}
