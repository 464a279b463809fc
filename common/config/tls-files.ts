import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { StartRefusal } from './start-refusal.ts';

interface TlsSettings {
  readonly certFile: string | null;
  readonly keyFile: string | null;
}

/** Null if none are configured. Throws a {@link StartRefusal} if one cannot be read, or if they do not match. */
export function readTlsFiles({ certFile, keyFile }: TlsSettings) {
  if (certFile === null && keyFile === null) return null;
  if (certFile === null || keyFile === null)
    throw new StartRefusal('INBOUND_TLS_CERT and INBOUND_TLS_KEY must be set together.');
  try {
    const files = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    createSecureContext(files);
    return files;
  } catch (error) {
    // OpenSSL's texts contain no part of the key.
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefusal(`INBOUND_TLS_CERT and INBOUND_TLS_KEY cannot be used: ${reason}`);
  }
}
