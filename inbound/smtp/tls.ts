import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StartRefusal } from '../../common/config/start-refusal.ts';
import type { Config } from '../../common/config.ts';

/** What STARTTLS needs, as PEM texts. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads certificate and key; null where none are configured. Throws a {@link StartRefusal} where one can't be read, or where they do
 * not belong together.
 */
export function readTlsFiles({ certFile, keyFile }: Config['inbound']['smtp']): TlsFiles | null {
  if (certFile === null && keyFile === null) return null;
  if (certFile === null || keyFile === null)
    throw new StartRefusal('INBOUND_TLS_CERT and INBOUND_TLS_KEY must be set together.');
  try {
    const files = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(files);
    return files;
  } catch (error) {
    // OpenSSL's texts name no part of the key.
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`INBOUND_TLS_CERT and INBOUND_TLS_KEY can not be used: ${reason}`);
  }
}
