import { expect } from 'chai';
import { MongoServerError } from 'mongodb';
import { failureOf } from '../../../../api/http/errors.ts';
import { PasswordsBusy } from '../../../../common/accounts/passwords.ts';
import { createLogger } from '../../../../common/log.ts';
import { SealedForGood } from '../../../../common/secrets/data-keys.ts';
import { StoreBusy } from '../../../../common/store/store-away.ts';
import { UnknownOutcome } from '../../../../common/store/transactions.ts';

const log = createLogger('api', 'silent');
const failing = (code: string) =>
  failureOf(Object.assign(new Error(`${code}: what the system says`), { code }), log);

describe('http/errors', () => {
  it('answers 503 when a disk or a database is full or away, so that the client repeats the call later', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EPIPE']) {
      const { status, errors, headers } = failing(code);
      expect({ status, errors }, code).to.deep.equal({ status: 503, errors: 'Service Unavailable' });
      expect(headers, code).to.have.property('Retry-After');
    }
  });

  it('answers 503 when writes met too often, or a commit is not confirmed', () => {
    const conflict = new MongoServerError({ message: 'WriteConflict', code: 112 });
    conflict.addErrorLabel('TransientTransactionError');
    for (const error of [conflict, new UnknownOutcome('a commit was not confirmed')])
      expect(failureOf(error, log)).to.include({ status: 503, errors: 'Service Unavailable' });
  });

  it('says that it is busy, and not that a store is away, where this process has too much to do', () => {
    const told = (error: Error) => {
      const { status, code, headers, hints } = failureOf(error, log);
      return [status, code, headers['Retry-After'], hints];
    };
    expect(told(new StoreBusy('no connection in time'))).to.deep.equal([
      429,
      'busy',
      '5',
      { limit: ['Calls of all accounts that ask MongoDB at once'] },
    ]);
    expect(told(new PasswordsBusy())).to.deep.equal([
      429,
      'busy',
      '5',
      { limit: ['Passwords that are checked at once'] },
    ]);
  });

  it('logs that it is busy, at most once a minute', () => {
    const lines: string[] = [];
    const kept = { warn: (_fields: object, words: string) => lines.push(words) } as unknown as typeof log;
    const now = performance.now.bind(performance);
    try {
      performance.now = () => now() + 61_000;
      for (let time = 0; time < 3; time += 1) failureOf(new StoreBusy('no connection in time'), kept);
    } finally {
      performance.now = now;
    }
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include('answered with 429');
  });

  it('answers 503 where no secret opens a data key', () => {
    const { status, errors } = failureOf(new SealedForGood({ _id: 'dkim', sealed_by: 'd7a220' }), log);
    expect({ status, errors }).to.deep.equal({ status: 503, errors: 'Service Unavailable' });
  });

  it('answers 500 to an unexpected error, without its details', () => {
    const { status, errors } = failing('EACCES');
    expect({ status, errors }).to.deep.equal({ status: 500, errors: 'Server Error' });
  });
});
