import { expect } from 'chai';
import { quotaText } from '../../../../common/domain/quotas.ts';
import { scheduledMessages } from '../../../../common/migrations/scheduled-messages.ts';
import { Account } from '../../../../common/models/accounts.ts';
import { Message } from '../../../../common/models/messages.ts';
import { countScheduledMessages } from '../../../../common/quotas/rows.ts';
import { failed } from '../../../support/answers.ts';
import { type Api, startApi } from '../../../support/api.ts';
import { anAccount, type Ground } from '../../../support/factories.ts';
import { rows } from '../../../support/rows.ts';

describe('the migration of scheduled messages', () => {
  let api: Api;
  let ground: Ground;

  before(async () => {
    api = await startApi('migrations-scheduled-messages');
    ground = await anAccount(api);
    await Account.updateOne({ _id: ground.client.user_id }, { $set: { quotas: { scheduled_messages: 5 } } });
  });
  after(() => api.stop());

  const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

  const send = (email: string, given: object = { send_at: inAnHour() }) => {
    const { client, sender_id } = ground;
    const content = { sender_id, subject: 'Later', template_html: '<p>Later</p>' };
    return client.post('/messages/send', { ...content, email, ...given });
  };

  it('counts those that wait for their time, once, so that the quota refuses at its number', async () => {
    const utrs: string[] = [];
    for (let at = 0; at < 4; at += 1) utrs.push((await send(`later${at}@x.example`)).body.utr);
    expect((await send('now@x.example', {})).status).to.equal(200);
    await ground.client.post(`/messages/cancel?utr=${utrs[0]}`);
    const mine = { user_id: ground.client.user_id };
    await rows(Message).updateOne({ ...mine, utr: utrs[1]! }, { $set: { email: 'x@erased.invalid' } });
    await rows(Message).updateMany(mine, { $unset: { scheduled_for: '' } });

    const used = () => countScheduledMessages(ground.client.user_id);
    expect(await used()).to.equal(0);
    const progress = { after: null, checkpoint: async () => {} };
    for (let run = 0; run < 2; run += 1) {
      await scheduledMessages.run(progress);
      expect(await used()).to.equal(2);
    }
    for (let at = 4; at < 7; at += 1) expect((await send(`later${at}@x.example`)).status).to.equal(200);
    expect(await send('later7@x.example')).to.deep.include(failed(409, quotaText('scheduled_messages')));
    await scheduledMessages.run(progress);
    expect(await used()).to.equal(5);
  });
});
