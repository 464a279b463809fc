import type { Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { completed, detailsOf } from '../../support/world.ts';
import { checkedPost, fillAccount } from './filled-account.ts';
import { pathIn, READER } from './mailbox.ts';
import type { SendingConsole } from './sending-console.ts';

const HTML =
  '<h1>Spring is here</h1><p>Hello ((first_name|you)), see <a href="https://example.com/spring">what is new</a>.</p>';

async function create(client: Client, fields: Record<string, unknown>): Promise<string> {
  const [sender] = (await client.get('/senders')).body.message.senders;
  const [group] = (await client.get('/unsubscribes-groups')).body.message.unsubscribesGroups;
  const { utr } = await checkedPost(client)('/single/send/create', {
    template_id: 1,
    template_html: HTML,
    sender_id: sender.id,
    unsubscribe_group_id: group.id,
    schedule_type: 0,
    ...fields,
  });
  return utr;
}

/** Sends the news to the first audience of an account that has all that a campaign needs. */
export async function sendNews(client: Client, single_send_name: string): Promise<string> {
  const [customers] = (await client.get('/contacts-type')).body.message.contactTypes;
  const utr = await create(client, {
    single_send_name,
    subject: 'Spring is here, ((first_name|reader))',
    preheader: 'What grows, and what is new',
    recipient_id: [`contacts_${customers.id}`],
  });
  await completed(client, utr);
  return utr;
}

/**
 * A filled account with a campaign that was sent, of which one address does not exist and two people
 * opened and followed a link, and a draft without an audience.
 */
export async function addCampaigns(
  client: Client,
  { mail, api }: Pick<SendingConsole, 'mail' | 'api'>,
): Promise<{ sent: string; draft: string; contact: number; segment: number }> {
  const { contact, segment } = await fillAccount(client);
  await client.post('/unsubscribes-groups/save', {
    group_name: 'Newsletter',
    description: 'News and offers',
    is_display: 1,
  });
  mail.answer((to) => (to === 'person-4@example.com' ? { code: 550, text: '5.1.1 no such user' } : null));
  const sent = await sendNews(client, 'News of spring');
  for (const address of ['person-0@example.com', 'person-1@example.com']) {
    const { html } = await mail.read(mail.to(address).at(-1)!);
    for (const word of ['/o/', '/c/'])
      await fetch(`${api.url}${pathIn(html!, word)}`, { headers: READER, redirect: 'manual' });
  }
  await until(async () => (await detailsOf(client, sent)).unique_clicks === 2, 'the clicks');
  const draft = await create(client, { single_send_name: 'Summer sale', draft: 1 });
  return { sent, draft, contact, segment };
}
