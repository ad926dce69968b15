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

/** In how many ways each call fails. */
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
    return on ? [{ thread, call, nth, on }] : [];
  });
}
