import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import type { DkimSettings } from '../../../common/config/dkim-settings.ts';

/** A private key. Its public half is in the DNS at `<selector>._domainkey.<domain>`. */
export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: 'rsa-sha256' | 'ed25519-sha256';
  readonly key: KeyObject;
}

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]+?-----END \1-----/g;
/** RFC 8301, 3.2: signers use at least 1024 bits; verifiers need not support more than 4096. */
const [LEAST_BITS, MOST_BITS] = [1024, 4096];

export function readDkimKeys(settings: DkimSettings | null): DkimKey[] {
  if (!settings) return [];
  const { selectors, pem, files } = settings;
  const texts = pem === null ? files.map(read) : [pem];
  const blocks = texts.flatMap((text) => text.match(PEM) ?? []);
  if (blocks.length !== selectors.length) {
    const where = pem === null ? 'DKIM_KEY_FILE' : 'DKIM_KEY';
    throw new ConfigurationError([
      `${where} has ${blocks.length} PEM keys, but DKIM_SELECTOR has ${selectors.length} selectors`,
    ]);
  }
  const problems: string[] = [];
  const keys: DkimKey[] = [];
  for (const [at, { domain, selector }] of selectors.entries()) {
    const read = readKey(blocks[at] ?? '');
    if (typeof read === 'string') problems.push(`The DKIM key of ${selector} ${read}`);
    else keys.push({ domain, selector, ...read });
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return keys;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError([
      `DKIM_KEY_FILE: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

function readKey(pem: string): Pick<DkimKey, 'algorithm' | 'key'> | string {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    // OpenSSL's messages name its own source files, so they are not shown.
    return 'must be a private key without a passphrase';
  }
  if (key.asymmetricKeyType === 'ed25519') return { algorithm: 'ed25519-sha256', key };
  if (key.asymmetricKeyType !== 'rsa') return `has the type ${key.asymmetricKeyType}; use RSA or Ed25519`;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < LEAST_BITS || bits > MOST_BITS)
    return `has ${bits} bits; use ${LEAST_BITS} to ${MOST_BITS}, usually 2048`;
  return { algorithm: 'rsa-sha256', key };
}
