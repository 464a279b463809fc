import { expect } from 'chai';
import { createSeries } from '../../support/automations.ts';
import { anAccount, type Ground } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { startWorld, type World } from '../../support/world.ts';

describe('the entry into an automation', () => {
  let world: World;
  let ground: Ground;

  before(async () => {
    world = await startWorld('journey-automation-entry');
    ground = await anAccount(world.api);
  });
  after(() => world.stop());

  const add = async (email: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    const answer = await ground.client.post('/contacts/add', {
      contact_type_id: ground.contact_type_id,
      email,
      country: 1,
      ...fields,
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  };
  const subjects = async (address: string): Promise<(string | undefined)[]> => {
    const mails = await Promise.all(world.mail.to(address).map((mail) => world.mail.read(mail)));
    return mails.map((mail) => mail.subject).sort((a = '', b = '') => a.localeCompare(b));
  };
  const receives = (address: string, expected: string[]): Promise<unknown> =>
    until(
      async () => JSON.stringify(await subjects(address)) === JSON.stringify(expected),
      `${address} to get ${expected.join(' and ')}`,
    );

  it('reaches contacts that are imported, added by hand, match a rule, or existed before', async () => {
    const { client } = ground;
    await add('early@example.com', { city: 'Bonn' });
    await client.post('/segment/store', {
      segment_name: 'In Bonn',
      contact_type_id: ground.contact_type_id,
      select_field: ['city'],
      select_operator: ['is'],
      value: ['Bonn'],
    });
    const segment = (await client.get('/segment/list')).body.message.segments.at(-1).id;
    const automations = [
      { subject: 'Type', fields: {} },
      { subject: 'Segment', fields: { automation_for: `segments_${segment}` } },
      { subject: 'There', fields: { automation_for: `segments_${segment}`, type: 'custom' } },
    ];
    // When a custom automation goes live, the segment must have its members already.
    await until(async () => {
      const list = await client.get(`/segment/email/list?segment_id=${segment}`);
      return list.body.message.contactEmails.length === 1;
    }, 'the segment to be walked');
    for (const { subject, fields } of automations) {
      const series = await createSeries(ground, fields);
      await series.email({ subject });
      await series.live();
    }
    await receives('early@example.com', ['There']);

    await add('added@example.com');
    await receives('added@example.com', ['Type']);

    await client.post('/contacts-type/add', { name: 'Elsewhere' });
    const elsewhere = (await client.get('/contacts-type')).body.message.contactTypes.at(-1).id;
    await add('moved@example.com', { contact_type_id: elsewhere });
    const moved = (await client.get('/contacts/list')).body.message.contacts.at(-1);
    await client.post('/contacts/update', {
      contact_id: moved.id,
      contact_type_id: ground.contact_type_id,
      email: 'moved@example.com',
      country: 1,
    });
    await receives('moved@example.com', ['Type']);

    await add('matches@example.com', { city: 'bonn' });
    await receives('matches@example.com', ['Segment', 'There', 'Type']);

    const contacts = (await client.get('/contacts/list')).body.message.contacts;
    const { id } = contacts.find((one: { email: string }) => one.email === 'added@example.com');
    await client.post('/contacts/update', {
      contact_id: id,
      contact_type_id: ground.contact_type_id,
      email: 'added@example.com',
      country: 1,
      city: 'Bonn',
    });
    await receives('added@example.com', ['Segment', 'There', 'Type']);

    const form = new FormData();
    form.set('contact_type_id', String(ground.contact_type_id));
    const csv = 'email,city\nimported@example.com,Bonn\n';
    form.set('file', new Blob([csv], { type: 'text/csv' }), 'people.csv');
    const upload = await client.post('/contacts/upload-csv', form);
    expect(upload.status, JSON.stringify(upload.body)).to.equal(200);
    await receives('imported@example.com', ['Segment', 'There', 'Type']);

    await client.post('/segment/email/store', {
      segment_id: segment,
      first_name: 'By',
      last_name: 'Hand',
      email: 'hand@example.com',
    });
    await receives('hand@example.com', ['Segment', 'There']);
  });
});
