import { expect } from 'chai';
import type { Exchange } from '../../../../api/http/exchange.ts';
import { Failure, tooMany } from '../../../../api/http/failures.ts';
import { createLateRefusals, refuseLate } from '../../../../api/http/late-refusals.ts';

describe('a refusal for too many calls', () => {
  /** Of accounts whose third refusal is late. */
  function refusing() {
    const refusals = createLateRefusals({ atOnce: { each: 2, refill: 0 }, lateMs: 1 });
    return (userId: number | undefined, error: unknown) =>
      refuseLate({ ctx: { state: { userId } }, served: { refusals } } as unknown as Exchange, error);
  }

  it('is late when its account was often refused before, and not that of another account', async () => {
    const refuse = refusing();
    expect([refuse(1, tooMany(1, 'calls')), refuse(1, tooMany(1, 'calls'))]).to.deep.equal([null, null]);
    const late = refuse(1, tooMany(1, 'calls'));
    expect(late).to.be.an.instanceOf(Promise);
    expect(refuse(2, tooMany(1, 'calls'))).to.equal(null);
    await late;
  });

  it('counts by network for wrong keys, whatever account they name', async () => {
    const refusals = createLateRefusals({ atOnce: { each: 1, refill: 0 }, lateMs: 1 });
    const refuse = (ip: string, state: object) =>
      refuseLate({ ctx: { ip, state }, served: { refusals } } as unknown as Exchange, tooMany(1, 'calls'));
    const wrong = { userId: 1, wrongPair: true };
    expect(refuse('192.0.2.1', wrong)).to.equal(null);
    const late = refuse('192.0.2.1', wrong);
    expect(late).to.be.an.instanceOf(Promise);
    expect(refuse('192.0.3.1', wrong)).to.equal(null);
    expect(refuse('192.0.2.1', { userId: 1 })).to.equal(null);
    await late;
  });

  it('is not late for another failure, and without an account', () => {
    const refuse = refusing();
    for (let at = 0; at < 3; at += 1) {
      expect(refuse(1, new Failure(422, 'Refused'))).to.equal(null);
      expect(refuse(1, new Error('unknown'))).to.equal(null);
      expect(refuse(undefined, tooMany(1, 'calls'))).to.equal(null);
    }
  });
});
