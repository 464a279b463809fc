import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigurationError } from '../../../../../common/config/configuration-error.ts';
import { readConfig } from '../../../../../common/config.ts';
import { readDkimKeys } from '../../../../../worker/sending/signing/keys.ts';
import { pairs, pemOf } from '../../../../support/dkim.ts';

const others = {
  MONGODB_URL: 'mongodb://127.0.0.1/x',
  REDIS_URL: 'redis://127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1',
  APP_SECRET: 'x'.repeat(32),
};
const [rsa, ed] = [pemOf(pairs.rsa), pemOf(pairs.ed)];

/** The keys as texts, or the problems with which the start fails. */
function read(environment: Record<string, string>): string[] {
  try {
    const keys = readDkimKeys(readConfig({ ...others, ...environment }).dkim);
    return keys.map(({ domain, selector, algorithm }) => `${selector} ${domain} ${algorithm}`);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [...error.problems];
  }
}

describe('the reader of DKIM settings', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'dkim-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('returns no keys when none are set', () => {
    expect(read({})).to.deep.equal([]);
  });

  it('reads one or several keys, as text or as file, of one domain or of several', () => {
    const both = { DKIM_DOMAIN: 'Shop.example', DKIM_SELECTOR: 'r1, e1.mail' };
    const expected = ['r1 shop.example rsa-sha256', 'e1.mail shop.example ed25519-sha256'];
    expect(read({ ...both, DKIM_KEY: rsa + ed })).to.deep.equal(expected);
    expect(read({ ...both, DKIM_KEY: (rsa + ed).replaceAll('\n', '\\n') })).to.deep.equal(expected);
    const files = `${file('r.pem', rsa)},${file('e.pem', `# ours\n${ed}`)}`;
    expect(read({ ...both, DKIM_KEY_FILE: files })).to.deep.equal(expected);
    expect(read({ ...both, DKIM_DOMAIN: 'a.example,b.example', DKIM_KEY: rsa + ed })).to.deep.equal([
      'r1 a.example rsa-sha256',
      'e1.mail b.example ed25519-sha256',
    ]);
    const pkcs1 = pairs.rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(read({ DKIM_DOMAIN: 'a.example', DKIM_SELECTOR: 's', DKIM_KEY: pkcs1 })).to.have.length(1);
  });

  const one = { DKIM_DOMAIN: 'shop.example', DKIM_SELECTOR: 's' };
  const weak = pemOf(generateKeyPairSync('rsa', { modulusLength: 512 }));
  const curve = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  const locked = pairs.rsa.privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();
  const open = pairs.rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const refusals: [what: string, environment: Record<string, string>, problem: RegExp][] = [
    ['a key without a domain', { DKIM_SELECTOR: 's', DKIM_KEY: rsa }, /^DKIM_DOMAIN is not set/],
    ['a key without a selector', { DKIM_DOMAIN: 'a.example', DKIM_KEY: rsa }, /^DKIM_SELECTOR is not set/],
    ['a selector without a key', one, /^DKIM_KEY or DKIM_KEY_FILE must be set/],
    ['a key in both ways', { ...one, DKIM_KEY: rsa, DKIM_KEY_FILE: 'x' }, /not both/],
    [
      'a selector that is no name',
      { ...one, DKIM_SELECTOR: 'a b', DKIM_KEY: rsa },
      /"a b" is not a DNS name/,
    ],
    [
      'a domain that would add a tag',
      { ...one, DKIM_DOMAIN: 'a.example; l=0', DKIM_KEY: rsa },
      /"a.example; l=0" is not a DNS name/,
    ],
    ['a selector twice', { ...one, DKIM_SELECTOR: 's,S', DKIM_KEY: rsa + ed }, /has a selector twice/],
    ['more selectors than keys', { ...one, DKIM_SELECTOR: 's,t', DKIM_KEY: rsa }, /has 1 PEM keys/],
    ['more keys than selectors', { ...one, DKIM_KEY: rsa + ed }, /has 2 PEM keys/],
    [
      'more domains than selectors',
      { ...one, DKIM_DOMAIN: 'a.example,b.example', DKIM_KEY: rsa },
      /^DKIM_DOMAIN must have one domain/,
    ],
    ['a public key', { ...one, DKIM_KEY: open }, /must be a private key/],
    ['a key with a passphrase', { ...one, DKIM_KEY: locked }, /without a passphrase/],
    ['a key of another kind', { ...one, DKIM_KEY: curve }, /has the type ec/],
    ['a key that is too short', { ...one, DKIM_KEY: weak }, /has 512 bits/],
    ['no PEM at all', { ...one, DKIM_KEY: 'secret' }, /has 0 PEM keys/],
    ['a file that is not there', { ...one, DKIM_KEY_FILE: '/no/such.pem' }, /no such file/],
  ];
  for (const [what, environment, problem] of refusals) {
    it(`refuses ${what}`, () => {
      const problems = read(environment);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
      expect(problems[0]).not.to.include('BEGIN');
    });
  }
});
