import { expect } from 'chai';
import { failureOf } from '../../../api/http/errors.ts';
import { createLogger } from '../../../common/log.ts';

const log = createLogger('api', 'silent');
const failing = (code: string) =>
  failureOf(Object.assign(new Error(`${code}: what the system says`), { code }), log);

describe('http/errors', () => {
  it('answers 503 where a disk or a store has no room or is away: later it is the same call that works', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EPIPE']) {
      const { status, errors, headers } = failing(code);
      expect({ status, errors }, code).to.deep.equal({ status: 503, errors: 'Service Unavailable' });
      expect(headers, code).to.have.property('Retry-After');
    }
  });

  it('answers 500 to what nobody foresaw, and says nothing of it', () => {
    const { status, errors } = failing('EACCES');
    expect({ status, errors }).to.deep.equal({ status: 500, errors: 'Server Error' });
  });
});
