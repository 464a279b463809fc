import { expect } from 'chai';
import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import { SETTINGS } from '../../../common/config/table.ts';
import { OWN_WORDS } from '../../../common/config/unknown-names.ts';
import { lookAtSettings, readConfig } from '../../../common/config.ts';

const given = {
  MONGODB_URL: 'mongodb://localhost/mailing',
  REDIS_URL: 'redis://localhost',
  SMTP_URL: 'smtp://127.0.0.1:9',
  APP_SECRET: 'a secret of thirty-two characters or more',
};

const problemsOf = (changes: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig({ ...given, ...changes });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems;
  }
};

describe('the reader of settings', () => {
  for (const url of [
    'mongodb://a:27017,b:27017,c:27017/mailing?replicaSet=rs0',
    'mongodb://user:p%40ss%3Aword@a.example:27017,[::1]:27018/mailing?replicaSet=rs0&authSource=admin&tls=true',
    'mongodb+srv://user:secret@cluster.example/mailing?retryWrites=true&w=majority',
  ])
    it(`accepts MongoDB at ${url}`, () => {
      expect(problemsOf({ MONGODB_URL: url })).to.deep.equal([]);
    });

  for (const url of [
    'postgres://user:hidden@a/b',
    'mongodb://user:hidden@',
    'mongodb://a:hidden/b',
    'hidden',
  ])
    it(`refuses MongoDB at ${url}, without repeating it`, () => {
      const problems = problemsOf({ MONGODB_URL: url });
      expect(problems).to.have.length(1);
      expect(problems[0])
        .to.match(/^MONGODB_URL must be a MongoDB connection string, such as mongodb:\/\//)
        .and.not.include('hidden');
    });

  it('refuses values in quotes, which some files of settings keep', () => {
    for (const quote of ['"', "'", '`'])
      expect(problemsOf({ APP_SECRET: `${quote}${given.APP_SECRET}${quote}` })).to.deep.equal([
        'APP_SECRET must be written without quotes, which would be part of its value',
      ]);
    expect(problemsOf({ APP_SECRETS: JSON.stringify([given.APP_SECRET]) })).to.deep.equal([]);
    expect(problemsOf({ SYSTEM_FROM: 'news@shop.example' })).to.deep.equal([]);
  });

  it('asks for PUBLIC_URL in production, as links of mails begin with it', () => {
    const production = {
      NODE_ENV: 'production',
      APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
    };
    expect(problemsOf(production)).to.deep.equal(['PUBLIC_URL is not set']);
    expect(problemsOf({ ...production, PUBLIC_URL: 'https://mail.example' })).to.deep.equal([]);
    expect(readConfig({ ...given, PORT: '4000' }).publicUrl).to.equal('http://localhost:4000');
  });

  describe('of values that cannot work', () => {
    const production = {
      NODE_ENV: 'production',
      APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
      PUBLIC_URL: 'https://mail.example',
    };
    const HIDDEN = 'x-hidden';
    const refusals: readonly [string, Readonly<Record<string, string>>, RegExp][] = [
      [
        'a store without a name',
        { ...production, MONGODB_URL: 'mongodb://a,b/?replicaSet=rs0' },
        /^MONGODB_URL names no database/,
      ],
      [
        'a store behind a load balancer',
        { MONGODB_URL: 'mongodb://a/mailing?tls=true&loadBalanced=true' },
        /^MONGODB_URL must not have loadBalanced=true/,
      ],
      [
        'an address with a path',
        { PUBLIC_URL: 'https://m.example/mailing' },
        /^PUBLIC_URL must be .*https:\/\/m\.example:/,
      ],
      ['an address with a query', { PUBLIC_URL: 'https://m.example/?a=1' }, /^PUBLIC_URL must be/],
      ['an unknown mode', { NODE_ENV: 'prod' }, /^NODE_ENV must be one of .*production/],
      [
        'a wrong scheme of a mail server',
        { SMTP_URL: 'https://x' },
        /^SMTP_URL must be .*smtp:\/\/, smtps:\/\/, ses:/,
      ],
      [
        'one port for two servers',
        { PORT: '4000', METRICS_PORT: '4000' },
        /^METRICS_PORT must be another port than PORT$/,
      ],
      [
        'to forward mails to the domain that they come from',
        { BOUNCE_DOMAIN: 'b.example', INBOUND_FORWARD_TO: 'abuse@B.example' },
        /^INBOUND_FORWARD_TO must not be an address at BOUNCE_DOMAIN/,
      ],
      [
        'to forward mails without an SMTP server',
        { INBOUND_FORWARD_TO: 'admin@x.example', SMTP_URL: 'postmark://token-token-token-token@' },
        /^INBOUND_FORWARD_TO needs an SMTP server/,
      ],
      ['a secret of a wrong form', { HOOK_RESEND_SECRET: HIDDEN }, /^HOOK_RESEND_SECRET must be whsec_/],
    ];
    for (const [what, changes, problem] of refusals)
      it(`refuses ${what}`, () => {
        const problems = problemsOf(changes);
        expect(problems).to.have.length(1);
        expect(problems[0]).to.match(problem).and.not.include(HIDDEN);
      });

    it('never repeats the value of a secret', () => {
      const names = Object.keys(SETTINGS).filter((name) => /SECRET|KEY|LOGIN|_URL/.test(name));
      expect(names).to.have.length.above(8);
      for (const name of names.filter((one) => one !== 'PUBLIC_URL' && one !== 'DKIM_KEY_FILE'))
        expect(problemsOf({ [name]: HIDDEN }).join(), name).not.to.include(HIDDEN);
    });

    it('takes a slash after PUBLIC_URL', () => {
      expect(readConfig({ ...given, PUBLIC_URL: 'https://m.example/' }).publicUrl).to.equal(
        'https://m.example',
      );
    });

    it('names variables that are almost settings', () => {
      const found = lookAtSettings({
        ...given,
        SMTP_RATES: '5',
        RETENTION_DAY: '3',
        MONGODB_URI: 'mongodb://a/b',
        QUOTA_OF_CATS: '1',
        HOME: '/root',
        PATH: '/bin',
        NODE_OPTIONS: '',
        SMTP_SERVICE_HOST: '10.0.0.1',
        SMTP_PORT_25_TCP_ADDR: '10.0.0.1',
        APP_NAME: 'shop',
      });
      expect(
        found.checks.filter(({ row }) => row.finding === 'warn').flatMap((one) => one.problems),
      ).to.deep.equal([
        'SMTP_RATES is not a setting. Did you mean SMTP_RATE?',
        'RETENTION_DAY is not a setting. Did you mean RETENTION_DAYS?',
        'MONGODB_URI is not a setting. Did you mean MONGODB_URL?',
        'QUOTA_OF_CATS is not a setting.',
      ]);
    });

    it('knows own words of settings', () => {
      for (const word of OWN_WORDS)
        expect(
          Object.keys(SETTINGS).filter((name) => name.startsWith(`${word}_`)),
          word,
        ).to.have.length.above(1);
    });
  });

  it('accepts DNS servers by their addresses', () => {
    const text = '192.0.2.1, 192.0.2.2:5353, 2001:db8::1, [2001:db8::1]:53';
    expect(readConfig({ ...given, DNS_SERVERS: text }).dnsServers).to.deep.equal(text.split(', '));
    expect(readConfig(given).dnsServers).to.equal(null);
  });

  for (const text of [
    'dns.example',
    '192.0.2.1:',
    '192.0.2.1:70000',
    '192.0.2.1,',
    '[192.0.2.1',
    '256.1.1.1',
  ])
    it(`refuses DNS servers at ${text}`, () => {
      expect(problemsOf({ DNS_SERVERS: text })).to.deep.equal([
        'DNS_SERVERS must be IP addresses of DNS servers, such as 192.0.2.1:53',
      ]);
    });
});
