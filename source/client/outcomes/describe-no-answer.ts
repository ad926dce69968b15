import { replacedText } from '../../platform/process/self.js';
import type { NoAnswer } from './answer.js';
import type { Reason } from './describe-answer.js';

/** What kept us from an answer: no connection, or one to a stranger. */
export type Trouble = Reason & { readonly connection: 'offline' | 'intercepted' };

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

/** Puts a failed exchange into words. `host`: the store's host and port, for people. */
export function describeNoAnswer({ why, code = '', connected }: Omit<NoAnswer, 'type'>, host: string): Trouble {
  const offline = (name: string, sentence: string): Trouble => ({ code: name, sentence, connection: 'offline' });
  const stranger = (sentence: string): Trouble => ({ code: 'certificate', sentence, connection: 'intercepted' });

  if (why === 'aborted') {
    return offline('aborted', 'The request was stopped before an answer came.');
  }
  if (why === 'too-late') {
    return offline('too-late', `The computer was asleep while it connected to ${host}.`);
  }
  if (why === 'timed-out') {
    return offline(
      'timed-out',
      connected ? `${host} did not answer in time.` : `No connection to ${host} could be made in time.`,
    );
  }
  if (untrusted.has(code)) {
    return stranger(
      `The certificate of ${host} is not one this computer trusts. If it is your organisation's own, ` +
        'name its file in NODE_EXTRA_CA_CERTS; if not, something else is answering.',
    );
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return stranger(
      `The certificate of ${host} is ${code === 'CERT_HAS_EXPIRED' ? 'out of date' : 'not valid yet'}. ` +
        `Check this computer's clock, then ask whoever runs the store.`,
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return stranger(
      `The certificate at ${host} is for another name: a login page of the network answers, or the address is wrong.`,
    );
  }
  if (/^(CERT_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH)/.test(code)) {
    return stranger(
      `A secure connection to ${host} could not be set up (${code}). Check the address, and whether it speaks https.`,
    );
  }
  return describeErrno(code, connected, host, offline);
}

function describeErrno(
  code: string,
  connected: boolean,
  host: string,
  offline: (name: string, sentence: string) => Trouble,
): Trouble {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
    case 'EAI_FAIL':
      return offline(
        'no-such-host',
        `The name ${host} could not be looked up: there is no network, or the address is wrong.`,
      );
    case 'ECONNREFUSED':
      return offline('refused', `${host} refused the connection: the store, or the proxy on the way, is not running.`);
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return offline('unreachable', `${host} cannot be reached from this network.`);
    case 'bad-proxy':
      return offline('proxy', 'HTTPS_PROXY is not the address of an HTTP proxy, such as http://proxy.example:3128.');
    case 'proxy-unauthorized':
      return offline(
        'proxy',
        `The proxy in HTTPS_PROXY asks for a user name and a password (407), so ${host} was not reached. ` +
          'Write the right ones into it, as in http://NAME:PASSWORD@proxy.example:3128.',
      );
    case 'no-such-proxy':
      return offline(
        'proxy',
        `The name of the proxy in HTTPS_PROXY could not be looked up, so ${host} was ` +
          'not reached: there is no network, or the name is wrong.',
      );
    case 'proxy-refused':
      return offline('proxy', `The proxy in HTTPS_PROXY would not connect to ${host}.`);
    case 'MODULE_NOT_FOUND':
      return offline('replaced', replacedText);
    case 'HPE_INVALID_CONSTANT':
    case 'HPE_INVALID_VERSION':
    case 'HPE_INVALID_HEADER_TOKEN':
      return {
        code: 'intercepted',
        sentence: `The answer at ${host} is not HTTP: another program listens there, or a box on the way changed it.`,
        connection: 'intercepted',
      };
    default:
      return offline(
        'connection-lost',
        connected
          ? `The connection to ${host} broke before an answer came${code ? ` (${code})` : ''}.`
          : `No connection to ${host} could be made${code ? ` (${code})` : ''}.`,
      );
  }
}
