import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { mailboxAt } from './mailbox.ts';
import { addressOf, peopleCsv } from './people.ts';
import { progressBar } from './progress.ts';

/** The statistics of the send that the demo checks and prints. */
export interface Statistics {
  readonly status: number;
  readonly triggered: number;
  readonly delivered: number;
  readonly bounces: number;
  readonly unique_opens: number;
  readonly total_opens: number;
  readonly unique_clicks: number;
  readonly unsubscribes: number;
  readonly pending: number;
  readonly hold_reason: string | null;
  readonly paused_reason: string | null;
  readonly audience: { readonly recipients: number };
}

/** What the demo expects of them, and what they are. */
export interface Told {
  readonly statistics: Statistics;
  readonly expected: Partial<Statistics>;
  /** Mails of the send that the mailbox holds. */
  readonly caught: number;
}

interface Story {
  readonly client: Client;
  readonly mailbox: ReturnType<typeof mailboxAt>;
  readonly contacts: number;
  readonly say: (line: string) => void;
}

const SENDER = 'editor@demo.example';
/** How many of the recipients open, click and unsubscribe. */
const OPENED = 40;
const CLICKED = 15;
const UNSUBSCRIBED = 3;

/** The main job, as a user of the API does it. */
export async function tellStory(story: Story): Promise<Told> {
  const senderId = await verifiedSender(story);
  const { client, contacts, say } = story;
  await client.post('/unsubscribes-groups/save', {
    group_name: 'Monthly news',
    description: 'What we made this month',
    is_display: 1,
  });
  const { unsubscribesGroups } = await client.get<{ unsubscribesGroups: { id: number }[] }>(
    '/unsubscribes-groups',
  );
  await client.post('/custom-fields/save', { field_name: 'company_name', field_type: 'text' });
  await client.post('/contacts-type/add', { name: 'Readers' });
  const { contactTypes } = await client.get<{ contactTypes: { id: number }[] }>('/contacts-type');
  const contactTypeId = contactTypes.at(-1)!.id;
  say(`Importing a CSV of ${contacts.toLocaleString('en')} contacts …`);
  await importPeople(story, contactTypeId);
  say('Sending the newsletter to all of them …');
  const { utr } = await client.post<{ utr: string }>('/single/send/create', {
    template_id: 2,
    sender_id: senderId,
    unsubscribe_group_id: unsubscribesGroups.at(-1)!.id,
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
  if (!first) throw new Error('the first reader got no mail');
  for (let number = 1; number <= opened; number++) {
    await readLikeAPerson(story, number, number <= clicked, number <= unsubscribed);
  }
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
    // All but the verification mail.
    caught: (await story.mailbox.list('', 1)).total - 1,
  };
}

async function verifiedSender({ client, mailbox, say }: Story): Promise<number> {
  await client.post('/sender/save', {
    from_name: 'The Demo Gazette',
    from_email: SENDER,
    reply_to_email: 'letters@demo.example',
    country_id: (
      await client.get<{ countries: { id: number; iso2: string }[] }>('/get/country-state-city')
    ).countries.find((country) => country.iso2 === 'DE')!.id,
    zip_code: '10115',
    company_address: 'Demostraße 1',
    nickname: 'gazette',
  });
  const { senders } = await client.get<{ senders: { id: number }[] }>('/senders');
  const mail = await mailbox.newest(SENDER);
  const link = /https?:\/\/\S+\/verify\/[\w.-]+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error('the verification mail has no link');
  const answer = await fetch(link, { method: 'POST' });
  if (!answer.ok) throw new Error(`verifying answered ${answer.status}`);
  say(`Sender ${SENDER} verified by the link in its mail.`);
  return senders.at(-1)!.id;
}

async function importPeople({ client, contacts }: Story, contactTypeId: number): Promise<void> {
  const form = new FormData();
  form.set('contact_type_id', String(contactTypeId));
  form.set('file', new Blob([peopleCsv(contacts)], { type: 'text/csv' }), 'readers.csv');
  await client.post('/contacts/upload-csv', form);
  const bar = progressBar('Import', contacts);
  await eventually(
    async () => {
      const { imports } = await client.get<{
        imports: { state: string; rows_read: number; rows_added: number; failure: string | null }[];
      }>('/contacts/imports');
      const { state, rows_read, rows_added, failure } = imports.at(-1)!;
      bar.show(rows_read);
      if (state === 'failed') throw new Error(`the import failed: ${failure}`);
      if (state === 'completed' && rows_added !== contacts)
        throw new Error(`${rows_added} of ${contacts} were added`);
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

const statisticsOf = async (client: Client, utr: string): Promise<Statistics> =>
  (await client.get<{ singleSend: [Statistics] }>(`/single-send/details?utr=${utr}`)).singleSend[0];

/** Loads the pixel, perhaps follows a link and uses the header that mail readers show as a button. */
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
