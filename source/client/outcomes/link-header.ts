// One link of RFC 8288, section 3: `<target>` and its parameters, whose values may be quoted.
const linkForm = /\s*<([^>]*)>((?:\s*;\s*[^\s=;,"]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)\s*(?:,|$)/gy;
// Each of them, so that quoted text is never taken for another one.
const parameterForm = /;\s*([^\s=;,"]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The target of the first link with the relation `name`, as written; undefined: missing, or the header is garbled. */
export function findLink(header: string, name: string): string | undefined {
  for (const [, target = '', parameters = ''] of header.matchAll(linkForm)) {
    // The first one counts (RFC 8288, section 3.3).
    const [, , quoted, token] =
      parameters.matchAll(parameterForm).find(([, each]) => each?.toLowerCase() === 'rel') ?? [];
    if ((quoted ?? token ?? '').toLowerCase().split(/\s+/).includes(name)) {
      return target.trim();
    }
  }

  return undefined;
}

/** The next page; suspicious if it leads off this list. `leadsTo`: its address without the query, if elsewhere. */
export type NextLink = {
  readonly next: string | undefined;
  readonly suspiciousNext: boolean;
  readonly leadsTo?: string;
};

/**
 * The next page of a list, vetted: it is followed with the key, so it is asked for at the list's own origin, whatever
 * origin it names, and must lie on the list's own path. Anything else is `suspiciousNext`: there is more, but not at an
 * address that we follow.
 */
export function vetNextLink(header: string | undefined, requestUrl: string, listUrl: string): NextLink {
  const link = resolveLink(header, 'next', requestUrl, listUrl);
  const { url } = link ?? {};
  const list = new URL(listUrl);
  let leadsTo: string | undefined;
  if (url && /^https?:$/.test(url.protocol)) {
    const place = url.origin + url.pathname;
    leadsTo = place === list.origin + list.pathname ? undefined : place;
    // The address may be one that only the proxy before the service knows.
    [url.protocol, url.host, url.port] = [list.protocol, list.host, list.port];
  }

  const next = url && isListUrl(url, listUrl) ? url.href : undefined;
  return {
    next,
    suspiciousNext: link !== undefined && next === undefined,
    ...(leadsTo === undefined ? {} : { leadsTo }),
  };
}

/**
 * The address of something beside the list, such as its last page, which `isOurs` must allow: by default it is at the
 * list's own origin and path. Others are not offered.
 */
export function vetListLink(
  header: string | undefined,
  relation: string,
  requestUrl: string,
  listUrl: string,
  isOurs: (url: URL, listUrl: string) => boolean = isListUrl,
): string | undefined {
  const url = resolveLink(header, relation, requestUrl, listUrl)?.url;
  return url && isOurs(url, listUrl) ? url.href : undefined;
}

/** Whether an address lies on the list's origin and below its base, so that it may be asked with the key. */
export function isBelowBase(url: URL, listUrl: string): boolean {
  const base = new URL('.', listUrl);
  return (
    url.origin === base.origin && url.pathname.startsWith(base.pathname) && url.username === '' && url.password === ''
  );
}

/** A link if there is one, and its target if that is an address. */
function resolveLink(
  header: string | undefined,
  name: string,
  requestUrl: string,
  listUrl: string,
): { readonly url: URL | undefined } | undefined {
  const target = header === undefined ? undefined : findLink(header, name);
  if (target === undefined) {
    return undefined;
  }

  const url = URL.parse(target, requestUrl) ?? undefined;
  const list = new URL(listUrl);
  // A service behind a TLS proxy may name itself by the other scheme; the page is asked for on our own.
  if (url && /^https?:$/.test(url.protocol) && url.host === list.host) {
    url.protocol = list.protocol;
  }

  return { url };
}

/** Whether an address is the list itself but for its query. User names in it would be sent as credentials. */
export function isListUrl(url: URL, listUrl: string): boolean {
  return isBelowBase(url, listUrl) && url.pathname === new URL(listUrl).pathname;
}
