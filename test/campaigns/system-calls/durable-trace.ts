/**
 * What a trace of all threads proves: that something had reached the disk before somebody was told of it.
 *
 * - *event*: one system call, at the moment at which it returned.
 */

export type TraceEvent = {
  readonly call: string;
  /** All of it, as it is written in the trace. */ readonly text: string;
  readonly isDone: boolean;
};

/** The calls of a trace (`strace -f`), in the order in which they returned. */
export function eventsIn(trace: string): readonly TraceEvent[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line): readonly TraceEvent[] => {
    const [, id = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>')) {
      begun.set(id, text.replace(/ *<unfinished \.\.\.>$/, ''));
      return [];
    }

    const whole = text.replace(/^<\.\.\. \w+ resumed>/, begun.get(id) ?? '');
    const call = /^(\w+)\(/.exec(whole)?.[1];
    return call === undefined ? [] : [{ call, text: whole, isDone: !/ = -1 \w+/.test(whole) }];
  });
}

const isSync = ({ call, isDone }: TraceEvent): boolean => isDone && (call === 'fsync' || call === 'fdatasync');
const isWrite = ({ call, isDone }: TraceEvent): boolean =>
  isDone && /^(p?write|p?writev|p?write64|sendto|sendmsg)$/.test(call);

/** Where the first event is that meets a condition, at `from` or later; -1 where there is none. */
function indexFrom(events: readonly TraceEvent[], from: number, holds: (event: TraceEvent) => boolean): number {
  const index = from < 0 ? -1 : events.slice(from).findIndex(holds);
  return index < 0 ? -1 : from + index;
}

/** The file a call is about: strace tells it beside the descriptor. */
const fileOf = ({ text }: TraceEvent): string => /^\w+\(\d+<([^>]*)>/.exec(text)?.[1] ?? '';

/**
 * What is missing before `told` was written to a pipe or terminal: the animal with this name is in a file, that file is
 * synced, gets its name, and the folder of that name is synced.
 */
export function missingBeforeQueued(trace: string, name: string, told: RegExp): string | undefined {
  const events = eventsIn(trace);
  const heard = indexFrom(
    events,
    0,
    (event) => isWrite(event) && /^\w+\([12]</.test(event.text) && told.test(event.text),
  );
  const written = indexFrom(
    events,
    0,
    (event) => isWrite(event) && /\/stores\/[^/]+\/[^/]*$/.test(fileOf(event)) && event.text.includes(name),
  );
  const file = written < 0 ? '' : fileOf(events[written]!);
  const synced = indexFrom(events, written, (event) => isSync(event) && fileOf(event) === file);
  const named = indexFrom(
    events,
    synced,
    (event) => event.call.startsWith('rename') && event.isDone && event.text.includes(`"${file}"`),
  );
  const folder = indexFrom(events, named, (event) => isSync(event) && fileOf(event) === file.replace(/\/[^/]*$/, ''));
  const steps = {
    'the animal is written': written,
    'its file is synced': synced,
    'it has its name': named,
    'the folder is synced': folder,
  };
  const wrong = Object.entries(steps).find(([, index]) => index < 0 || index > heard);
  return heard < 0 ? 'nobody was told' : wrong && `told before ${wrong[0]}`;
}

/**
 * What is missing before a 201 with this name went out: a page of the log with the name in it, and a sync of that log.
 */
export function missingBefore201(trace: string, name: string): string | undefined {
  const events = eventsIn(trace);
  const answered = indexFrom(
    events,
    0,
    (event) =>
      isWrite(event) && event.text.includes('TCP') && event.text.includes('HTTP/1.1 201') && event.text.includes(name),
  );
  const written = indexFrom(
    events,
    0,
    (event) => isWrite(event) && /-wal$/.test(fileOf(event)) && event.text.includes(name),
  );
  const synced = indexFrom(events, written, (event) => isSync(event) && /-wal$/.test(fileOf(event)));
  const steps = { 'it is in the log': written, 'the log is synced': synced };
  const wrong = Object.entries(steps).find(([, index]) => index < 0 || index > answered);
  return answered < 0 ? 'no 201 went out' : wrong && `answered before ${wrong[0]}`;
}
