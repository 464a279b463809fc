import { Webhook } from '../../../common/models/webhooks.ts';
import type { Client } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

/** Gives a filled account a live automation of two emails, which its contacts are on their way through, and a webhook. */
export async function addAutomation(
  client: Client,
): Promise<{ automation: string; email: string; webhook: number }> {
  const { senders } = (await client.get('/senders')).body.message;
  const { contactTypes: types } = (await client.get('/contacts-type')).body.message;
  const { unsubscribesGroups: groups } = (await client.get('/unsubscribes-groups')).body.message;
  const series = await createSeries(
    {
      client,
      contact_type_id: types[0].id,
      unsubscribe_group_id: groups[0].id,
      sender_id: senders[0].id,
    },
    { type: 'custom', automation_name: 'Welcome' },
  );
  const first = await series.email({ subject: 'Hello ((first_name|you))' });
  await series.email({ subject: 'What others ask', waiting_type: 'days', waiting_period: 3 });
  await series.live();
  await until(async () => (await series.ledger()).length > 0, 'the first email');
  await client.post('/webhooks/save', { url: 'https://shop.example/hook', events: ['contact.added'] });
  const webhook = (await rows(Webhook).findOne({ user_id: client.user_id }))!;
  return { automation: series.utr, email: first.utr, webhook: webhook._id };
}

/** Makes a series that is not live with one email, which begins with a built-in template. Answers the `utr` of both. */
export async function makeEmail(
  client: Client,
  sender_id: number,
  subject = 'Hello',
): Promise<{ readonly automation: string; readonly email: string }> {
  const { utr } = (await client.post('/automations/create', { type: 'custom', automation_name: 'Series' }))
    .body.message;
  const { body } = await client.post('/automations/schedule/create', {
    utr,
    sender_id,
    subject,
    waiting_period: 1,
    waiting_type: 'days',
    template_id: 2,
    preview_img: 'newsletter.png',
  });
  return { automation: utr, email: body.utr };
}
