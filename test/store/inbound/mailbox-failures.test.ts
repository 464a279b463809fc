import { expect } from 'chai';
import { createLogger } from '../../../common/log.ts';
import { startPolling } from '../../../inbound/imap/polling.ts';
import { mailboxFailuresMetric } from '../../../inbound/metrics.ts';
import type { MailTaker } from '../../../inbound/receiver.ts';
import { freePort } from '../../../local/ports.ts';
import { until } from '../../support/until.ts';

describe('a mailbox that cannot be read', () => {
  it('is counted at each attempt', async () => {
    const failures = async () => (await mailboxFailuresMetric.get()).values[0]!.value;
    const before = await failures();
    const url = `imap://bounces:secret@127.0.0.1:${await freePort()}`;
    const log = createLogger('inbound', 'silent');
    const polling = startPolling({ url, seconds: 5, moveTo: null, delete: false }, {} as MailTaker, log, 1);
    try {
      await until(async () => (await failures()) >= before + 2, 'two failures');
    } finally {
      await polling.stop();
    }
    expect(await failures()).to.be.at.least(before + 2);
  });
});
