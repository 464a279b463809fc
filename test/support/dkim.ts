import { generateKeyPairSync } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { readDkimSettings } from '../../common/config/dkim-settings.ts';
import type { DkimPair } from '../../common/secrets/dkim-keys.ts';
import { type DkimKey, readDkimKeys } from '../../worker/sending/signing/keys.ts';
import { rsaPairs } from './rsa-keys.ts';

export const DKIM_DOMAIN = 'shop.example';

/** A key pair of each kind. */
export const pairs: { readonly rsa: DkimPair; readonly ed: DkimPair } = {
  rsa: rsaPairs[0]!,
  ed: generateKeyPairSync('ed25519'),
};

export const pemOf = ({ privateKey }: DkimPair): string =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The settings for signing with these pairs; the selector of each is its name. */
export const dkimEnvironment = (names: readonly (keyof typeof pairs)[]) => ({
  DKIM_DOMAIN,
  DKIM_SELECTOR: names.join(','),
  DKIM_KEY: names.map((name) => pemOf(pairs[name])).join('\n'),
});

export const dkimKeys = (names: readonly (keyof typeof pairs)[]): DkimKey[] =>
  readDkimKeys(readDkimSettings(dkimEnvironment(names)).settings);

/** The DNS records in the form of `docs/dkim.md` (RFC 6376, 3.6.1; RFC 8463, 4). */
export const dkimRecords: Readonly<Record<string, string>> = {
  [`rsa._domainkey.${DKIM_DOMAIN}`]: `v=DKIM1; k=rsa; p=${pairs.rsa.publicKey
    .export({ type: 'spki', format: 'der' })
    .toString('base64')}`,
  [`ed._domainkey.${DKIM_DOMAIN}`]: `v=DKIM1; k=ed25519; p=${pairs.ed.publicKey
    .export({ type: 'spki', format: 'der' })
    .subarray(12)
    .toString('base64')}`,
};

/**
 * The results of an independent verifier for each signature: its selector, its result, and the fields it covers. `more` has
 * further records of the DNS, by their names.
 */
export async function verifyDkim(
  message: Buffer,
  more: (name: string) => string | undefined = () => undefined,
) {
  const { results } = await dkimVerify(message, {
    resolver: async (name: string) => {
      const record = dkimRecords[name] ?? more(name);
      if (record === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return [[record]];
    },
  });
  // The library's types lack some of its results.
  const told = results as unknown as readonly (Pick<(typeof results)[number], 'selector' | 'status'> & {
    readonly algo?: string;
    readonly signingDomain?: string;
    readonly format?: string;
    readonly signingHeaders?: { readonly keys: string };
  })[];
  return told.map(({ selector, status, algo, signingDomain, signingHeaders, format }) => ({
    selector,
    domain: signingDomain,
    result: status.result,
    algo,
    format,
    covers: signingHeaders?.keys.toLowerCase().split(/\s*:\s*/) ?? [],
  }));
}
