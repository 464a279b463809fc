import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { completed, detailsOf } from '../../support/world.ts';
import { fillAccount } from './filled-account.ts';
import { pathIn, READER } from './mailbox.ts';
import type { SendingConsole } from './sending-console.ts';

const HTML =
  '<h1>Spring is here</h1><p>Hello ((first_name|you)), see <a href="https://example.com/spring">what is new</a>.</p>';

/**
 * A filled account with a campaign that was sent, of which one address does not exist and two people
 * opened and followed a link, and a draft without an audience.
 */
export async function addCampaigns(
  client: Client,
  { mail, api }: Pick<SendingConsole, 'mail' | 'api'>,
): Promise<{ sent: string; draft: string; contact: number; segment: number }> {
  const { contact, customers, segment } = await fillAccount(client);
  const { body: group } = await client.post('/unsubscribes-groups/save', {
    group_name: 'Newsletter',
    description: 'News and offers',
    is_display: 1,
  });
  const { senders } = (await client.get('/senders')).body.message;
  const create = async (fields: Record<string, unknown>): Promise<string> => {
    const { status, body } = await client.post('/single/send/create', {
      template_id: 1,
      template_html: HTML,
      sender_id: senders[0].id,
      unsubscribe_group_id: group.id,
      schedule_type: 0,
      ...fields,
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.utr;
  };
  mail.answer((to) => (to === 'person-4@example.com' ? { code: 550, text: '5.1.1 no such user' } : null));
  const sent = await create({
    single_send_name: 'News of spring',
    subject: 'Spring is here, ((first_name|reader))',
    preheader: 'What grows, and what is new',
    recipient_id: [`contacts_${customers}`],
  });
  await completed(client, sent);
  for (const address of ['person-0@example.com', 'person-1@example.com']) {
    const { html } = await mail.read(mail.to(address).at(-1)!);
    for (const word of ['/o/', '/c/'])
      await fetch(`${api.url}${pathIn(html!, word)}`, { headers: READER, redirect: 'manual' });
  }
  await until(async () => (await detailsOf(client, sent)).unique_clicks === 2, 'the clicks');
  const draft = await create({ single_send_name: 'Summer sale', draft: 1 });
  return { sent, draft, contact, segment };
}
