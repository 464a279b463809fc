import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { changesSomething } from '../../../api/contract.ts';
import { now } from '../../../common/clock.ts';
import { chunksOf } from '../../../common/domain/chunks.ts';
import { Account } from '../../../common/models/accounts.ts';
import { ContactType } from '../../../common/models/contact-types.ts';
import { Contact } from '../../../common/models/contacts.ts';
import { IdempotencyBeat } from '../../../common/models/idempotency-beats.ts';
import { IdempotencyKey } from '../../../common/models/idempotency-keys.ts';
import { Import } from '../../../common/models/imports.ts';
import { type AccountFixture, addFixtures, belongings, givenTo } from '../../support/account-fixture.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { visit } from '../../support/browser-form.ts';
import { ENDPOINTS, inputsBy, requestOf } from '../../support/calls.ts';
import { contactBook } from '../../support/contact-book.ts';
import { ENCODINGS } from '../../support/encodings.ts';
import { rows } from '../../support/rows.ts';

const HEADER = 'Idempotency-Key';
const USED = {
  status: 422,
  body: { status: 'failed', errors: 'Idempotency-Key was used for another request' },
};
const RUNNING = {
  status: 409,
  body: { status: 'failed', errors: 'The first request with this Idempotency-Key is still running' },
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

/** An answer about a sending domain without the ids, times, name and keys of that domain. */
const withoutOwn = (message: Record<string, unknown> | string | undefined): unknown => {
  const {
    sendingDomain: domain,
    share,
    test,
  } = (message ?? {}) as Partial<Record<'sendingDomain' | 'share' | 'test', Record<string, unknown>>>;
  if (test?.['message_id'] !== undefined) return { ...test, message_id: 'its-own', took_ms: 0 };
  if (!domain && !share) return message;
  return JSON.parse(
    JSON.stringify({ ...domain, ...share, id: 0, user_id: 0 })
      .replaceAll(String(domain?.['domain'] ?? share?.['url']), 'its-own')
      .replaceAll(/\b[re][0-9a-f]{12}(?=\._domainkey)/g, 'selector')
      .replaceAll(/p=[\w+/=]+/g, 'p=key')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'),
  );
};

describe('an Idempotency-Key', () => {
  let api: Api;
  let client: Client;

  before(async () => {
    api = await startApi('contract-idempotency', { RATE_CALLS: '0' });
    client = await api.account();
  });
  after(() => api.stop());

  const keyed = (key: string, path: string, fields: object, by = client) =>
    by.request(path, {
      method: 'POST',
      headers: { ...JSON_TYPE, [HEADER]: key },
      body: JSON.stringify(fields),
    });
  const addType = (key: string, name: string, by = client) => keyed(key, '/contacts-type/add', { name }, by);
  const types = async (by = client): Promise<string[]> =>
    (await by.get('/contacts-type')).body.message.contactTypes.map(({ name }: { name: string }) => name);
  const things = async (by: Client) => {
    const { IdempotencyKey: _, ...all } = await belongings(by.user_id);
    return all;
  };

  describe('on every call that changes something', () => {
    interface Done {
      readonly what: string;
      readonly first: Answer;
      /** The answer of the same call without a key, in another account. */
      readonly plain: Answer;
      /** The answer of the call when it was repeated. */
      readonly again: Answer;
    }
    const done: Done[] = [];
    /** The records of the account before and after some calls were repeated. */
    const repeated: { readonly what: string; readonly before: object; readonly after: object }[] = [];
    let unanswered = 0;
    let fixture: AccountFixture;

    before(async () => {
      fixture = await addFixtures(await api.account(), 'keyed');
      const plain = await addFixtures(await api.account(), 'plain');
      for (const some of chunksOf(calls, 10)) await playTwice(some, plain);
    });

    /** Makes some calls, and then all of them again: deletions come last, so that a repeated change would find its record. */
    async function playTwice(some: typeof calls, plain: AccountFixture): Promise<void> {
      const once: (Omit<Done, 'again'> & { readonly send: () => Promise<Answer> })[] = [];
      for (const { name, row, method } of some) {
        const requestBy = (whose: AccountFixture) =>
          requestOf({ row, method }, givenTo(name, inputsBy(name), whose));
        const { path, init } = requestBy(fixture);
        const headers = { ...(init.headers as object), [HEADER]: `every-${method}-${row.path}` };
        const send = () => fixture.client.request(path, { ...init, headers });
        const without = requestBy(plain);
        once.push({
          what: `${method} ${row.path}`,
          send,
          first: await send(),
          plain: await plain.client.request(without.path, without.init),
        });
      }
      const own = { user_id: fixture.client.user_id };
      unanswered += await rows(IdempotencyKey).countDocuments({ ...own, answer: null });
      const before = await things(fixture.client);
      for (const { send, ...one } of once) done.push({ ...one, again: await send() });
      const after = await things(fixture.client);
      repeated.push({ what: once.map(({ what }) => what).join(), before, after });
    }

    const order = ['POST', 'GET', 'DELETE'];
    const calls = ENDPOINTS.filter(({ row, method }) => changesSomething(row, method)).toSorted(
      (one, other) =>
        Number(one.row.path.includes('bulk-delete')) - Number(other.row.path.includes('bulk-delete')) ||
        order.indexOf(one.method) - order.indexOf(other.method),
    );
    it('leaves the effect of a call unchanged', () => {
      for (const { what, first, plain } of done) {
        expect(first.status, `${what} ${JSON.stringify(first.body)}`).to.be.below(500);
        expect(isReplayed(first), what).to.equal(false);
        const [one, two] = [plain, first].map(({ status, body }) => [
          status,
          body.message?.utr
            ? 'utr'
            : (body.message?.imports?.length ?? body.message?.results?.length ?? withoutOwn(body.message)),
          body.errors,
        ]);
        expect(two, what).to.deep.equal(one);
      }
    });

    it('repeats the answer, and changes nothing', () => {
      // Another process gives the same answer.
      expect(unanswered).to.equal(0);
      for (const { what, first, again } of done) {
        expect(isReplayed(again), what).to.equal(true);
        expect({ status: again.status, body: again.body }, what).to.deep.equal({
          status: first.status,
          body: first.body,
        });
      }
      for (const { what, before, after } of repeated) expect(after, what).to.deep.equal(before);
    });

    it('does nothing in calls that only read', async () => {
      const headers = { [HEADER]: 'reads' };
      expect((await client.request('/contacts-type', { headers })).status).to.equal(200);
      expect((await client.request('/senders', { method: 'POST', headers })).status).to.equal(200);
      expect(isReplayed(await client.request('/senders', { method: 'POST', headers }))).to.equal(false);
    });
  });

  it('covers all reads and writes of handlers, which reach collections through their transaction', () => {
    const folders = ['api/resources', 'common/queries', 'common/quotas'];
    for (const folder of folders) {
      for (const name of readdirSync(folder)) {
        const text = readFileSync(`${folder}/${name}`, 'utf8');
        expect(text, `${folder}/${name}`).to.not.match(/\.driver\b|\bdatabase\(\)|connection\.transaction\(/);
      }
    }
  });

  it('refuses a different request with the same key', async () => {
    expect((await addType('other', 'First')).status).to.equal(200);
    expect(await addType('other', 'Second')).to.deep.include(USED);
    expect(await keyed('other', '/unsubscribes-groups/save', { name: 'First' })).to.deep.include(USED);
    expect(
      await client.request('/contacts-type/delete?contact_type_id=1', {
        method: 'DELETE',
        headers: { [HEADER]: 'other' },
      }),
    ).to.deep.include(USED);
    expect(await types()).to.deep.equal(['First']);
  });

  it('accepts the same request in any encoding and order, with ignored inputs', async () => {
    const group = { group_name: 'News', description: 'All of it', is_display: 1 };
    const first = await keyed('encodings', '/unsubscribes-groups/save', group);
    const form = new URLSearchParams({
      is_display: '1',
      description: 'All of it',
      group_name: 'News',
      more: 'x',
    });
    const again = await client.request('/unsubscribes-groups/save', {
      method: 'POST',
      headers: { [HEADER]: 'encodings' },
      body: form,
    });
    expect(again.body).to.deep.equal(first.body);
    expect(isReplayed(again)).to.equal(true);
  });

  it('distinguishes files by their bytes and name', async () => {
    const type = await contactBook(client).addType('Files');
    const upload = (text: string, name = 'people.csv') => {
      const form = new FormData();
      form.append('contact_type_id', String(type));
      form.append('file', new File([text], name));
      return client.request('/contacts/upload-csv', {
        method: 'POST',
        headers: { [HEADER]: 'file' },
        body: form,
      });
    };
    const first = await upload('email\na@example.com\n');
    expect(first.status).to.equal(200);
    const again = await upload('email\na@example.com\n');
    expect([again.body, isReplayed(again)]).to.deep.equal([first.body, true]);
    expect(await upload('email\nb@example.com\n')).to.deep.include(USED);
    expect(await upload('email\na@example.com\n', 'other.csv')).to.deep.include(USED);
    expect(await rows(Import).countDocuments({ contact_type_id: type })).to.equal(1);
  });

  it('belongs to its account', async () => {
    const other = await api.account();
    await addType('mine', 'Mine');
    const theirs = await addType('mine', 'Theirs', other);
    expect([theirs.status, isReplayed(theirs)]).to.deep.equal([200, false]);
    expect(await types(other)).to.deep.equal(['Theirs']);
  });

  it('keeps refusals, too', async () => {
    const add = { contact_type_id: 999, email: 'none', country: 1 };
    const first = await keyed('refused', '/contacts/add', add);
    expect(first.status).to.equal(422);
    const again = await keyed('refused', '/contacts/add', add);
    expect([again.status, again.body, isReplayed(again)]).to.deep.equal([422, first.body, true]);
    const gone = await keyed('gone', '/contacts-type/update', { id: 4711, name: 'Gone' });
    expect(gone.status).to.equal(404);
    expect(isReplayed(await keyed('gone', '/contacts-type/update', { id: 4711, name: 'Gone' }))).to.equal(
      true,
    );
  });

  it('keeps no fault of the service, so that a repeated call is done', async () => {
    const type = await contactBook(client).addType('Fault');
    // A validation rule of MongoDB refuses a type without a name here; it stands for any fault of the service.
    const collection = ContactType.driver;
    await collection.createIndex(
      { name: 1 },
      { name: 'fault', unique: true, partialFilterExpression: { name: 'Faulty' } },
    );
    try {
      await rows(ContactType).updateOne({ _id: type }, { $set: { name: 'Faulty' } });
      expect((await addType('fault', 'Faulty')).status).to.equal(500);
      await collection.dropIndex('fault');
      const again = await addType('fault', 'Faulty');
      expect([again.status, isReplayed(again)]).to.deep.equal([200, false]);
    } finally {
      await collection.dropIndex('fault').catch(() => {});
    }
  });

  it('allows up to 255 visible characters, and no others', async () => {
    expect((await addType('x'.repeat(255), 'Long')).status).to.equal(200);
    expect((await addType('!"#~', 'Signs')).status).to.equal(200);
    const refused = (text: string, hint?: string) => ({
      status: 422,
      body: { status: 'failed', errors: { [HEADER]: [text] }, ...(hint && { hints: { [HEADER]: [hint] } }) },
    });
    expect(await addType('x'.repeat(256), 'Longer')).to.deep.include(
      refused('The Idempotency-Key field must not be greater than 255 characters.'),
    );
    for (const key of ['', 'two words', 'tab\tbed', 'é']) {
      expect(await addType(key, 'Strange')).to.deep.include(
        refused(
          'The Idempotency-Key field format is invalid.',
          'Write 1 to 255 visible ASCII characters, such as a UUID.',
        ),
      );
    }
    expect(await types()).to.not.include.members(['Longer', 'Strange']);
  });

  it('is refused when it is blank, in each encoding, also in calls of the console', async () => {
    const { email } = (await Account.findOne({ _id: client.user_id }))!;
    const person = visit(api);
    await person.open('/account/sign-in');
    await person.submit('/account/sign-in', { email, password: 'correct horse' });
    for (const blank of ['', ' ', '\t'])
      for (const [encoding, encode] of Object.entries(ENCODINGS)) {
        const form = encode([['name', 'Blank']]);
        const isForm = form instanceof FormData || form instanceof URLSearchParams;
        const init = {
          method: 'POST',
          headers: { [HEADER]: blank, ...(!isForm && JSON_TYPE) },
          body: isForm ? form : JSON.stringify(form),
        };
        const ofConsole = { ...init, headers: { ...init.headers, 'X-Console': '1' } };
        for (const answer of [
          await client.request('/contacts-type/add', init),
          await person.request('/console/api/contacts-type/add', ofConsole),
        ]) {
          const { errors } = answer.body;
          expect([answer.status, errors], encoding).to.deep.equal([
            422,
            { [HEADER]: ['The Idempotency-Key field format is invalid.'] },
          ]);
        }
      }
    expect(await types()).to.not.include('Blank');
  });

  it('does a call once, however many arrive at once', async () => {
    const owner = await api.account();
    const answers = await Promise.all(Array.from({ length: 20 }, () => addType('at-once', 'Once', owner)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).to.be.above(0);
    for (const answer of answers) {
      if (answer.status === 200) expect(answer.body).to.deep.equal(done[0]!.body);
      else expect(answer).to.deep.include(RUNNING);
    }
    expect(answers.filter((answer) => answer.status === 200 && !isReplayed(answer))).to.have.length(1);
    expect(await types(owner)).to.deep.equal(['Once']);
  });

  it('does not delay other calls, and retries write conflicts within the call', async () => {
    const owner = await api.account();
    const type = await contactBook(owner).addType('Crowded');
    const segment = (
      await owner.post('/segment/store', {
        segment_name: 'All',
        contact_type_id: type,
        select_field: ['email'],
        select_operator: ['is not blank'],
      })
    ).body.id;
    const add = (index: number) =>
      keyed(
        `crowd-${index}`,
        '/segment/email/store',
        {
          segment_id: segment,
          first_name: 'A',
          last_name: 'B',
          email: `crowd-${index}@example.com`,
        },
        owner,
      );
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => add(index)));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    expect(
      (await owner.get(`/segment/details?segment_id=${segment}`)).body.message.segment.segment_emails_count,
    ).to.equal(12);
    // One address twice with two keys: the second call is refused as it would be without a key.
    const contact = { contact_type_id: type, email: 'twin@example.com', country: 1 };
    const twins = await Promise.all(['one', 'two'].map((key) => keyed(key, '/contacts/add', contact, owner)));
    expect(twins.map(({ status }) => status)).to.have.members([200, 422]);
    expect(await rows(Contact).countDocuments({ contact_type_id: type })).to.equal(1);
  });

  describe('after a first request', () => {
    /** Stores the record that a handler leaves when it dies before it stores anything else; returns its id. */
    async function left(key: string, name: string): Promise<string> {
      await addType(key, name);
      const one = (
        await rows(IdempotencyKey).find({ user_id: client.user_id }).sort({ since: -1 }).limit(1).toArray()
      )[0]!;
      await rows(ContactType).deleteMany({ user_id: client.user_id, name });
      await rows(IdempotencyKey).updateOne({ _id: one._id }, { $set: { answer: null, taken_at: now() } });
      return one._id;
    }
    const longAgo = () => new Date(now().getTime() - 60_000);

    it('answers 409 while that request is handled, and refuses another request', async () => {
      await left('handled', 'Handled');
      expect(await addType('handled', 'Handled')).to.deep.include(RUNNING);
      expect((await addType('handled', 'Handled')).headers.get('retry-after')).to.match(/^\d+$/);
      expect(await addType('handled', 'Other')).to.deep.include(USED);
    });

    it('handles the request again when the first one gives no sign of life', async () => {
      const _id = await left('dead', 'Dead');
      const { token } = (await rows(IdempotencyKey).findOneAndUpdate(
        { _id },
        { $set: { taken_at: longAgo() } },
      ))!;
      await IdempotencyBeat.insertOne({ _id: token, beat_at: now() });
      expect(await addType('dead', 'Dead')).to.deep.include(RUNNING);
      await IdempotencyBeat.updateOne({ _id: token }, { $set: { beat_at: longAgo() } });
      const done = await addType('dead', 'Dead');
      expect([done.status, isReplayed(done)]).to.deep.equal([200, false]);
      expect((await types()).filter((name) => name === 'Dead')).to.have.length(1);
      expect(isReplayed(await addType('dead', 'Dead'))).to.equal(true);
    });

    it('accepts another request after more than 24 hours', async () => {
      const first = await addType('old', 'Old');
      const { body } = first;
      await rows(IdempotencyKey).updateMany(
        { user_id: client.user_id },
        { $set: { expires_at: new Date(now().getTime() - 1) } },
      );
      const fresh = await addType('old', 'New');
      expect([fresh.status, isReplayed(fresh)]).to.deep.equal([200, false]);
      expect(fresh.body.id).to.be.above(body.id);
      const [kept] = await rows(IdempotencyKey)
        .find({
          user_id: client.user_id,
          expires_at: { $gt: now() },
        })
        .toArray();
      expect(kept!.expires_at.getTime() - kept!.since.getTime()).to.equal(24 * 3600_000);
    });
  });
});
