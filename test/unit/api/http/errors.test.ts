import { expect } from 'chai';
import { MongoServerError } from 'mongodb';
import { failureOf } from '../../../../api/http/errors.ts';
import { createLogger } from '../../../../common/log.ts';
import { SealedForGood } from '../../../../common/secrets/data-keys.ts';
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

  it('answers 503 where no secret opens a data key', () => {
    const { status, errors } = failureOf(new SealedForGood({ _id: 'dkim', sealed_by: 'd7a220' }), log);
    expect({ status, errors }).to.deep.equal({ status: 503, errors: 'Service Unavailable' });
  });

  it('answers 500 to an unexpected error, without its details', () => {
    const { status, errors } = failing('EACCES');
    expect({ status, errors }).to.deep.equal({ status: 500, errors: 'Server Error' });
  });
});
