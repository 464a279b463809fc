import { expect } from 'chai';
import fc from 'fast-check';
import {
  readToken,
  signToken,
  TOKEN_LENGTH,
  TOKEN_PURPOSES,
  type TokenPurpose,
  tokenKey,
  tokenSigner,
} from '../../../../common/domain/tokens.ts';

const KEY = tokenKey('one secret of at least 32 characters');
const PURPOSES = Object.keys(TOKEN_PURPOSES) as TokenPurpose[];
const id = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 1, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER));
const second = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('a token', () => {
  it('contains the signed account, id and second, in 40 characters that need no escaping in addresses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PURPOSES), second, id, second, (purpose, account, id, second) => {
        const token = signToken(KEY, purpose, { account, id }, second);
        expect(token)
          .to.match(/^[A-Za-z0-9_-]{40}$/)
          .and.have.lengthOf(TOKEN_LENGTH);
        expect(readToken(KEY, purpose, token)).to.deep.equal({ account, id, second });
      }),
    );
  });

  it('stays the same in every process and at any time', () => {
    expect(signToken(KEY, 'click', { account: 42, id: 123_456_789_012 }, 7)).to.equal(
      'Q0E3AAAcvpkaFAAAAAcAAAAq652h4LXEbYSFRwud',
    );
  });

  it('stays valid forever when it is from before tokens named the account', () => {
    const said = { account: null, id: 123_456_789_012, second: 7 };
    const old = 'Q0E3AAAcvpkaFAAAAAeWD1UwiLFyJVw-sp4-0rjN';
    expect(readToken(KEY, 'click', old)).to.deep.equal(said);
    expect(readToken(KEY, 'open', old)).to.equal(null);
  });

  it('stays valid forever when it is from before key ids, with any of the keys', () => {
    const old = 'AAAcvpkaFAAAAAeWD1UwiLFyJVw-sp4-0rjN';
    const newer = 'a newer secret of at least 32 characters';
    const said = { account: null, id: 123_456_789_012, second: 7 };
    expect(readToken(KEY, 'click', old)).to.deep.equal(said);
    const rotated = tokenKey([newer, 'one secret of at least 32 characters']);
    expect(readToken(rotated, 'click', old)).to.deep.equal(said);
    expect(readToken(rotated, 'open', old)).to.equal(null);
    expect(readToken(tokenKey(newer), 'click', old)).to.equal(null);
  });

  describe('with several keys', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name} secret of at least 32 characters`) as [
      string,
      string,
      string,
    ];
    const tokens = [a, b, c].map((secret) => signToken(tokenKey(secret), 'open', { account: 42, id: 7 }));
    const all = tokenKey([c, a, b]);

    it('carries the signature of the first one', () => {
      expect(signToken(all, 'open', { account: 42, id: 7 })).to.equal(tokens[2]);
    });

    it('counts as valid with any of them, and with no other', () => {
      for (const token of tokens)
        expect(readToken(all, 'open', token)).to.deep.equal({ account: 42, id: 7, second: 0 });
      expect(readToken(tokenKey([a, b]), 'open', tokens[2]!)).to.equal(null);
    });

    it('names its key, and is valid only with this one', () => {
      expect(new Set(tokens.map((token) => token.slice(0, 4))).size).to.equal(3);
      const mislabelled = tokens[0]!.slice(0, 4) + tokens[1]!.slice(4);
      expect(readToken(all, 'open', mislabelled)).to.equal(null);
    });
  });

  it('fails for another purpose or secret', () => {
    const other = tokenKey('another secret of at least 32 characters');
    for (const purpose of PURPOSES) {
      const token = signToken(KEY, purpose, { account: 42, id: 1 });
      for (const wrong of PURPOSES)
        if (wrong !== purpose) expect(readToken(KEY, wrong, token)).to.equal(null);
      expect(readToken(other, purpose, token)).to.equal(null);
    }
  });

  it('fails with any one character changed', () => {
    const token = signToken(KEY, 'click', { account: 42, id: 4711 }, 3);
    for (let at = 0; at < token.length; at++) {
      for (const character of 'AQgw0z_-+/=. %ü\0') {
        if (character === token[at]) continue;
        expect(readToken(KEY, 'click', token.slice(0, at) + character + token.slice(at + 1))).to.equal(null);
      }
    }
  });

  it('fails in any other length or spelling', () => {
    const token = signToken(KEY, 'open', { account: 42, id: 1 });
    for (const text of [
      '',
      token.slice(1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      'x'.repeat(1e6),
    ]) {
      expect(readToken(KEY, 'open', text)).to.equal(null);
    }
    const forged = fc
      .constantFrom(27, 30)
      .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
      .map((raw) => Buffer.from(raw).toString('base64url'));
    fc.assert(
      fc.property(fc.oneof(forged, fc.string({ maxLength: 50 })), (text) => {
        expect(readToken(KEY, 'open', text)).to.equal(null);
      }),
    );
  });

  it('keeps its result when all tokens of a mail are signed together', () => {
    const kinds = [
      { purpose: 'open', second: 0 },
      { purpose: 'click', second: 1 },
      { purpose: 'click', second: 70_000 },
      { purpose: 'unsubscribe', second: 0 },
      { purpose: 'preferences', second: 0 },
    ] as const;
    const sign = tokenSigner(KEY, kinds);
    for (const [account, id, contact] of [
      [42, 1, 12],
      [42, 2 ** 40, undefined],
      [2 ** 32 - 1, 3, 2 ** 32 - 1],
      [42, 3, 0],
    ] as const) {
      const alone = kinds
        .map(({ purpose, second }) => {
          const isOptOut = purpose === 'unsubscribe' || purpose === 'preferences';
          return signToken(KEY, purpose, { account, id }, isOptOut ? (contact ?? 0) : second);
        })
        .join('');
      expect(sign(account, id, contact).toString('latin1')).to.equal(alone);
    }
  });

  it('needs valid numbers', () => {
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53, Infinity]) {
      expect(() => signToken(KEY, 'open', { account: 42, id: wrong })).to.throw(RangeError);
    }
    for (const wrong of [-1, 0.5, 2 ** 32])
      expect(() => signToken(KEY, 'open', { account: 42, id: 1 }, wrong)).to.throw(RangeError);
    for (const wrong of [-1, 0.5, 2 ** 32, Number.NaN])
      expect(() => signToken(KEY, 'open', { account: wrong, id: 1 })).to.throw(RangeError);
  });
});
