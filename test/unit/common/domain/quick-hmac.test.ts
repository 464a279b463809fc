import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { quickHmac } from '../../../../common/domain/quick-hmac.ts';

describe('the quick HMAC', () => {
  it('is the HMAC of Node, for keys of all lengths and any text', () => {
    for (const length of [1, 16, 32, 63, 64]) {
      const key = createSecretKey(randomBytes(length));
      const hash = quickHmac(key);
      for (const text of ['', 'a', 'Jürgen 山田 😀', '\ud800', 'x'.repeat(5000)])
        for (const encoding of ['binary', 'base64url', 'hex'] as const)
          expect(hash(text, encoding)).to.equal(createHmac('sha256', key).update(text).digest(encoding));
    }
  });
});
