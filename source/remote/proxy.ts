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

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** As curl reads NO_PROXY: names and their subdomains, with or without a leading dot or star, a port, or `*` for all. */
function isExempt(url: URL, noProxy: string): boolean {
  const port = url.port || '443';
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .some((rule) => {
      const [, name = rule, rulePort = port] = /^(.*[^:]):(\d+)$/.exec(rule) ?? [];
      const bare = name.replace(/^\*?\./, '').replace(/^\[(.*)\]$/, '$1');
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      return rule === '*' || (rulePort === port && (host === bare || host.endsWith(`.${bare}`)));
    });
}
