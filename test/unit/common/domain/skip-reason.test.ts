import { expect } from 'chai';
import { SKIP_REASONS, skipReasonOf } from '../../../../common/domain/skip-reason.ts';

describe('skipReasonOf', () => {
  const REPLY = '421 4.2.1 Come back later';

  it('reads the field of a skipped row, whatever a server replied before', () => {
    for (const skip_reason of SKIP_REASONS) {
      expect(skipReasonOf({ state: 'skipped', skip_reason })).to.equal(skip_reason);
      expect(skipReasonOf({ state: 'skipped', skip_reason, reply: REPLY })).to.equal(skip_reason);
    }
  });

  it('reads the reply of a row that version 0.1.0 skipped', () => {
    for (const reply of SKIP_REASONS) expect(skipReasonOf({ state: 'skipped', reply })).to.equal(reply);
  });

  it('finds a cancellation in every other row that version 0.1.0 skipped', () => {
    expect(skipReasonOf({ state: 'skipped', reply: 'cancelled 2026-11-22T10:00:00.000Z' })).to.equal(
      'cancelled',
    );
    expect(skipReasonOf({ state: 'skipped', reply: REPLY })).to.equal('cancelled');
    expect(skipReasonOf({ state: 'skipped' })).to.equal('cancelled');
  });

  it('returns nothing for a row that was not skipped, or that a server accepted after it was skipped', () => {
    expect(skipReasonOf({ state: 'bounced', reply: 'bounced' })).to.equal(null);
    expect(skipReasonOf({ state: 'accepted', skip_reason: 'deleted' })).to.equal(null);
  });
});
