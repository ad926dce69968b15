/**
 * Whether the host of a `URL` is this machine itself: nothing on the way can read what is sent there, and no proxy
 * leads to it.
 */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  );
}
