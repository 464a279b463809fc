import { expect } from 'chai';
import type { TroubledDomain } from '../../../../../common/models/mailings.ts';
import { type DomainReplies, withReplies } from '../../../../../worker/sending/delivery/parking.ts';
import { REPLY_KIND, recentOf } from '../../../../../worker/sending/delivery/recent-replies.ts';

const HOUR = 3600_000;
const START = new Date('2026-01-01T00:00:00Z');
const after = (hours: number): Date => new Date(START.getTime() + hours * HOUR);
const heard = (mails: number, refused: number, domain = 'a.example') =>
  new Map<string, DomainReplies>([
    [domain, { replies: mails, refused, gone: 0, unknown: 0, class: 'policy', reply: 'no' }],
  ]);
const hoursUntil = ({ until }: TroubledDomain, at: Date): number | null =>
  until && (until.getTime() - at.getTime()) / HOUR;

describe('parking a domain', () => {
  it('needs ten mails, and half of them refused', () => {
    const untilOf = (mails: number, refused: number) =>
      withReplies([], heard(mails, refused), START)[0]?.until;
    expect(untilOf(9, 9)).to.equal(null);
    expect(untilOf(10, 4)).to.equal(null);
    expect(untilOf(10, 5)).to.deep.equal(after(1));
    expect(untilOf(50, 0)).to.equal(undefined);
  });

  it('sums the slices up', () => {
    const first = withReplies([], heard(5, 3), START);
    expect(withReplies(first, heard(5, 3), START)[0]).to.include({ mails: 10, refused: 6, parks: 1 });
  });

  it('looks at the last mails only', () => {
    let domains = withReplies([], heard(1, 1), START);
    for (let slices = 0; slices < 50; slices += 1) domains = withReplies(domains, heard(100, 0), START);
    for (let slices = 0; slices < 2; slices += 1) domains = withReplies(domains, heard(60, 60), START);
    expect(domains[0]!.until).to.not.equal(null);
  });

  it('takes twice as long each time, up to a day', () => {
    let at = START;
    let domains = withReplies([], heard(10, 10), at);
    const waits = [hoursUntil(domains[0]!, at)];
    for (let times = 0; times < 6; times += 1) {
      at = new Date(domains[0]!.until!.getTime() + 1);
      domains = withReplies(domains, heard(1, 1), at);
      waits.push(hoursUntil(domains[0]!, at));
    }
    expect(waits).to.deep.equal([1, 2, 4, 8, 16, 24, 24]);
  });

  it('changes nothing while it is parked, and ends with acceptances', () => {
    const parked = withReplies([], heard(10, 10), START);
    expect(withReplies(parked, heard(30, 30), after(0.5))).to.deep.equal(parked);
    const accepted = withReplies(parked, heard(5, 0), after(2));
    expect(accepted[0]!.until).to.equal(null);
    expect(withReplies(accepted, heard(1, 1), after(2))[0]!.until).to.equal(null);
  });

  it('keeps fifty domains, parked ones first', () => {
    let domains = withReplies([], heard(10, 10, 'parked.example'), START);
    for (let one = 0; one < 80; one += 1)
      domains = withReplies(domains, heard(2, 1, `d${one}.example`), START);
    expect(domains).to.have.length(50);
    expect(domains.map(({ domain }) => domain)).to.include('parked.example');
  });
});

describe('the record of a mailing’s last replies', () => {
  let mailings = 0;
  const fresh = () => recentOf(`test-${(mailings += 1)}`, 0);
  const add = (recent: ReturnType<typeof fresh>, count: number, kind: 0 | 1 | 2 | 3): void => {
    for (let one = 0; one < count; one += 1) recent.add(kind);
  };

  it('stops the mailing when a fifth of the last 200 refuse us', () => {
    const recent = fresh();
    add(recent, 1000, REPLY_KIND.other);
    add(recent, 39, REPLY_KIND.ours);
    expect(recent.isRefused(1)).to.equal(false);
    add(recent, 1, REPLY_KIND.ours);
    expect(recent.isRefused(1)).to.equal(true);
    add(recent, 170, REPLY_KIND.other);
    expect(recent.isRefused(1)).to.equal(false);
  });

  it('stops the mailing sooner when several domains refuse us', () => {
    const recent = fresh();
    add(recent, 10, REPLY_KIND.ours);
    expect(recent.isRefused(2)).to.equal(false);
    expect(recent.isRefused(3)).to.equal(true);
    recent.forget(5);
    expect(recent.isRefused(3)).to.equal(false);
  });

  it('stops the mailing at ten in a row that every mail would get', () => {
    const recent = fresh();
    add(recent, 9, REPLY_KIND.relay);
    add(recent, 1, REPLY_KIND.other);
    add(recent, 9, REPLY_KIND.all);
    expect(recent.isRefused(0)).to.equal(false);
    recent.add(REPLY_KIND.all);
    expect(recent.isRefused(0)).to.equal(true);
  });

  it('starts again from nothing when a person resumes the mailing', () => {
    const recent = recentOf('resumed', 1);
    add(recent, 40, REPLY_KIND.ours);
    expect(recentOf('resumed', 1).isRefused(1)).to.equal(true);
    expect(recentOf('resumed', 2).isRefused(1)).to.equal(false);
  });
});
