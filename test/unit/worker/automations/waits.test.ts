import { expect } from 'chai';
import { dueAfter } from '../../../../worker/automations/plan.ts';

const due = (
  since: string,
  waiting_type: 'instantly' | 'hours' | 'days',
  waiting_period: number,
  zone: string,
) => dueAfter(new Date(since), { waiting_type, waiting_period }, zone).toISOString();

describe('the wait of an automation email', () => {
  it('takes no time, or hours that elapse even if clocks change', () => {
    expect(due('2026-03-28T23:30:00.123Z', 'instantly', 1, 'Europe/Berlin')).to.equal(
      '2026-03-28T23:30:00.123Z',
    );
    expect(due('2026-03-28T23:30:00.123Z', 'hours', 3, 'Europe/Berlin')).to.equal('2026-03-29T02:30:00.123Z');
    expect(due('2026-11-01T04:30:00.000Z', 'hours', 24, 'America/New_York')).to.equal(
      '2026-11-02T04:30:00.000Z',
    );
  });

  it('takes days that end at the same local time', () => {
    expect(due('2026-01-10T08:15:30.250Z', 'days', 1, 'UTC')).to.equal('2026-01-11T08:15:30.250Z');
    // 09:00 on both sides of the change: 23 hours in spring, 25 in autumn.
    expect(due('2026-03-28T08:00:00.000Z', 'days', 1, 'Europe/Berlin')).to.equal('2026-03-29T07:00:00.000Z');
    expect(due('2026-10-24T07:00:00.000Z', 'days', 1, 'Europe/Berlin')).to.equal('2026-10-25T08:00:00.000Z');
    expect(due('2026-03-07T14:00:00.000Z', 'days', 2, 'America/New_York')).to.equal(
      '2026-03-09T13:00:00.000Z',
    );
    expect(due('2026-10-31T13:00:00.000Z', 'days', 2, 'America/New_York')).to.equal(
      '2026-11-02T14:00:00.000Z',
    );
    expect(due('2026-01-31T12:00:00.000Z', 'days', 30, 'Asia/Kolkata')).to.equal('2026-03-02T12:00:00.000Z');
  });

  it('ends at the next existing instant when a clock change skips the local time', () => {
    // Berlin skips 02:00 to 03:00 on 29 March 2026, New York on 8 March.
    expect(due('2026-03-28T01:30:00.000Z', 'days', 1, 'Europe/Berlin')).to.equal('2026-03-29T01:00:00.000Z');
    expect(due('2026-03-07T07:30:00.000Z', 'days', 1, 'America/New_York')).to.equal(
      '2026-03-08T07:00:00.000Z',
    );
    // Lord Howe Island changes by half an hour.
    expect(due('2026-10-02T15:45:00.000Z', 'days', 1, 'Australia/Lord_Howe')).to.equal(
      '2026-10-03T15:30:00.000Z',
    );
  });

  it('ends at the first instant when the local time occurs twice, and begins at either', () => {
    expect(due('2026-10-24T00:30:00.000Z', 'days', 1, 'Europe/Berlin')).to.equal('2026-10-25T00:30:00.000Z');
    expect(due('2026-10-31T05:30:00.000Z', 'days', 1, 'America/New_York')).to.equal(
      '2026-11-01T05:30:00.000Z',
    );
    // The second 02:30 of 25 October is as valid as the first.
    expect(due('2026-10-25T00:30:00.000Z', 'days', 1, 'Europe/Berlin')).to.equal('2026-10-26T01:30:00.000Z');
    expect(due('2026-10-25T01:30:00.000Z', 'days', 1, 'Europe/Berlin')).to.equal('2026-10-26T01:30:00.000Z');
  });
});
