import { expect } from 'chai';
import type { Campaign } from '../../../console/src/data/campaigns.ts';
import { HOLD_REASONS } from '../../../shared/hold-reasons.ts';
import { templateHold } from '../../../worker/sending/content/template-hold.ts';

// The data of the console listens to its window.
const isWindow = 'addEventListener' in globalThis;
if (!isWindow) Object.assign(globalThis, { addEventListener: () => {} });
const { sendsItself } = await import('../../../console/src/data/sender-uses.ts');
if (!isWindow) Reflect.deleteProperty(globalThis, 'addEventListener');

describe('the campaigns that stop with their sender', () => {
  const campaign = (hold_reason: Campaign['hold_reason'], hold_detail: string | null = null): Campaign =>
    ({ status: 0, hold_reason, hold_detail, paused_reason: null, cancelled: false }) as Campaign;

  it('are those whose hold ends without a person', () => {
    expect(HOLD_REASONS.filter((reason) => sendsItself(campaign(reason)))).to.deep.equal([
      'sender_address',
      'sender_unverified',
      'import_running',
      'suspended',
      'account_complaints',
      'account_bounces',
      'quota',
    ]);
    const { detail } = templateHold({ state: 'later' } as never);
    expect(sendsItself(campaign('template_failed', detail))).to.equal(true);
  });
});
