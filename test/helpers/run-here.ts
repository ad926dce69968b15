/**
 * A command in this process: all of the program but its own process, which takes a seventh of a second of processor
 * time to start.
 */
import { Readable, Writable } from 'node:stream';
import { main } from '../../source/cli/run/main.ts';
import { programEnvironment, type ProgramOptions, type ProgramResult, withJson } from './program.ts';

// As the environment of a process of its own would have it.
process.env['TZ'] = 'UTC';
for (const name of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME']) {
  Reflect.deleteProperty(process.env, name);
}

/**
 * Runs one command to its end, for what does not depend on the process: its signals, its streams, its child processes.
 * A command that starts the program again, as the first on the built-in store does, would start AVA's process again
 * here.
 */
export async function runHere(
  home: string,
  args: readonly string[],
  { env = {}, input = '' }: ProgramOptions = {},
): Promise<ProgramResult> {
  const [stdout, stderr] = [createSink(), createSink()];
  const variables = programEnvironment(home, env);
  // What is kept outside of PETSTORE_HOME is found by the process's own variable: the marks, which a process that goes
  // on with the same store reads as well.
  process.env['HOME'] = variables['HOME'];
  const code = await main({
    argv: args,
    variables,
    stdin: Readable.from([Buffer.from(input)]) as unknown as NodeJS.ReadStream,
    stdout: stdout.sink,
    stderr: stderr.sink,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** The same with `--json`. */
export const runJsonHere = withJson(runHere);

function createSink(): { readonly sink: NodeJS.WriteStream; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { sink: stream as unknown as NodeJS.WriteStream, text: () => Buffer.concat(chunks).toString('utf8') };
}
