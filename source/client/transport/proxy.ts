import { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../platform/process/self.js';

/** The proxy settings as the environment has them. */
export type ProxySettings = { readonly httpsProxy?: string | undefined; readonly noProxy?: string | undefined };

/**
 * The proxy an address is reached through; undefined: directly. Only `https:` addresses have one. Loopback never goes
 * through a proxy, whatever NO_PROXY says: it would be another machine's.
 *
 * Throws an error with the code `bad-proxy` where HTTPS_PROXY is no address of an HTTP proxy.
 */
export function chooseProxy(url: URL, { httpsProxy, noProxy }: ProxySettings): URL | undefined {
  if (!httpsProxy || url.protocol !== 'https:' || isLoopback(url.hostname) || isExempt(url, noProxy ?? '')) {
    return undefined;
  }

  const address = httpsProxy.includes('://') ? httpsProxy : `http://${httpsProxy}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (!proxy || !['http:', 'https:'].includes(proxy.protocol)) {
    throw Object.assign(new Error('HTTPS_PROXY is not an address'), { code: 'bad-proxy' });
  }

  return proxy;
}

/**
 * As curl, Go and others read NO_PROXY. Names and their subdomains, with or without a leading dot or star; addresses
 * and ranges of them (`10.0.0.0/8`, `fd00::/8`), each with a port or without, or `*` for all. Names are not looked up.
 */
function isExempt(url: URL, noProxy: string): boolean {
  const host = unbracket(url.hostname).replace(/\.$/, '');
  const port = url.port || '443';
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .some((rule) => {
      // The last group of a bare IPv6 address is no port.
      const [, name = rule, rulePort = port] = isIP(rule) === 6 ? [] : (/^(.*[^:]):(\d+)$/.exec(rule) ?? []);
      return rule === '*' || (rulePort === port && (isIP(host) === 0 ? isBelow(host, name) : isInRange(host, name)));
    });
}

function isBelow(host: string, name: string): boolean {
  const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
}

/** Whether an address is another one, however written, or in a range such as `10.0.0.0/8`. */
function isInRange(host: string, rule: string): boolean {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(rule) ?? [];
  const bare = unbracket(address);
  const version = isIP(bare);
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (version === 0 || version !== isIP(host) || prefix > bits) {
    return false;
  }

  const family = version === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(bare, prefix, family);
  return range.check(host, family);
}

/** `[::1]` is `::1`. */
function unbracket(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
