/**
 * Runs a document's commands as its reader would: one shell, in order, in a fresh home.
 *
 * A reader has a second terminal, a keyboard and a network; what stands in for each of them is in the prelude, so that
 * nothing else of the text is changed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Block } from './document.ts';

export type Reader = {
  /** A fresh folder: the reader's home, and all that the shell writes besides. */
  readonly home: string;
  /** Where the reader types. */
  readonly folder: string;
  /** Put before the reader's PATH. */
  readonly path: readonly string[];
  /** A free port, for the service that the document starts on its usual one. */
  readonly port: number;
  /** The key that the reader types where one is asked for and no service that the document starts has printed one. */
  readonly apiKey?: string;
  /** Which rights what the reader writes lacks; `022` where it is not said. */
  readonly umask?: string;
  /** What a document names that is not there, and what is taken instead, such as an address of a store. */
  readonly replace?: readonly (readonly [named: string, instead: string])[];
};

/** What came of it: `notRun` tells the blocks that were left out, and why. */
export type Ran = { readonly run: number; readonly notRun: readonly string[] };

const prelude = `
# npm install was run before this, or there would be no test; and what was built is not built again.
npm() {
  case "$*" in
    install) ;;
    'run build') if [ ! -e dist ]; then command npm "$@"; fi ;;
    pack) node tools/settle-modes.ts && command npm pack --ignore-scripts ;;
    *) command npm "$@" ;;
  esac
}

# The service has a terminal of its own, until it is started anew.
petstore() {
  case "\${1-} \${2-}" in
    'serve '*) serve "$@" ;;
    'auth login') given=$(sed -n 's/^API key: //p' "$NOTES/serve" | tail -n 1); printf '%s' "\${given:-\${API_KEY-}}" | command petstore "$@" ;;
    *) command petstore "$@" ;;
  esac
}
serve() {
  stop
  case " $* " in *' --port '*) ;; *) set -- "$@" --port "$PORT" ;; esac
  # Emptied here, or what the last one said could be taken for this one's.
  : > "$NOTES/serve"
  command petstore "$@" >> "$NOTES/serve" 2> "$NOTES/serve-log" < /dev/null &
  SERVICE=$!
  while ! grep -q -e 'is ready at' -e '"baseUrl"' "$NOTES/serve"; do
    if ! kill -0 "$SERVICE" 2> /dev/null; then cat "$NOTES/serve-log" >&2; return 1; fi
    sleep 0.05
  done
  cat "$NOTES/serve"
}
stop() {
  if [ -n "\${SERVICE-}" ]; then
    kill "$SERVICE"
    wait "$SERVICE"
    SERVICE=
  fi
}
trap 'ended=$?; stop || :; exit "$ended"' EXIT
`;

/** Runs the commands among the blocks. Throws where one fails or prints something else than the document shows. */
export async function runBlocks(path: string, blocks: readonly Block[], reader: Reader): Promise<Ran> {
  const commands = blocks.filter(({ language }) => language === 'sh' || language === 'console');
  const searched = [...reader.path, ...(process.env['PATH'] ?? '').split(delimiter)];
  const whyNot = ({ notRun, needs }: Block): string | undefined =>
    notRun ?? (needs.every((program) => isThere(program, searched)) ? undefined : `needs ${needs.join(', ')}`);
  const runnable = commands.filter((block) => whyNot(block) === undefined);

  const notes = join(reader.home, '.notes');
  mkdirSync(notes, { recursive: true });
  const shown = runnable.flatMap((block) =>
    block.language === 'console'
      ? readConsole(block).map((each, index) => ({ ...each, file: join(notes, `${block.line}-${index}`) }))
      : [],
  );
  const toScript = (block: Block): readonly string[] => [
    `echo ${block.line} > "$NOTES/line"`,
    ...(block.language === 'sh'
      ? [block.text]
      : readConsole(block).map(({ command }, index) => `{ ${command}\n} > "$NOTES/${block.line}-${index}" 2>&1`)),
  ];
  const script = [
    'set -euo pipefail',
    `umask ${reader.umask ?? '022'}`,
    prelude,
    ...runnable.flatMap(toScript),
    'stop',
  ].join('\n');
  writeFileSync(
    join(notes, 'script'),
    (reader.replace ?? []).reduce(
      (text, [named, instead]) => text.replaceAll(named, instead),
      script.replaceAll('8787', String(reader.port)),
    ),
  );
  writeFileSync(join(notes, 'serve'), '');

  const child = spawn('bash', [join(notes, 'script')], {
    cwd: reader.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Asked to end, it ends what it started; see the prelude.
    timeout: 500_000,
    env: {
      PATH: searched.join(delimiter),
      HOME: reader.home,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      LANG: 'C.UTF-8',
      NOTES: notes,
      PORT: String(reader.port),
      API_KEY: reader.apiKey ?? '',
      npm_config_prefix: join(reader.home, '.local'),
      // Nothing is needed that the machine does not have; what is optional must not be waited for.
      npm_config_offline: 'true',
    },
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) {
    const line = readFileSync(join(notes, 'line'), 'utf8').trim();
    throw new Error(`${path}:${line}: the block ended with ${String(code)}:\n${said.slice(-2000)}`);
  }

  for (const { command, prints, line, file } of shown) {
    const printed = readFileSync(file, 'utf8').replaceAll(String(reader.port), '8787').trimEnd();
    if (!toPattern(prints).test(printed)) {
      throw new Error(`${path}:${line}: \`${command}\` does not print what the document shows, but:\n${printed}`);
    }
  }

  return {
    run: runnable.length,
    notRun: commands.flatMap((block) =>
      whyNot(block) === undefined ? [] : [`${path}, ${block.heading}: ${whyNot(block) ?? ''}`],
    ),
  };
}

/** The commands of a console block, each with the text below it. */
function readConsole({
  text,
  line,
}: Block): readonly { readonly command: string; readonly prints: string; readonly line: number }[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...prints] = part.split('\n');
      return { command, prints: prints.join('\n').trimEnd(), line };
    });
}

/** `…` stands for any text in a line, and on a line of its own for any lines. */
function toPattern(shown: string): RegExp {
  const line = (text: string): string =>
    text
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
  return new RegExp(
    `^${shown
      .split('\n')
      .map((text) => (text === '…' ? '[^]*' : line(text)))
      .join('\n')}$`,
  );
}

function isThere(program: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
