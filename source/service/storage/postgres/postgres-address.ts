/** What kind of server will do, in libpq's words: any that answers, or one that takes writes. */
export type TargetSession = 'any' | 'read-write' | 'primary';

/** A `postgres:` address, taken apart into the servers it names. */
export type PostgresAddress = {
  /** One address for each server, in the order they were given. */
  readonly servers: readonly string[];
  readonly target: TargetSession;
};

const form = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/;

/**
 * Reads an address as libpq does (postgresql.org/docs/current/libpq-connect.html): several servers with commas between
 * them, before the path or in `host` and `port`, and `target_session_attrs`. The client library knows neither.
 *
 * @returns its mistake, as a phrase, if it cannot be followed
 */
export function readPostgresAddress(address: string): PostgresAddress | { readonly problem: string } {
  const [, scheme = '', user, authority = '', path = '', query = ''] = form.exec(address) ?? [];
  const search = new URLSearchParams(query);
  const target = search.get('target_session_attrs') ?? 'any';
  if (!isTarget(target)) {
    return {
      problem: `target_session_attrs=${target} is not for a store that takes animals: use read-write, primary or any`,
    };
  }

  const hosts = search.get('host')?.split(',');
  const ports = search.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== (hosts ?? authority.split(',')).length) {
    return { problem: 'port must be one number for all servers, or one for each' };
  }

  ['target_session_attrs', 'host', 'port'].forEach((name) => search.delete(name));
  const toServer = (server: string, more: readonly (readonly [string, string | undefined])[]): string => {
    const own = new URLSearchParams([
      ...search,
      ...more.filter((pair): pair is [string, string] => Boolean(pair[1])),
    ]).toString();
    return `${scheme}${user === undefined ? '' : `${user}@`}${server}${path}${own === '' ? '' : `?${own}`}`;
  };
  const portOf = (index: number): string | undefined => ports[index] ?? ports[0];
  const servers =
    hosts?.map((host, index) =>
      toServer('', [
        ['host', host],
        ['port', portOf(index)],
      ]),
    ) ?? authority.split(',').map((server, index) => toServer(server, [['port', portOf(index)]]));
  return { servers, target };
}

/** The servers and the database that an address names, without user, password or options, for people. */
export function withoutSecrets(address: string): string {
  const [place = '', query = ''] = address.replace(/^\w+:\/\//, '').split(/\?(.*)/s);
  // Of a password with a question mark that is not escaped, all that follows looks like options.
  if (!place.includes('@') && query.includes('@')) {
    return 'the address that was given';
  }

  // One with a slash or an at sign of its own ends at the last at sign.
  const [, authority = '', path = ''] = /^([^/#]*)([^#]*)/.exec(place.replace(/^.*@/s, '')) ?? [];
  return `${new URLSearchParams(query).get('host') ?? authority}${path}`;
}

/** An address as it was given, but for the password. */
export function hidePassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/]*):[^?]*@/, '$1:***@').replace(/([?&]password=)[^&]*/g, '$1***');
}

function isTarget(text: string): text is TargetSession {
  return text === 'any' || text === 'read-write' || text === 'primary';
}
