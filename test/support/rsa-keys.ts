import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type DkimPair, useRsaKeys } from '../../common/secrets/dkim-keys.ts';

/** Fixed key pairs, because to make one takes 100 ms of CPU. */
export const rsaPairs: readonly DkimPair[] = readFileSync('test/fixtures/rsa-keys.pem', 'utf8')
  .split(/(?<=-----END PRIVATE KEY-----\n)/)
  .map((pem) => ({ privateKey: createPrivateKey(pem), publicKey: createPublicKey(pem) }));

let taken = 0;

/** Sending domains get these in turns, so that two that are added one after the other differ. */
const ofProduction = useRsaKeys(async () => {
  taken += 1;
  return rsaPairs[taken % rsaPairs.length]!;
});

/** In the calling `describe`, sending domains get keys that are made for them, as in production. */
export function newRsaKeys(): void {
  let previous = ofProduction;
  before(() => {
    previous = useRsaKeys(ofProduction);
  });
  after(() => {
    useRsaKeys(previous);
  });
}
