/**
 * The system calls of a process as strace writes them down: which of them the program makes for its own files and for
 * the network.
 */

/** The threads on which a program works with files and sockets: its own, and the one of the pool. */
export type Thread = 'main' | 'pool';

/** The `nth` use of a system call by a thread, counted from the moment at which strace took hold of it. */
export type Use = {
  readonly thread: Thread;
  readonly call: string;
  readonly nth: number;
  readonly on: 'file' | 'network';
  /** The file below `home`, without what differs from run to run; '' for a connection. */
  readonly file: string;
};

const fileCalls = [
  'openat',
  'read',
  'pread64',
  'write',
  'pwrite64',
  'writev',
  'pwritev',
  'fsync',
  'fdatasync',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'ftruncate',
  'statx',
  'newfstatat',
  'access',
  'getdents64',
  'fcntl',
  'flock',
];
const networkCalls = [
  'socket',
  'connect',
  'sendto',
  'recvfrom',
  'write',
  'writev',
  'read',
  'getsockopt',
  'setsockopt',
  'getsockname',
  'shutdown',
];

/** All that is looked at, for `strace -e trace=`. */
export const tracedCalls = [...new Set([...fileCalls, ...networkCalls])];

/** The ways in which a call may fail. */
export const errorsOf = {
  file: ['EIO', 'ENOSPC', 'EACCES', 'EMFILE', 'EROFS'],
  network: ['ECONNRESET', 'ETIMEDOUT', 'ENETUNREACH', 'EPIPE', 'ENOBUFS'],
} as const satisfies Record<Use['on'], readonly string[]>;

/** What a line of strace is about: a file below `home`, a socket, or nothing of the program's own. */
export function subjectOf(line: string, home: string): Use['on'] | undefined {
  const call = /^(\w+)\(/.exec(line)?.[1] ?? '';
  if (line.includes(`${home}/`) && fileCalls.includes(call)) {
    return 'file';
  }

  return networkCalls.includes(call) &&
    (/^\w+\(\d+<(TCP|TCPv6|socket|AF_INET)/.test(line) || line.startsWith('socket(AF_INET'))
    ? 'network'
    : undefined;
}

/** Every use of a call by a thread, of those that a trace shows. */
export function usesIn(trace: string, thread: Thread, home: string): readonly Use[] {
  const counts = new Map<string, number>();
  return trace.split('\n').flatMap((line): readonly Use[] => {
    const call = /^(\w+)\(/.exec(line)?.[1];
    if (call === undefined) {
      return [];
    }

    const nth = (counts.get(call) ?? 0) + 1;
    counts.set(call, nth);
    const on = subjectOf(line, home);
    return on ? [{ thread, call, nth, on, file: on === 'file' ? fileIn(line, home) : '' }] : [];
  });
}

function fileIn(line: string, home: string): string {
  const [path = ''] = /^[^">]*/.exec(line.slice(line.indexOf(`${home}/`) + home.length + 1)) ?? [];
  // Digests, versions and times, and the six letters of a file that is being made.
  return path.replaceAll(/[\da-f]{8,}|\d+/g, '*').replace(/\.\w{6}$/, '.*');
}

/** These change nothing, and come again and again through the same lines of the program. */
const asking = new Set(['openat', 'read', 'pread64', 'statx', 'newfstatat', 'access', 'getdents64']);
const ofConnections = new Set(['getsockopt', 'setsockopt', 'getsockname']);
/** SQLite's locks and Node's compiled code: whichever of their uses fails, the animals are not touched. */
const besides = /\.lock|^state\/compiled/;

/**
 * Each use of a call that writes or sends, since each is another moment of an animal's way; of those that only ask or
 * lock one for each thread, call and file, which `random` draws.
 */
export function worthFailing(uses: readonly Use[], random: () => number): readonly Use[] {
  const groups = Map.groupBy(uses, ({ thread, call, nth, on, file }) => {
    const isGrouped = on === 'file' ? asking.has(call) || besides.test(file) : ofConnections.has(call);
    return `${thread} ${call} ${file} ${isGrouped ? '' : nth}`;
  });
  return [...groups.values()].map((group) => group[Math.floor(random() * group.length)]!);
}
