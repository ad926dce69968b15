import { readFileSync } from 'node:fs';

/**
 * The most resident memory a process has had since it started, in MiB; undefined where the system does not say (it is
 * Linux that does).
 */
export function peakMemory(pid: number): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
