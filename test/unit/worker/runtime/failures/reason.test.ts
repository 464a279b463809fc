import { expect } from 'chai';
import { mongo } from 'mongoose';
import { reasonOfFailure } from '../../../../../worker/runtime/failures/reason.ts';

const REPEATED = ['a', '@', "'", '{', '/'];

describe('reasonOf', () => {
  it('gives the same failure the same name, whatever values it contains', () => {
    const one = reasonOfFailure(new Error('sender 12 of "Ada" is gone since 2026-11-22T10:00:00'));
    expect(one).to.equal(reasonOfFailure(new Error('sender 9 of "Bob" is gone since 2026-11-23T11:22:33')));
    expect(one).to.match(/^Error: sender # of … is gone since /);
  });

  it('contains no addresses, paths, values or stacks', () => {
    const said = reasonOfFailure(
      new TypeError(
        "ada@shop.example at https://db.internal:27017/x /srv/app/worker.js:7 { email: 'bob@x.example' } 65f0aa11bb22cc33dd44ee55\n    at next",
      ),
    );
    expect(said).to.not.match(/ada|shop|internal|srv|bob|65f0|\n/);
    expect(
      reasonOfFailure(new mongo.MongoServerError({ message: 'E1 dup key: { email: "ada@x" }', code: 17 })),
    ).to.equal('the database refused a step (code 17)');
    expect(reasonOfFailure('just a text')).to.equal('an error without a name');
  });

  it('returns a short text for any input', () => {
    for (const sign of REPEATED)
      expect(reasonOfFailure(new Error(sign.repeat(1001))).length).to.be.at.most(160);
  });
});
