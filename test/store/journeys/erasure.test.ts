import { expect } from 'chai';
import { now } from '../../../common/clock.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Erasure } from '../../../common/models/erasures.ts';
import { Import } from '../../../common/models/imports.ts';
import { connectProducer } from '../../../common/redis/redis.ts';
import { createSend, people } from '../../support/engine.ts';
import { whereIs } from '../../support/everywhere.ts';
import { anAccount } from '../../support/factories.ts';
import { upload } from '../../support/known-person.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed, startWorld, type World } from '../../support/world.ts';

const ROWS = 10_000;
const MAILS = 1000;
const MINUTE = 60_000;

describe('a person who is erased while a file is imported and a send goes out', () => {
  let world: World;

  before(async () => {
    world = await startWorld('journey-erasure', { RATE_CALLS: '0' });
  });
  after(() => world.stop());

  it('disappears from the import, the send and all stores', async () => {
    const redis = connectProducer(world.api.config.redisUrl);
    const ground = await anAccount(world.api);
    const { client, contact_type_id } = ground;
    const targets = people(50, 'erased');
    await addContacts(ground, [...people(MAILS), ...targets]);
    await client.post('/contacts-type/add', { name: 'Imported' });
    const imported = (await client.get('/contacts-type')).body.message.contactTypes.at(-1).id as number;
    expect(imported).to.not.equal(contact_type_id);
    const send = await createSend(ground);
    // The people are all over the file.
    const lines = people(ROWS, 'row').flatMap((email, at) => {
      const target = at % (ROWS / targets.length) === 0 ? targets[at / (ROWS / targets.length)] : undefined;
      return target ? [`${email},Person`, `${target.toUpperCase()},Erased`] : [`${email},Person`];
    });
    const importId = await upload(client, imported, `email,first_name\n${lines.join('\n')}\n`);
    await until(
      async () => (await rows(Import).findOne({ _id: importId }))!.rows_read > 0,
      'the import to begin',
    );
    await until(async () => world.mail.mails.length > 0, 'the first mail');
    await Promise.all(targets.map((email) => client.post('/contacts/erase', { email })));
    await until(
      async () => (await rows(Erasure).countDocuments({ erased_at: null })) === 0,
      'the first look',
      MINUTE,
    );
    await completed(client, send.utr, MINUTE);
    await until(
      async () => (await rows(Import).findOne({ _id: importId }))!.state === 'completed',
      'the import',
      MINUTE,
    );
    // The next look, which comes after 20 seconds, now.
    const passes = async () =>
      (await rows(Erasure).find().sort({ _id: 1 }).toArray()).map((one) => one.passes);
    const before = await passes();
    await rows(Erasure).updateMany({}, { $set: { due_at: now() } });
    await until(
      async () => (await passes()).every((count, at) => count > before[at]!),
      'another look',
      MINUTE,
    );

    for (const email of [targets[0]!, targets[20]!, targets.at(-1)!])
      expect(await whereIs(email, redis)).to.deep.equal([]);
    expect(await rows(Contact).countDocuments({ email_norm: /^erased/ })).to.equal(0);
    const found = (await rows(Import).findOne({ _id: importId }))!;
    expect(found.rows_read).to.equal(ROWS + targets.length);
    expect(found.rows_added + found.rows_refused).to.equal(ROWS + targets.length);
    expect(await rows(Contact).countDocuments({ contact_type_id: imported, deleted_at: null })).to.equal(
      ROWS,
    );
    const all = await rows(Delivery).find({ mailing: send.mailing }).toArray();
    const named = all.filter(({ email }) => email.endsWith('@erased.invalid'));
    expect(named.length).to.be.at.most(targets.length);
    const details = await send.details();
    expect(details['triggered']).to.equal(all.filter(({ state }) => state === 'accepted').length);
    expect(details['delivered']).to.equal(details['triggered']);
    redis.disconnect();
  });
});
