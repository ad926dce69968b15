import { spawn } from 'node:child_process';

/**
 * Tells systemd that the service is ready, and again and again that it is not stuck (sd_notify(3)), if it runs under
 * a unit that wants to know. Node has no datagram sockets of Unix's kind, so systemd's own program does the telling.
 *
 * @param onMissed told if that program cannot be run
 * @returns ends it
 */
export function tellSystemd(
  { NOTIFY_SOCKET, WATCHDOG_USEC }: Readonly<Record<string, string | undefined>>,
  onMissed: (error: unknown) => void,
): () => void {
  if (NOTIFY_SOCKET === undefined) {
    return () => undefined;
  }

  const tell = (state: string): void => {
    spawn('systemd-notify', [state], { stdio: 'ignore' }).on('error', onMissed).unref();
  };
  tell('READY=1');
  const patience = Number(WATCHDOG_USEC ?? 0) / 1000;
  const timer = patience > 0 ? setInterval(() => tell('WATCHDOG=1'), patience / 2) : undefined;
  return () => clearInterval(timer);
}
