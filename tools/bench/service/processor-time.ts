import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel counts in: a hundredth of a second, on every Linux that Node runs on. */
const millisecondsOfTick = 10;

/**
 * The processor time in milliseconds that a service has used so far, and, where it has a database on PostgreSQL, that
 * of the server's processes which work for that database. Other work on the machine lengthens the time that requests
 * take, hardly this. 0 where the system does not say (it is Linux that does).
 */
export function processorTime(pid: number, database?: string): number {
  const servers =
    database === undefined
      ? []
      : processes().filter(
          (each) =>
            read(`/proc/${each}/cmdline`).startsWith('postgres:') &&
            read(`/proc/${each}/cmdline`).includes(` ${database} `),
        );
  return [String(pid), ...servers].reduce((sum, each) => sum + ticksOf(each) * millisecondsOfTick, 0);
}

function ticksOf(pid: string): number {
  // Behind the name, which may hold anything: proc_pid_stat(5).
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** '' where the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
