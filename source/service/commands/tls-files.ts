import { readFileSync, statSync } from 'node:fs';
import { readFailureText } from '../../platform/files/errno.ts';
import type { Tls } from '../http/app.ts';
import { misuse, type ServeSettings } from './serve-settings.ts';

/** What `petstore serve` was given for TLS. */
export type TlsFiles = Tls & {
  /** Until when the first certificate of the chain holds, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Every user of this machine may read the key. */
  readonly isKeyOpen: boolean;
};

/** Undefined without TLS. Throws a CommandError if the files cannot be read, or hold no certificate. */
export function readTls({ tlsCert, tlsKey }: ServeSettings): TlsFiles | undefined {
  if (tlsCert === undefined || tlsKey === undefined) {
    return undefined;
  }

  const [cert, key] = [tlsCert, tlsKey].map((file) => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      throw misuse(`${file} cannot be read: ${readFailureText(error)}.`, error);
    }
  }) as [string, string];
  const isKeyOpen = process.platform !== 'win32' && (statSync(tlsKey).mode & 0o007) !== 0;
  try {
    return { cert, key, isKeyOpen, ...readCertificate(cert) };
  } catch (error) {
    throw misuse(`The TLS files cannot be used: ${(error as Error).message}.`, error);
  }
}

function readCertificate(cert: string): Pick<TlsFiles, 'endsAt' | 'name'> {
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  const { validTo, subjectAltName = '' } = new X509Certificate(cert);
  return { endsAt: Date.parse(validTo), name: /\bDNS:([^*,\s]+)/.exec(subjectAltName)?.[1] };
}
