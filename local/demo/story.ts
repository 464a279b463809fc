import type { Client, SingleSend } from '../../client/src/index.ts';
import { eventually } from './eventually.ts';
import type { mailboxAt } from './mailbox.ts';
import { demoNewsletter } from './newsletter.ts';
import { addressOf, peopleCsv } from './people.ts';
import { progressBar } from './progress.ts';

export interface DemoFigures {
  readonly statistics: SingleSend;
  readonly expected: Partial<SingleSend>;
  readonly caught: number;
}

interface Story {
  readonly client: Client;
  readonly mailbox: ReturnType<typeof mailboxAt>;
  readonly contacts: number;
  readonly article: string;
  readonly say: (line: string) => void;
}

const SENDER = 'editor@demo.example';
const OPENED = 40;
const CLICKED = 15;
const UNSUBSCRIBED = 3;

/** Does the main job as a user of the API does it. */
export async function tellStory(story: Story): Promise<DemoFigures> {
  const senderId = await verifiedSender(story);
  const { client, contacts, article, say } = story;
  const group = await client.unsubscribeGroupSave({
    group_name: 'Monthly news',
    description: 'What we made this month',
    is_display: 1,
  });
  await client.customFieldSave({ field_name: 'company_name', field_type: 'text' });
  const { id: contactTypeId } = await client.contactTypeAdd({ name: 'Readers' });
  say(`Importing a CSV of ${contacts.toLocaleString('en')} contacts …`);
  await importPeople(story, contactTypeId);
  say('Sending the newsletter to all of them …');
  const { utr } = await client.singleSendCreate({
    template_id: 1,
    template_json: await demoNewsletter(client, article),
    sender_id: senderId,
    unsubscribe_group_id: group.id,
    single_send_name: 'Demo newsletter',
    subject: '((first_name|Dear reader)), here is what we made this month',
    preheader: 'Three things worth your time',
    recipient_id: [`contacts_${contactTypeId}`],
    schedule_type: 0,
  });
  await untilSent(story, utr);
  const opened = Math.min(OPENED, contacts);
  const clicked = Math.min(CLICKED, opened);
  const unsubscribed = Math.min(UNSUBSCRIBED, opened);
  say(`Opening ${opened} of the mails, clicking in ${clicked}, unsubscribing ${unsubscribed} …`);
  const [first] = (await story.mailbox.list(addressOf(1), 1)).messages;
  if (!first) throw new Error('the first recipient got no mail');
  for (let number = 1; number <= opened; number++) {
    await readLikeAPerson(story, number, number <= clicked, number <= unsubscribed);
  }
  await untilCounted(story, utr, opened);
  return {
    statistics: await statisticsOf(client, utr),
    expected: {
      status: 3,
      triggered: contacts,
      delivered: contacts,
      bounces: 0,
      unique_opens: opened,
      total_opens: opened,
      unique_clicks: clicked,
      unsubscribes: unsubscribed,
    },
    // All except the verification mail.
    caught: (await story.mailbox.list('', 1)).total - 1,
  };
}

async function verifiedSender({ client, mailbox, say }: Story): Promise<number> {
  const { countries } = await client.placeList();
  const { id } = await client.senderSave({
    from_name: 'The Demo Gazette',
    from_email: SENDER,
    reply_to_email: 'letters@demo.example',
    country_id: countries.find((country) => country.iso2 === 'DE')!.id,
    zip_code: '10115',
    company_address: 'Demostraße 1',
    nickname: 'gazette',
  });
  const mail = await mailbox.newest(SENDER);
  const link = /https?:\/\/\S+\/verify\/[\w.-]+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error('the verification mail has no link');
  const answer = await fetch(link, { method: 'POST' });
  if (!answer.ok) throw new Error(`the verification page answered with ${answer.status}`);
  say(`Sender ${SENDER} verified by the link in its mail.`);
  return id;
}

async function importPeople({ client, contacts }: Story, contactTypeId: number): Promise<void> {
  const file = new File([peopleCsv(contacts)], 'readers.csv', { type: 'text/csv' });
  const { id } = await client.contactUploadCsv({ contact_type_id: contactTypeId, file });
  const bar = progressBar('Import', contacts);
  await eventually(
    async () => {
      const { state, rows_read, rows_added, failure } = await client.importDetails({ id });
      bar.show(rows_read);
      if (state === 'failed') throw new Error(`the import failed: ${failure}`);
      if (state === 'completed' && rows_added !== contacts)
        throw new Error(`${rows_added} of ${contacts} contacts were added`);
      return state === 'completed';
    },
    'end of the import',
    60 + contacts / 500,
  );
  bar.end();
}

async function untilSent({ client, contacts }: Story, utr: string): Promise<void> {
  const bar = progressBar('Send', contacts);
  await eventually(
    async () => {
      const { status, delivered, bounces, paused_reason } = await statisticsOf(client, utr);
      bar.show(delivered + bounces);
      if (paused_reason !== null) throw new Error(`the send is paused: ${paused_reason}`);
      return status === 3;
    },
    'end of the send',
    60 + contacts / 200,
  );
  bar.end();
}

/** Opens and clicks are answered at once, but written in groups a moment later. */
const untilCounted = ({ client }: Story, utr: string, opened: number): Promise<boolean> =>
  eventually(
    async () => (await statisticsOf(client, utr)).total_opens >= opened,
    'count of the openings',
    30,
  );

const statisticsOf = async (client: Client, utr: string): Promise<SingleSend> =>
  (await client.singleSendDetails({ utr }))[0]!;

/** Loads the pixel, may follow a link, and may use the List-Unsubscribe header, which mail readers show as a button. */
async function readLikeAPerson(
  story: Story,
  number: number,
  click: boolean,
  unsubscribe: boolean,
): Promise<void> {
  const mail = await story.mailbox.newest(addressOf(number));
  const html = mail.html ?? '';
  const pixel = /src="([^"]+\/o\/[\w-]+)"/.exec(html)?.[1];
  const link = /href="([^"]+\/c\/[\w-]+)"/.exec(html)?.[1];
  const list = mail.headers.find((header) => header.key.toLowerCase() === 'list-unsubscribe')?.value;
  if (!pixel || !link || !list) throw new Error(`mail ${mail.id} lacks its pixel, links or header`);
  await fetch(pixel);
  if (click) await fetch(link, { redirect: 'manual' });
  if (unsubscribe) {
    await fetch(list.slice(1, -1), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  }
}
