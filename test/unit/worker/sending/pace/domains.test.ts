import { expect } from 'chai';
import { Domains } from '../../../../../worker/sending/pace/domains.ts';
import { NO_PACE_RULES, type PaceRules } from '../../../../../worker/sending/pace/rules.ts';

const SERVERS = [{ name: 'relay:25', connections: 10 }];
const domainsWith = (rules: Partial<PaceRules> = {}): Domains =>
  new Domains({ servers: SERVERS, rules: { ...NO_PACE_RULES, ...rules }, store: null });
const slice = {};

describe('pace: the table of recipient domains', () => {
  it('lets as many mails in as the lines of a domain allow', () => {
    const domains = domainsWith();
    const domain = domains.of('x.example');
    Object.assign(domain.lines[0]!, { window: 3 });
    const entered = Array.from({ length: 5 }, () => domains.enter(domain, 0, slice));
    expect(entered).to.deep.equal([true, true, true, false, false]);
    domains.leave(domain, true);
    expect(domains.enter(domain, 0, slice)).to.equal(true);
    expect(domain).to.include({ inside: 3, mails: 4, holder: slice });
  });

  it('lets as many mails in as the rule of a domain allows', () => {
    const domains = domainsWith({ domains: { 'x.example': { connections: 2 } } });
    const domain = domains.of('x.example');
    Object.assign(domain.lines[0]!, { window: 5 });
    expect([1, 2, 3].map(() => domains.enter(domain, 0, slice))).to.deep.equal([true, true, false]);
  });

  it('has one entry for all domains of a provider, except domains with a rule of their own', () => {
    const domains = domainsWith({
      providers: { big: { domains: ['a.example', 'b.example', 'own.example'], connections: 1 } },
      domains: { 'own.example': { connections: 5 } },
    });
    const [a, b, own] = ['a.example', 'b.example', 'own.example'].map((name) => domains.of(name));
    expect(a).to.equal(b);
    expect([a!.name, a!.most, own!.name, own!.most]).to.deep.equal(['big', 1, 'own.example', 5]);
    expect(new Set(domains.all()).size).to.equal(2);
  });

  it('lets mails of a very late domain in from one slice at a time', () => {
    const domains = domainsWith();
    const domain = domains.of('x.example');
    Object.assign(domain.lines[0]!, { window: 10, ms: 2000 });
    expect(domains.enter(domain, 0, slice)).to.equal(true);
    const other = {};
    expect(domains.enter(domain, 0, other)).to.equal(false);
    expect(domains.wait(domain, 0, other)).to.equal(2000);
    expect(domains.enter(domain, 0, slice)).to.equal(true);
    domains.leave(domain, true);
    domains.leave(domain, true);
    expect(domains.enter(domain, 0, other)).to.equal(true);
  });

  it('wakes the slices that wait when a mail leaves', async () => {
    const domains = domainsWith();
    const domain = domains.of('x.example');
    expect(domains.enter(domain, 0, slice)).to.equal(true);
    domain.waiting = 1;
    // Mocha's time-out is shorter.
    const stirred = Promise.all([domains.stirred(600_000), domains.stirred(600_000)]);
    domains.leave(domain, true);
    await stirred;
    await domains.stirred(1);
  });

  it('forgets domains that are idle, and none that is used', () => {
    const domains = domainsWith();
    const used = domains.of('used.example');
    const idle = domains.of('idle.example');
    expect(domains.enter(used, 0, slice)).to.equal(true);
    for (let count = 0; count < 20_000; count += 1) domains.of(`${count}.example`);
    expect(domains.of('used.example')).to.equal(used);
    expect(domains.of('idle.example')).not.to.equal(idle);
  });

  it('forgets idle domains behind many that a pace file names', () => {
    const names = Array.from({ length: 150 }, (_, i) => `${i}.big.example`);
    const domains = domainsWith({ providers: { big: { domains: names } } });
    for (const name of names) domains.of(name);
    for (let count = 0; count < 20_500; count += 1) domains.of(`${count}.example`);
    expect([...domains.all()].length).to.be.within(19_000, 20_000);
  });
});
