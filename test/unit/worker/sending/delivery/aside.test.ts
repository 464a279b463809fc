import { expect } from 'chai';
import { RowsAside } from '../../../../../worker/sending/delivery/aside.ts';
import type { OpenRow } from '../../../../../worker/sending/delivery/open-rows.ts';
import { Domains } from '../../../../../worker/sending/pace/domains.ts';
import { slowDown } from '../../../../../worker/sending/pace/line.ts';

const ROWS = 1000;

describe('a row that waits for its domain', () => {
  const domains = new Domains({ servers: [{ name: 'relay:25', connections: 10 }], store: null });

  /** The longest wait, in milliseconds, of rows of a slowed domain that takes 4 s for a mail. */
  function longestAt(at: number): number {
    const domain = domains.of('slow.example');
    const aside = new RowsAside(domains);
    for (let id = 0; id < ROWS; id += 1) aside.add({ _id: id } as OpenRow, domain);
    const late = aside.takeLate(at, 0);
    // Where the domain has room, one stays.
    expect(late).to.have.length.within(ROWS - 1, ROWS);
    aside.clear();
    return Math.max(...late.map(({ ms }) => ms));
  }

  it('waits at most twice as long as the domain has been held back so far', () => {
    const line = domains.of('slow.example').lines[0]!;
    slowDown(line, 0, 0, () => 0);
    Object.assign(line, { window: 1, ms: 4000 });
    expect(longestAt(10_000)).to.equal(1000);
    expect(longestAt(11_500)).to.equal(3000);
    expect(longestAt(70_000)).to.equal(120_000);
    // An hour later they would still take as long as their turns do.
    expect(longestAt(3_610_000)).to.be.within(3_500_000, 3_600_000);
  });

  it('waits for a short time again after its domain had all its connections', () => {
    const domain = domains.of('slow.example');
    const line = domain.lines[0]!;
    Object.assign(line, { slowed: false, ms: 2, pausedUntil: 0, heardAt: 0 });
    expect(domains.enter(domain, domains.clock(), {})).to.equal(true);
    domains.leave(domain, true);
    Object.assign(line, { slowed: true, window: 1, ms: 4000 });
    expect(longestAt(4_000_000)).to.equal(1000);
  });
});
