import { expect } from 'chai';
import { Batch, type BatchDocument, newBatch } from '../../../common/models/batches.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { Delivery, newDelivery } from '../../../common/models/deliveries.ts';
import { NO_FIGURES } from '../../../common/models/figures.ts';
import { reserveIds } from '../../../common/store/ids.ts';
import { createSend, type Engine, type Subject, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

/** More rows than a search looks up by their ids. */
const MANY = 10_400;
const BATCH = 80;
/** One in so many bounced, and one in so many is at another company. */
const BOUNCED = 40;
const OTHER = 7;

const isOther = (number: number): boolean => number % OTHER === 0;
const addressOf = (number: number): string => `${isOther(number) ? 'other' : 'person'}.${number}@example.com`;

const BOUNCE = { state: 'bounced', bounced_at: new Date(), class: 'gone' } as const;
const ARRIVAL = { state: 'accepted', accepted_at: new Date() } as const;

/** A batch that is done, of mails from `first` on. */
const aBatch = (
  { _id: mailing, user_id }: { _id: string; user_id: number },
  _id: number,
  first: number,
): BatchDocument => ({
  ...newBatch({ _id, mailing, user_id, first, last: first + BATCH - 1 }, new Date()),
  state: 'done',
  figures: { ...NO_FIGURES, accepted: BATCH - BATCH / BOUNCED, bounced: BATCH / BOUNCED },
});

describe('a search among more than ten thousand deliveries of a single send', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;

  before(async () => {
    engine = await startEngine('contract-delivery-searches', { RATE_CALLS: '0' });
    ground = await engine.ground();
    const fields = { contact_type_id: ground.contact_type_id, country: 1, last_name: 'Smith' };
    const named = [1, OTHER, 2 * OTHER * BOUNCED].map((number) => ({
      ...fields,
      email: addressOf(number),
      first_name: number === 1 ? 'Ann' : 'Person',
    }));
    for (const one of named) expect((await ground.client.post('/contacts/add', one)).status).to.equal(200);
    subject = await createSend(ground);
    await until(async () => {
      await engine.sweepOnce();
      return (await subject.details())['status'] === 3;
    }, 'the end of the send');
    const { user_id } = (await rows(Delivery).findOne({ mailing: subject.mailing }))!;
    await rows(Delivery).deleteMany({ mailing: subject.mailing });
    await rows(Batch).deleteMany({ mailing: subject.mailing });
    await fill(user_id);
  });
  after(() => engine.stop());

  /** Fills the ledger as after a send to very many addresses, three of them of contacts. */
  async function fill(user_id: number): Promise<void> {
    const mailing = { _id: subject.mailing, user_id };
    const first = await reserveIds('deliveries', MANY);
    const firstBatch = await reserveIds('batches', MANY / BATCH);
    const contacts = await rows(Contact).find({ user_id }).toArray();
    const known = new Map(contacts.map(({ _id, email_norm }) => [email_norm, _id]));
    await rows(Batch).insertMany(
      Array.from({ length: MANY / BATCH }, (_, at) => aBatch(mailing, firstBatch + at, first + at * BATCH)),
    );
    await rows(Delivery).insertMany(
      Array.from({ length: MANY }, (_, number) => {
        const email = addressOf(number);
        const to = { contact_id: known.get(email) ?? null, segment_recipient_id: null, email };
        const batch = firstBatch + Math.floor(number / BATCH);
        const row = newDelivery(first + number, mailing, batch, { ...to, email_norm: email });
        return { ...row, attempts: 1, ...(number % BOUNCED === 0 ? BOUNCE : ARRIVAL) };
      }),
    );
  }

  const page = async (query: string): Promise<{ id: number; email: string }[]> => {
    const answer = await ground.client.get(`/single-send/deliveries?utr=${subject.utr}&${query}`);
    expect(answer.status).to.equal(200);
    return answer.body.message.deliveries;
  };
  const emails = async (query: string): Promise<string[]> => (await page(query)).map(({ email }) => email);
  const numbers = Array.from({ length: MANY }, (_, number) => number);

  it('finds each delivery once, page by page, also by the beginning of names', async () => {
    const expected = numbers.filter(
      (number) => !isOther(number) || number === OTHER || number === 2 * OTHER * BOUNCED,
    );
    const found: string[] = [];
    for (let after = 0; ; ) {
      const some = await page(`search=person&limit=3000&after_id=${after}`);
      found.push(...some.map(({ email }) => email));
      if (some.length < 3000) break;
      after = some.at(-1)!.id;
    }
    expect(found).to.deep.equal(expected.map(addressOf));
  });

  const bounced = numbers
    .filter((number) => number % BOUNCED === 0 && (!isOther(number) || number === 2 * OTHER * BOUNCED))
    .map(addressOf);

  it('finds the deliveries of a state', async () => {
    await findsBounced();
  });

  it('finds the same when more than ten thousand contacts have such names', async () => {
    const [person] = await rows(Contact).find({ first_name: 'Person' }).toArray();
    const first = await reserveIds('contacts', MANY);
    const namesakes = numbers.map((number) => {
      const email = `namesake.${number}@example.com`;
      return { ...person!, _id: first + number, email, email_norm: email };
    });
    await rows(Contact).insertMany(namesakes);
    await findsBounced();
  });

  async function findsBounced(): Promise<void> {
    expect(await emails('search=person&state=bounced')).to.deep.equal(bounced);
    const some = await page('search=PERSON&state=bounced&limit=5');
    expect(some.map(({ email }) => email)).to.deep.equal(bounced.slice(0, 5));
    const next = await emails(`search=person&state=bounced&limit=2&after_id=${some.at(-1)!.id}`);
    expect(next).to.deep.equal(bounced.slice(5, 7));
  }
});
