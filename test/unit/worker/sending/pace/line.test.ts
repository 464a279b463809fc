import { expect } from 'chai';
import {
  allowedOf,
  beginMail,
  type DomainLine,
  type DomainSign,
  end,
  isHeldBack,
  isLineLate,
  newLine,
  pipelinePositionOf,
  type ServerAnswers,
  slowDown,
} from '../../../../../worker/sending/pace/line.ts';

const serverOf = (connections: number): ServerAnswers => ({ connections, usualMs: 0, heardAt: 0, mails: 0 });

/** `count` mails one after another, each of which takes `ms`; returns the time after them. */
function mails(
  line: DomainLine,
  count: number,
  from: number,
  ms = 2,
  showed: DomainSign = 'accepted',
): number {
  let at = from;
  for (let i = 0; i < count; i += 1) {
    beginMail(line, at);
    end(line, at, at + ms, showed);
    at += ms;
  }
  return at;
}

describe('pace: a domain at a server', () => {
  it('begins with a tenth of the connections, and each mail in time adds one, up to two a connection', () => {
    const line = newLine(serverOf(10));
    expect(allowedOf(line, 0, true)).to.equal(1);
    expect(pipelinePositionOf(line, 0)).to.equal('unsure');
    mails(line, 5, 0);
    expect(allowedOf(line, 10, true)).to.equal(6);
    expect(pipelinePositionOf(line, 10)).to.equal('sure');
    mails(line, 100, 10);
    expect(allowedOf(line, 300, true)).to.equal(20);
  });

  it('does not grow by mails that are deferred', () => {
    const line = newLine(serverOf(10));
    mails(line, 50, 0, 2, 'deferred');
    expect(allowedOf(line, 200, true)).to.equal(1);
  });

  it('gets one mail each 20 ms after it deferred twenty in a row, until one is accepted', () => {
    const line = newLine(serverOf(10));
    let at = mails(line, 19, 0, 2, 'deferred');
    expect(allowedOf(line, at, false)).to.equal(1);
    at = mails(line, 1, at, 2, 'deferred');
    expect(allowedOf(line, at, false)).to.equal(0);
    expect(isHeldBack(line, at)).to.equal(true);
    expect(allowedOf(line, at + 20, false)).to.equal(1);
    at = mails(line, 1, at + 20);
    expect(isHeldBack(line, at + 20)).to.equal(false);
  });

  it('halves at once when the server asks for less, and grows by one for 50 accepted mails', () => {
    const line = newLine(serverOf(10));
    let at = mails(line, 100, 0);
    slowDown(line, at, at + 1);
    expect(allowedOf(line, at + 1, true)).to.equal(5);
    expect(pipelinePositionOf(line, at + 1)).to.equal('apart');
    // Mails that were under way then say nothing new.
    slowDown(line, at, at + 2);
    expect(allowedOf(line, at + 2, true)).to.equal(5);
    at = mails(line, 49, at + 2);
    expect(allowedOf(line, at, true)).to.equal(5);
    at = mails(line, 1, at);
    expect(allowedOf(line, at, true)).to.equal(6);
    at = mails(line, 4 * 50, at);
    expect(allowedOf(line, at, true), 'all of them').to.equal(20);
    expect(line.slowed).to.equal(false);
  });

  it('pauses when it is asked for less than one connection, each time for longer', () => {
    const line = newLine(serverOf(10));
    let at = 10;
    const pauses: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      slowDown(line, at, at, () => 1);
      pauses.push(line.pausedUntil - at);
      expect(allowedOf(line, at, false)).to.equal(0);
      at = line.pausedUntil + 1;
      expect(allowedOf(line, at, false)).to.equal(1);
    }
    expect(pauses.slice(0, 4)).to.deep.equal([1000, 2000, 4000, 8000]);
    expect(pauses.at(-1)).to.equal(300_000);
    mails(line, 1, at);
    slowDown(line, at + 10, at + 10, () => 1);
    expect(line.pausedUntil - at - 10, 'after a mail that was accepted').to.equal(1000);
  });

  it('holds a tenth of the connections while it is late and others send, and half of them while it is alone', () => {
    const server = serverOf(10);
    const [usual, slow] = [newLine(server), newLine(server)];
    let at = mails(usual, 100, 0);
    at = mails(slow, 30, at);
    expect(allowedOf(slow, at, true)).to.equal(20);
    at = mails(slow, 3, at, 5000);
    expect(isLineLate(slow, at)).to.equal(true);
    expect(isLineLate(usual, at)).to.equal(false);
    expect(allowedOf(slow, at, true)).to.equal(1);
    expect(allowedOf(slow, at, false)).to.equal(5);
    at = mails(slow, 40, at);
    expect(allowedOf(slow, at, true), 'quick again').to.equal(20);
  });

  it('counts as late before its answer comes, when the server answers for others meanwhile', () => {
    const server = serverOf(10);
    const [usual, silent] = [newLine(server), newLine(server)];
    let at = mails(usual, 20, 0);
    at = mails(silent, 20, at);
    beginMail(silent, at);
    expect(isLineLate(silent, at + 600), 'the server is silent for all').to.equal(false);
    mails(usual, 300, at);
    expect(isLineLate(silent, at + 600)).to.equal(true);
  });

  it('stays on time when the server is slow for all', () => {
    const server = serverOf(10);
    const lines = [newLine(server), newLine(server)];
    let at = 0;
    for (let round = 0; round < 50; round += 1) for (const line of lines) at = mails(line, 1, at, 3000);
    expect(lines.map((line) => isLineLate(line, at))).to.deep.equal([false, false]);
  });
});
