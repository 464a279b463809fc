import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConfigurationError } from '../../../../common/config/configuration-error.ts';
import { weaknessOf } from '../../../../common/config/weakness.ts';
import { readConfig } from '../../../../common/config.ts';
import { renderCompose } from '../../../support/compose.ts';

const base = {
  MONGODB_URL: 'mongodb://127.0.0.1:27017/mailing',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SMTP_URL: 'smtp://127.0.0.1:25',
  PUBLIC_URL: 'https://mail.example.com',
};
const random = (): string => randomBytes(32).toString('hex');
const COMPOSE_OF_OLD = 'for-trying-on-one-machine-and-nothing-else';

const problems = (environment: Record<string, string>): string => {
  try {
    readConfig({ ...base, NODE_ENV: 'production', ...environment });
    return '';
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.join('\n');
  }
};

describe('the check of secrets', () => {
  it('refuses published or guessable secrets in production, with advice how to make one', () => {
    for (const weak of [
      COMPOSE_OF_OLD,
      'a secret of thirty-two characters or more',
      'a'.repeat(64),
      'abcdefgh'.repeat(5),
      '0123456789abcdef0123456789abcdef',
      '11112222333344445555666677778888',
      'our-very-own-password-for-mailing-2026',
    ]) {
      const said = problems({ APP_SECRET: weak });
      expect(said, weak).to.match(/^APP_SECRET .*openssl rand -hex 32/);
      expect(said).not.to.include(weak);
    }
    expect(problems({})).to.match(/APP_SECRET is not set: .*openssl rand -hex 32/);
    expect(problems({ APP_SECRET: 'Xk29fQ' })).to.match(/APP_SECRET length must be at least 32/);
  });

  it('accepts random secrets in any usual spelling', () => {
    for (let round = 0; round < 2000; round += 1) {
      const bytes = randomBytes(16);
      for (const text of [bytes.toString('hex'), randomBytes(24).toString('base64'), random()])
        expect(weaknessOf(text), text).to.equal(null);
    }
  });

  it('accepts any secret while trying the service out', () => {
    expect(readConfig({ ...base, APP_SECRET: COMPOSE_OF_OLD }).appSecret).to.equal(COMPOSE_OF_OLD);
  });

  describe('with several secrets', () => {
    const [fresh, sealing] = [random(), random()];

    it('reads secrets with commas, each once, and the first one signs and seals', () => {
      const config = readConfig({
        ...base,
        NODE_ENV: 'production',
        APP_SECRETS: ` ${fresh}, ${COMPOSE_OF_OLD} , ${fresh}`,
      });
      expect(config.signingSecrets).to.deep.equal([fresh, COMPOSE_OF_OLD]);
      expect(config.appSecret).to.equal(fresh);
    });

    it('reads secrets as JSON, with commas in them', () => {
      const comma = 'an old one, with a comma, of 32 characters';
      const listed = JSON.stringify([fresh, comma]);
      expect(readConfig({ ...base, APP_SECRETS: listed }).signingSecrets).to.deep.equal([fresh, comma]);
      for (const broken of ['[', '[1]', '[]'])
        expect(problems({ APP_SECRETS: broken }), broken).to.match(/^APP_SECRETS/);
    });

    it('takes APP_SECRET for sealing, and those of APP_SECRETS for signing', () => {
      expect(readConfig({ ...base, APP_SECRET: sealing }).signingSecrets).to.deep.equal([sealing]);
      const both = readConfig({ ...base, APP_SECRET: sealing, APP_SECRETS: fresh });
      expect([both.appSecret, ...both.signingSecrets]).to.deep.equal([sealing, fresh]);
    });

    it('refuses a weak first secret, and a weak one that seals', () => {
      expect(problems({ APP_SECRETS: `${COMPOSE_OF_OLD},${fresh}` })).to.match(
        /first of APP_SECRETS is published/,
      );
      expect(problems({ APP_SECRETS: fresh, APP_SECRET: COMPOSE_OF_OLD })).to.match(
        /^APP_SECRET is published/,
      );
    });

    it('refuses a secret with fewer than 32 characters', () => {
      expect(problems({ APP_SECRETS: `${fresh},short` })).to.match(
        /APP_SECRETS must be secrets of at least 32/,
      );
    });
  });

  it('finds no secret in docker-compose.yml, and each program says how to make one', () => {
    for (const file of ['docker-compose.yml', 'docker-compose.env'])
      expect(readFileSync(file, 'utf8')).not.to.include(COMPOSE_OF_OLD);
    for (const program of ['release', 'api', 'worker', 'inbound']) {
      const { environment } = renderCompose()[program]!;
      expect(() => readConfig({ NODE_ENV: 'production', ...environment }), program).to.throw(
        ConfigurationError,
        'APP_SECRET is not set: make one with `openssl rand -hex 32`',
      );
    }
  });
});
