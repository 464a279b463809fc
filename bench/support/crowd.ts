import mongoose from 'mongoose';
import { reserveIds } from '../../common/store/ids.ts';

/** Rows of a batch. */
const BATCH = 500;

/**
 * Copies what one account has after its first send to many accounts: contact type, contacts, send, mailing, batches and a ledger of so many
 * mails each. The server makes the rows itself, which takes a tenth of the time of inserts. Indexes of the ledger are dropped.
 */
export async function crowd(
  url: string,
  template: { readonly userId: number; readonly sendId: number },
  accounts: number,
  mailsEach: number,
  contactsEach: number,
): Promise<void> {
  const { userId, sendId } = template;
  const mailing = `send-${sendId}`;
  const firstAccount = await reserveIds('accounts', accounts);
  const firstSend = await reserveIds('single_sends', accounts);
  const firstType = await reserveIds('contact_types', accounts);
  const firstContact = await reserveIds('contacts', accounts * contactsEach);
  const firstMail = await reserveIds('deliveries', accounts * mailsEach);
  const batchesEach = Math.ceil(mailsEach / BATCH);
  const firstBatch = await reserveIds('batches', accounts * batchesEach);

  // The service's own connection ends a command that takes longer than a call may.
  const client = await mongoose.mongo.MongoClient.connect(url);
  const account = { $add: [firstAccount, '$at'] };
  const text = (before: string, number: unknown) => ({ $concat: [before, { $toString: number }] });
  const send = { $add: [firstSend, '$at'] };
  const theirMailing = text('send-', send);
  /** Copies a document once for each account. */
  const each = (fields: object) => [
    { $set: { at: { $range: [0, accounts] } } },
    { $unwind: '$at' },
    { $set: fields },
    { $unset: 'at' },
  ];
  /** The same, so many times for each account. */
  const many = (count: number, fields: object) => [
    { $set: { at: { $range: [0, accounts] } } },
    { $unwind: '$at' },
    { $set: { no: { $range: [0, count] } } },
    { $unwind: '$no' },
    { $set: fields },
    { $unset: ['at', 'no'] },
  ];
  const number = (first: number, count: number) => ({
    $add: [first, { $multiply: ['$at', count] }, '$no'],
  });
  const merged = (name: string) => ({ $merge: { into: name, whenMatched: 'fail' } });
  const person = text('person.', '$no');
  const email = { $concat: [person, '@domain', { $toString: { $mod: ['$no', 50] } }, '.example'] };

  const run = async (name: string, match: object, stages: object[]): Promise<void> => {
    await client
      .db()
      .collection(name)
      .aggregate([{ $match: match }, { $limit: 1 }, ...stages, merged(name)], { allowDiskUse: true })
      .toArray();
  };
  const address = text('crowd-', account);
  await run(
    'accounts',
    { _id: userId },
    each({
      _id: account,
      email: { $concat: [address, '@example.com'] },
      email_norm: { $concat: [address, '@example.com'] },
    }),
  );
  await run(
    'contact_types',
    { user_id: userId },
    each({
      _id: { $add: [firstType, '$at'] },
      user_id: account,
    }),
  );
  await run(
    'contacts',
    { user_id: userId },
    many(contactsEach, {
      _id: number(firstContact, contactsEach),
      user_id: account,
      contact_type_id: { $add: [firstType, '$at'] },
      email,
      email_norm: email,
    }),
  );
  await run(
    'single_sends',
    { _id: sendId },
    each({
      _id: send,
      user_id: account,
      utr: text('crowd', send),
    }),
  );
  await run(
    'mailings',
    { _id: mailing },
    each({
      _id: theirMailing,
      user_id: account,
      single_send_id: send,
    }),
  );
  await run(
    'batches',
    { mailing, ids: null },
    many(batchesEach, {
      _id: number(firstBatch, batchesEach),
      user_id: account,
      mailing: theirMailing,
      first: { $add: [firstMail, { $multiply: ['$at', mailsEach] }, { $multiply: ['$no', BATCH] }] },
      last: {
        $add: [firstMail, { $multiply: ['$at', mailsEach] }, { $multiply: ['$no', BATCH] }, BATCH - 1],
      },
    }),
  );
  // Indexes are made at once afterwards.
  const ledger = client.db().collection('deliveries');
  await ledger.dropIndexes();
  await run(
    'deliveries',
    { mailing },
    many(mailsEach, {
      _id: number(firstMail, mailsEach),
      user_id: account,
      mailing: theirMailing,
      batch: {
        $add: [firstBatch, { $multiply: ['$at', batchesEach] }, { $floor: { $divide: ['$no', BATCH] } }],
      },
      email,
      email_norm: email,
    }),
  );
  await client.close();
}
