import { expect } from 'chai';
import { ConfigurationError } from '../../../../../common/config/configuration-error.ts';
import { DEFAULT_RULES, parseRules, readPaceFile } from '../../../../../worker/sending/pace/pace-file.ts';
import { poolOf, ruleOf } from '../../../../../worker/sending/pace/rules.ts';

const problemsOf = (text: string): string => {
  try {
    parseRules(text);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return '';
};

describe('pace: the file of limits', () => {
  it('defaults to limits of big providers, without limits for other domains', () => {
    expect(readPaceFile(null)).to.equal(DEFAULT_RULES);
    expect(ruleOf(DEFAULT_RULES.domains, 'example.com')).to.equal(undefined);
    expect(DEFAULT_RULES.providers['google']!.domains).to.deep.equal(['gmail.com', 'googlemail.com']);
  });

  it('changes defaults field by field, or leaves them out', () => {
    const rules = parseRules('{"providers":{"google":{"per_second":5}}}');
    expect(rules.providers['google']).to.deep.include({ per_second: 5, connections: 40 });
    expect(Object.keys(parseRules('{"defaults":false}').providers)).to.deep.equal([]);
  });

  it('takes limits, weights and warm-ups', () => {
    const rules = parseRules(`{
      "servers": { "relay.example:587": { "weight": 2, "warm_up": { "first_day": "2026-01-31", "mails": [50, 100] } } },
      "accounts": { "*": { "per_hour": 1000 }, "7": { "per_day": 5 } },
      "sending_domains": { "shop.example": { "per_day": 100 } },
      "domains": { "Slow.example": { "connections": 1 } }
    }`);
    expect(rules.servers['relay.example:587']).to.deep.include({ weight: 2 });
    expect(ruleOf(rules.accounts, '8')).to.deep.equal({ per_hour: 1000 });
    expect(ruleOf(rules.accounts, '7')).to.deep.equal({ per_day: 5 });
  });

  it('gives the pool of a sending domain, else of the account, else the default', () => {
    const rules = parseRules(`{
      "pools": { "good": ["a.example:25"], "new": ["b.example:25"] },
      "accounts": { "7": { "pool": "new" } },
      "sending_domains": { "shop.example": { "pool": "good" } }
    }`);
    expect(poolOf(rules, 7, 'shop.example')).to.equal('good');
    expect(poolOf(rules, 7, 'other.example')).to.equal('new');
    expect(poolOf(rules, 8, 'other.example')).to.equal(null);
    const pools = { ...rules, pools: { ...rules.pools, default: ['a.example:25'] } };
    expect(poolOf(pools, 8, 'other.example')).to.equal('default');
  });

  for (const [text, problem] of [
    ['{"accounts":{"7":{"pool":"lost"}}}', /7 has the pool lost/],
    ['{"pools":{"empty":[]}}', /pools.empty/],
    ['{', /not valid JSON/],
    ['{"servers":{"relay":{"weight":2}}}', /servers.relay/],
    ['{"accounts":{"7":{"per_minute":2}}}', /accounts.7.per_minute/],
    ['{"accounts":{"7":{"per_day":0}}}', /accounts.7.per_day/],
    ['{"servers":{"a:25":{"warm_up":{"first_day":"2026-02-31x","mails":[1]}}}}', /first_day/],
    ['{"providers":{"mine":{"per_second":1}}}', /providers.mine.domains/],
    ['{"providers":{"mine":{"domains":["gmail.com"]}}}', /gmail.com is a domain of both google and mine/],
    ['{"domains":{"no domain":{}}}', /no domain/],
  ] as const) {
    it(`names what is wrong: ${text}`, () => expect(problemsOf(text)).to.match(problem));
  }

  it('names a file that is not there', () => {
    expect(() => readPaceFile('/no/such/file.json')).to.throw(ConfigurationError, /PACE_FILE.*no such file/);
  });
});
