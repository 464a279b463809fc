import { Contact } from '../../../common/models/contacts.ts';
import type { Client } from '../api.ts';
import { contactBook } from '../contact-book.ts';
import { anAccount, aSend } from '../factories.ts';
import { rows } from '../rows.ts';
import { until } from '../until.ts';
import { completed, startWorld } from '../world.ts';

/** The field `job_title` as a user sees it in an API, a worker and mails that use the longer table. */
export type Seen = Awaited<ReturnType<typeof use>>;

async function importSample(client: Client, contact_type_id: number, sample: string) {
  const form = new FormData();
  form.set('contact_type_id', String(contact_type_id));
  form.set('file', new File([sample], 'sample.csv'));
  const { id } = (await client.post('/contacts/upload-csv', form)).body;
  await until(async () => {
    const found = (await client.get(`/contacts/imports/details?id=${id}`)).body.message.import;
    return found.state === 'completed' ? found : null;
  }, 'the import to end');
}

async function use() {
  const world = await startWorld('one-more-field');
  try {
    const ground = await anAccount(world.api);
    const { client, contact_type_id } = ground;
    const book = contactBook(client);
    const add = (email: string, job_title: string) =>
      client.post('/contacts/add', { contact_type_id, email, country: 84, job_title });

    await add('grace@example.com', 'Admiral');
    const grace = await book.idOf('grace@example.com');
    const refused = (await add('long@example.com', 'x'.repeat(41))).body.errors;
    const sample: string = (await client.get('/contacts/csv-sample/download')).body;
    await importSample(client, contact_type_id, sample);
    const listed = await book.list();

    const segment = await client.post('/segment/store', {
      contact_type_id,
      segment_name: 'Admirals',
      select_field: ['job_title'],
      select_operator: ['starts with'],
      value: ['adm'],
    });
    const { utr } = (
      await client.post(
        '/single/send/create',
        aSend(ground, {
          recipient_id: [`segments_${segment.body.id}`],
          template_html: '<html><body><p>Dear ((job_title))</p></body></html>',
        }),
      )
    ).body.message;
    await completed(client, utr);
    const sent = world.mail.mails.filter(({ from }) => from === 'ada@sender.example');
    const mails = await Promise.all(
      sent.map(async (mail) => ({ to: mail.to, html: (await world.mail.read(mail)).html || '' })),
    );

    const details = await book.details(grace);
    await client.post('/contacts/update', { ...details, contact_id: grace, job_title: 'Commodore' });
    const changed = await book.details(grace);
    // As a contact lies there that is older than the field.
    await rows(Contact).updateOne({ _id: grace }, { $unset: { job_title: '' } as object });
    return {
      details,
      changed,
      older: await book.details(grace),
      refused,
      sample: sample.split('\r\n'),
      listed,
      mails,
      reserved: (await client.get('/reserve-fields')).body.message.reservedFields,
      placeholders: (await client.get('/get-dynamic/content')).body.message.contents,
      custom: (await client.post('/custom-fields/save', { field_name: 'JobTitle', field_type: 'text' })).body
        .errors,
      document: (await world.api.request('/openapi.json')).body,
    };
  } finally {
    await world.stop();
  }
}

const seen = await use();
process.send?.(seen, () => process.exit());
