import { expect } from 'chai';
import mongoose from 'mongoose';
import { accountByAddress, accountByPassword } from '../../../common/accounts/accounts.ts';
import { accountChanges } from '../../../common/accounts/changes.ts';
import { beginDeletion, endAccount } from '../../../common/accounts/deletion.ts';
import { COST, hashPassword, usePasswordCost } from '../../../common/accounts/passwords.ts';
import { Account } from '../../../common/models/accounts.ts';
import { AuditEntry } from '../../../common/models/audit-entries.ts';
import { IdempotencyKey } from '../../../common/models/idempotency-keys.ts';
import { Key } from '../../../common/models/keys.ts';
import { connectProducer, connectSubscriber } from '../../../common/redis/redis.ts';
import { PATIENCE_MS } from '../../../common/store/patience.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import type { Visit } from '../../support/browser-form.ts';
import { keepLog } from '../../support/kept-log.ts';
import { askOperator, haveSecondFactor, postToOperator, signedInAt } from '../../support/operators.ts';
import { rows } from '../../support/rows.ts';

const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('an operator’s calls on accounts', () => {
  let api: Api;
  let operator: Client;
  let behind: Awaited<ReturnType<Api['another']>>;
  let desk: Visit;
  const kept = keepLog('api');
  before(async () => {
    const settings = { RATE_SIGN_INS: '1000', CLOSED_DAYS: '30' };
    api = await startApi('pages-operator-accounts', settings, { log: kept.log });
    operator = await api.account();
    behind = await api.another({ OPERATORS: String(operator.user_id) });
    desk = await signedInAt(api, behind, operator);
    await haveSecondFactor(operator.user_id);
  });
  after(async () => {
    await behind.stop();
    await api.stop();
  });

  const get = (path: string) => askOperator(path, desk);
  const post = (path: string, fields: Readonly<Record<string, string>>) => postToOperator(path, fields, desk);
  const done = async (path: string, fields: Readonly<Record<string, string>>) => {
    const { status, body } = await post(path, fields);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message;
  };
  const refused = (answer: Answer) => [answer.status, answer.body];
  const actsOf = async (userId: number) =>
    (await rows(AuditEntry).find({ user_id: userId }).sort({ _id: 1 }).toArray()).map(
      ({ act, by, outcome, subject }) => [act, by, outcome, subject].filter((one) => one !== null).join(' '),
    );
  const callBy = (keys: { readonly public_key: string; readonly secret_key: string }) =>
    api.request('/api/contacts-type', {
      headers: { PublicKey: keys.public_key, SecretKey: keys.secret_key },
    });
  const NEW = {
    name: 'Ada Ltd',
    email: 'ada@new.example',
    password: 'horse battery',
    timezone: 'Europe/Berlin',
  };
  /** The operator's. */
  const OWN = { password: 'correct horse' };
  const WRONG_PASSWORDS: readonly (readonly [fields: Record<string, string>, errors: object])[] = [
    [{ password: '' }, { password: ['The password field is required.'] }],
    [{ password: 'wrong horse' }, { password: ['This is not your password.'] }],
    [{ password: 'x'.repeat(1025) }, { password: ['This is not your password.'] }],
  ];
  const endDeletion = async (userId: number): Promise<void> => {
    const stored = (await Account.findOne({ _id: userId }))!;
    expect(await beginDeletion(stored, stored.closed!.until)).to.equal(true);
    await endAccount(userId);
  };
  const closing = (fields: object) => ({ suspended_at: null, suspended_reason: null, ...fields });

  it('creates an account with a key pair that works, and a second one never', async () => {
    const { account, key } = await done('accounts/create', NEW);
    const stored = (await accountByPassword(NEW.email, NEW.password))!;
    expect(account).to.deep.equal({
      id: stored._id,
      name: 'Ada Ltd',
      ...closing({ closed_at: null, deleted_from: null }),
      own_quotas: [],
      brake_reason: null,
      brake_detail: null,
      braked_at: null,
      complaint_rate: null,
      bounce_rate: null,
      created_at: account.created_at,
    });
    expect(account.created_at).to.match(STAMP);
    expect(stored.timezone).to.equal('Europe/Berlin');
    expect(key).to.have.all.keys('public_key', 'secret_key');
    expect((await callBy(key)).status).to.equal(200);
    expect(await actsOf(stored._id)).to.deep.equal(['account_created operator done']);

    expect(refused(await post('accounts/create', { ...NEW, email: 'ADA@new.example' }))).to.deep.equal([
      422,
      {
        status: 'failed',
        errors: { email: ['The email has already been taken.'] },
        hints: { email: [`The account ${stored._id} has this address.`] },
      },
    ]);
    const keys = await rows(Key).find({ user_id: stored._id }).toArray();
    expect(keys.map(({ name }) => name)).to.deep.equal(['operator']);
  });

  it('creates one account when two calls have the same address', async () => {
    const both = await Promise.all(
      [1, 2].map(() => post('accounts/create', { ...NEW, email: 'twice@new.example' })),
    );
    expect(both.map(({ status }) => status)).to.have.members([200, 422]);
    expect(await Account.countDocuments({ email_norm: 'twice@new.example' })).to.equal(1);
  });

  it('creates an account in UTC without a time zone, and shows no address in its name', async () => {
    const { timezone: _, ...given } = { ...NEW, name: 'Shop of bob@b.example', email: 'bob@new.example' };
    const { account } = await done('accounts/create', given);
    expect(account.name).to.equal('Shop of …');
    expect((await accountByAddress(given.email))!.timezone).to.equal('UTC');
  });

  // The turn takes longer than the store may.
  it('creates an account whose password waits for a slow turn', async () => {
    const before = usePasswordCost(COST);
    try {
      const began = performance.now();
      await hashPassword(NEW.password);
      const times = Math.ceil((1.5 * PATIENCE_MS) / (performance.now() - began));
      usePasswordCost({ ...COST, p: times * COST.p });
      const { key } = await done('accounts/create', { ...NEW, email: 'slow@new.example' });
      expect((await callBy(key)).status).to.equal(200);
    } finally {
      usePasswordCost(before);
    }
  }).timeout(60_000);

  it('says what is wrong with a new account, and creates none', async () => {
    const before = await Account.countDocuments({});
    const cases: [fields: Record<string, string>, errors: object, hints?: object][] = [
      [
        {},
        {
          name: ['The name field is required.'],
          email: ['The email field is required.'],
          password: ['The password field is required.'],
        },
      ],
      [
        { ...NEW, name: 'x'.repeat(256) },
        { name: ['The name field must not be greater than 255 characters.'] },
      ],
      [
        { ...NEW, email: 'ada' },
        { email: ['The email field must be a valid email address.'] },
        { email: ['"ada" is no address.'] },
      ],
      [
        { ...NEW, password: 'x'.repeat(7) },
        { password: ['The password field must be at least 8 characters.'] },
      ],
      [
        { ...NEW, password: 'x'.repeat(1025) },
        { password: ['The password field must not be greater than 1024 characters.'] },
      ],
      [
        { ...NEW, timezone: 'Europe/Berlim' },
        { timezone: ['The selected timezone is invalid.'] },
        { timezone: ['Did you mean Europe/Berlin? Write an IANA time zone, such as Europe/Berlin or UTC.'] },
      ],
    ];
    for (const [fields, errors, hints] of cases)
      expect(refused(await post('accounts/create', fields))).to.deep.equal([
        422,
        { status: 'failed', errors, ...(hints && { hints }) },
      ]);
    expect(await Account.countDocuments({})).to.equal(before);
  });

  it('closes an account at once in every process, and once', async () => {
    const client = await api.account();
    const id = String(client.user_id);
    expect((await callBy(client)).status).to.equal(200);
    const { account } = await done('accounts/close', { id });
    expect(account).to.include({ id: client.user_id, suspended_at: null });
    expect(Date.parse(account.deleted_from) - Date.parse(account.closed_at)).to.equal(30 * 24 * 3600_000);
    expect((await callBy(client)).status).to.equal(403);
    const again = await done('accounts/close', { id });
    expect(again.account).to.deep.equal(account);
    expect(await actsOf(client.user_id)).to.deep.equal(['account_closed operator done']);

    const reopened = await done('accounts/reopen', { id });
    expect(reopened.account).to.include({ closed_at: null, deleted_from: null });
    expect((await done('accounts/reopen', { id })).account).to.deep.equal(reopened.account);
    expect((await callBy(client)).status).to.equal(200);
    expect(await actsOf(client.user_id)).to.deep.equal([
      'account_closed operator done',
      'account_reopened operator done',
    ]);
  });

  it('deletes an account only by its name, at once, and once', async () => {
    const client = await api.account();
    const id = String(client.user_id);
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'Shop of eve@e.example' } });
    for (const [fields, errors, hints] of [
      [{ name: '' }, { name: ['The name field is required.'] }, undefined],
      [
        { name: 'Shop' },
        { name: ['The selected name is invalid.'] },
        { name: ['Write the name of the account, as `accounts` shows it.'] },
      ],
      ...WRONG_PASSWORDS,
    ] as const)
      expect(
        refused(await post('accounts/delete', { id, name: 'Shop of …', ...OWN, ...fields })),
      ).to.deep.equal([422, { status: 'failed', errors, ...(hints && { hints }) }]);
    expect((await callBy(client)).status).to.equal(200);
    expect((await Account.findOne({ _id: client.user_id }))!.closed ?? null).to.equal(null);

    const { account } = await done('accounts/delete', { id, name: 'Shop of …', ...OWN });
    expect(Date.parse(account.deleted_from)).to.be.at.most(Date.now());
    expect((await callBy(client)).status).to.equal(403);
    const again = await done('accounts/delete', { id, name: 'Shop of eve@e.example', ...OWN });
    expect(again.account).to.deep.equal(account);
    expect(await actsOf(client.user_id)).to.deep.equal(['account_closed operator done']);

    // As a worker marks it before it deletes the first row.
    await Account.updateOne({ _id: client.user_id }, { $set: { 'closed.deleting': true } });
    expect(refused(await post('accounts/reopen', { id }))).to.deep.equal([
      409,
      { status: 'failed', errors: 'The deletion of the account has begun already.' },
    ]);
  });

  it('has the same answer for a deletion that a worker has made by then', async () => {
    const client = await api.account();
    const fields = { id: String(client.user_id), name: 'Test', ...OWN };
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'Test' } });
    const first = await done('accounts/delete', fields);
    await endDeletion(client.user_id);
    const { account, quotas } = await done('accounts/delete', fields);
    expect(account).to.deep.equal({ ...first.account, created_at: null });
    expect(quotas).to.have.length(first.quotas.length);
    expect((await post('accounts/close', fields)).status).to.equal(404);
    expect((await post('accounts/delete', { ...fields, id: '999999' })).status).to.equal(404);
  });

  it('answers a deletion that a worker makes before every process has dropped the account', async () => {
    const client = await api.account();
    await Account.updateOne({ _id: client.user_id }, { $set: { name: 'Test' } });
    const subscriber = connectSubscriber(api.config.redisUrl);
    const publisher = connectProducer(api.config.redisUrl);
    await subscriber.subscribe(accountChanges(publisher));
    const deleted = new Promise<void>((resolve) =>
      subscriber.on('message', (_, message) => {
        if (message.startsWith(`${client.user_id} `)) void endDeletion(client.user_id).then(resolve);
      }),
    );
    const { account } = await done('accounts/delete', { id: String(client.user_id), name: 'Test', ...OWN });
    await deleted;
    expect(account).to.include({ id: client.user_id, name: 'Test' });
    subscriber.disconnect();
    publisher.disconnect();
  });

  it('leaves the operator’s own account open', async () => {
    const id = String(operator.user_id);
    for (const path of ['accounts/close', 'accounts/delete', 'accounts/reopen'])
      expect(refused(await post(path, { id, name: 'Test', ...OWN })), path).to.deep.equal([
        409,
        { status: 'failed', errors: 'You cannot close your own account here.' },
      ]);
    expect((await Account.findOne({ _id: operator.user_id }))!.closed ?? null).to.equal(null);
  });

  it('lists, creates and revokes key pairs', async () => {
    const client = await api.account({ timezone: 'Europe/Berlin' });
    const id = String(client.user_id);
    const listed = async () => (await get(`accounts/keys?id=${id}`)).body.message.keys;
    const given = {
      id,
      key_name: 'Shop of ann@a.example',
      key_scope: 'send',
      key_expires: '2999-12-31',
      key_networks: '127.0.0.0/8',
      ...OWN,
    };
    const { key } = await done('accounts/keys/create', given);
    expect((await callBy(key)).status).to.equal(200);
    const [first, second, ...more] = await listed();
    expect(more).to.deep.equal([]);
    expect(first).to.include({ id: client.public_key, scope: 'all', last_day: null });
    expect(second).to.deep.equal({
      id: key.public_key,
      name: 'Shop of …',
      scope: 'send',
      networks: ['127.0.0.0/8'],
      expires_at: '2999-12-31T23:00:00.000000Z',
      last_day: '2999-12-31',
      is_expired: false,
      created_at: second.created_at,
      last_used_at: second.last_used_at,
    });
    expect(JSON.stringify(await listed())).not.to.match(/secret|sk_/);

    const revocation = { id, key: key.public_key };
    for (let run = 1; run <= 2; run += 1) {
      expect(await done('accounts/keys/revoke', revocation)).to.equal('Revoked Successfully');
      expect((await callBy(key)).status).to.equal(401);
    }
    expect((await listed()).map((one: { id: string }) => one.id)).to.deep.equal([client.public_key]);
    const begin = key.public_key.slice(0, 11);
    expect(await actsOf(client.user_id)).to.deep.equal([
      `key_created operator done ${begin}`,
      `key_revoked operator done ${begin}`,
      `key_revoked operator refused ${begin}`,
    ]);
  });

  describe('with an Idempotency-Key', () => {
    const keyed = (path: string, fields: Readonly<Record<string, string>>, key: string) =>
      postToOperator(path, fields, desk, { 'Idempotency-Key': key });
    const replayed = ({ headers }: Answer) => headers.get('idempotent-replayed');
    const pair = (id: number) => ({
      id: String(id),
      key_name: 'Shop',
      key_scope: 'send',
      key_expires: '',
      key_networks: '',
      ...OWN,
    });
    const storedKeys = () => rows(IdempotencyKey).find({ user_id: operator.user_id }).toArray();
    const { ClientSession } = mongoose.mongo;
    type Commit = typeof ClientSession.prototype.commitTransaction;
    const { commitTransaction } = ClientSession.prototype;
    /** The store does not commit the next transaction, as after a conflict, or for a reason that stays. */
    function failCommit(labels: string[]): void {
      const fail: Commit = async function (this: InstanceType<typeof ClientSession>) {
        ClientSession.prototype.commitTransaction = commitTransaction;
        await this.abortTransaction();
        throw new mongoose.mongo.MongoServerError({
          message: 'not committed',
          code: 8000,
          errorLabels: labels,
        });
      };
      ClientSession.prototype.commitTransaction = fail;
    }
    /** The store commits the next transaction, and its answer is lost. */
    function loseCommit(): void {
      const lose: Commit = async function (this: InstanceType<typeof ClientSession>) {
        await commitTransaction.call(this);
        throw new mongoose.mongo.MongoServerError({
          message: 'no answer',
          code: 8000,
          errorLabels: ['UnknownTransactionCommitResult'],
        });
      };
      ClientSession.prototype.commitTransaction = lose;
    }
    afterEach(() => {
      ClientSession.prototype.commitTransaction = commitTransaction;
    });
    const CONFLICT = ['TransientTransactionError'];
    let begin = 0;
    beforeEach(() => {
      begin = kept.of('operator activity').length;
    });
    /** The acts that the test's calls have logged, each with its account. */
    const logged = () =>
      kept
        .of('operator activity')
        .slice(begin)
        .map(({ activity, about }) => [activity, (about as { account: number }).account]);
    const creations = () => rows(AuditEntry).find({ act: 'account_created' }).sort({ _id: 1 }).toArray();

    it('has one entry and one line in the log when the store commits at the second try', async () => {
      const client = await api.account();
      failCommit(CONFLICT);
      const { status, body } = await keyed('accounts/keys/create', pair(client.user_id), 'conflict-1');
      expect(status, JSON.stringify(body)).to.equal(200);
      const { public_key } = body.message.key;
      expect(await actsOf(client.user_id)).to.deep.equal([
        `key_created operator done ${public_key.slice(0, 11)}`,
      ]);
      expect(await rows(Key).countDocuments({ user_id: client.user_id })).to.equal(2);

      const before = await creations();
      failCommit(CONFLICT);
      const fields = { ...NEW, email: 'conflict@new.example' };
      const made = await keyed('accounts/create', fields, 'conflict-2');
      expect(made.status, JSON.stringify(made.body)).to.equal(200);
      const { id } = made.body.message.account;
      expect(await actsOf(id)).to.deep.equal(['account_created operator done']);
      expect(await creations()).to.have.length(before.length + 1);
      expect(logged()).to.deep.equal([
        ['key_created', client.user_id],
        ['account_created', id],
      ]);
    });

    it('says of a creation that was not committed only that it began', async () => {
      const client = await api.account();
      failCommit([]);
      const { status } = await keyed('accounts/keys/create', pair(client.user_id), 'broken-1');
      expect(status).to.equal(500);
      expect(await actsOf(client.user_id)).to.deep.equal(['key_created operator begun']);
      expect(await rows(Key).countDocuments({ user_id: client.user_id })).to.equal(1);

      const before = await creations();
      failCommit([]);
      const fields = { ...NEW, email: 'broken@new.example' };
      expect((await keyed('accounts/create', fields, 'broken-2')).status).to.equal(500);
      expect(await accountByAddress(fields.email)).to.equal(null);
      expect(await creations()).to.deep.equal(before);
      expect(logged()).to.deep.equal([]);
    });

    it('leaves an entry begun whose commit got no answer, and has one of the repeated call', async () => {
      const client = await api.account();
      loseCommit();
      const fields = pair(client.user_id);
      expect((await keyed('accounts/keys/create', fields, 'lost-1')).status).to.equal(503);
      ClientSession.prototype.commitTransaction = commitTransaction;
      const again = await keyed('accounts/keys/create', fields, 'lost-1');
      expect([again.status, replayed(again)]).to.deep.equal([200, 'true']);
      expect(await actsOf(client.user_id)).to.deep.equal(['key_created operator begun']);
      expect(await rows(Key).countDocuments({ user_id: client.user_id })).to.equal(2);
    });

    it('makes one key pair, and shows its secret again, which the store has encrypted', async () => {
      const client = await api.account();
      const fields = pair(client.user_id);
      const first = await keyed('accounts/keys/create', fields, 'pair-1');
      expect([first.status, replayed(first)], JSON.stringify(first.body)).to.deep.equal([200, null]);
      const again = await keyed('accounts/keys/create', fields, 'pair-1');
      expect([again.status, replayed(again)]).to.deep.equal([200, 'true']);
      expect(again.body).to.deep.equal(first.body);
      const { key } = again.body.message;
      expect((await callBy(key)).status).to.equal(200);
      expect(await rows(Key).countDocuments({ user_id: client.user_id })).to.equal(2);
      expect(await actsOf(client.user_id)).to.have.length(1);
      const other = await keyed('accounts/keys/create', fields, 'pair-2');
      expect(other.body.message.key.public_key).not.to.equal(key.public_key);

      const stored = JSON.stringify(await storedKeys());
      for (const secret of [key.secret_key, OWN.password]) expect(stored).not.to.include(secret);
    });

    it('makes one key pair when two calls arrive at once', async () => {
      const client = await api.account();
      const both = await Promise.all(
        [1, 2].map(() => keyed('accounts/keys/create', pair(client.user_id), 'pair-at-once')),
      );
      const statuses = both.map(({ status }) => status);
      expect(statuses).to.include(200);
      for (const status of statuses) expect(status).to.be.oneOf([200, 409]);
      expect(await rows(Key).countDocuments({ user_id: client.user_id })).to.equal(2);
    });

    it('shows the secret only to the operator’s password, and refuses the key for another request', async () => {
      const [client, other] = [await api.account(), await api.account()];
      expect((await keyed('accounts/keys/create', pair(client.user_id), 'pair-3')).status).to.equal(200);
      const wrong = { ...pair(client.user_id), password: 'wrong horse' };
      expect((await keyed('accounts/keys/create', wrong, 'pair-3')).status).to.equal(422);
      for (const fields of [pair(other.user_id), { ...pair(client.user_id), key_scope: 'read' }]) {
        const { status, body } = await keyed('accounts/keys/create', fields, 'pair-3');
        expect([status, body.errors]).to.deep.equal([422, 'Idempotency-Key was used for another request']);
      }
      const count = { user_id: { $in: [client.user_id, other.user_id] } };
      expect(await rows(Key).countDocuments(count)).to.equal(3);
    });

    it('creates one account, and repeats the refusal of a taken address', async () => {
      const fields = { ...NEW, email: 'keyed@new.example' };
      const first = await keyed('accounts/create', fields, 'account-1');
      const again = await keyed('accounts/create', fields, 'account-1');
      expect(first.status, JSON.stringify(first.body)).to.equal(200);
      expect([again.status, replayed(again)]).to.deep.equal([200, 'true']);
      expect(again.body).to.deep.equal(first.body);
      expect((await callBy(first.body.message.key)).status).to.equal(200);
      expect(await accountByPassword(fields.email, fields.password)).to.include({
        _id: first.body.message.account.id,
      });
      const taken = [1, 2].map(() => keyed('accounts/create', fields, 'account-2'));
      for (const { status, body } of [await taken[0]!, await taken[1]!])
        if (status !== 409)
          expect([status, body.errors.email]).to.deep.equal([422, ['The email has already been taken.']]);
      expect(JSON.stringify(await storedKeys())).not.to.include(first.body.message.key.secret_key);
    });

    it('creates one account when two keys name the same address at once', async () => {
      const fields = { ...NEW, email: 'keyed-twice@new.example' };
      const both = await Promise.all(
        ['at-once-1', 'at-once-2'].map((key) => keyed('accounts/create', fields, key)),
      );
      expect(both.map(({ status }) => status)).to.have.members([200, 422]);
      expect(await Account.countDocuments({ email_norm: fields.email })).to.equal(1);
    });

    it('refuses a key that is none, and changes nothing', async () => {
      const client = await api.account();
      for (const key of ['', 'with blank', 'x'.repeat(256)])
        expect((await keyed('accounts/keys/create', pair(client.user_id), key)).status, key).to.equal(422);
      expect(await rows(Key).countDocuments({ user_id: client.user_id })).to.equal(1);
    });
  });

  it('says what is wrong with a key pair, and changes none', async () => {
    const [client, other] = [await api.account(), await api.account()];
    const id = String(client.user_id);
    const good = { id, key_name: 'Shop', key_scope: 'read', key_expires: '', key_networks: '', ...OWN };
    const cases: [fields: Record<string, string>, errors: object, hints?: object][] = [
      ...WRONG_PASSWORDS.map(([fields, errors]): (typeof cases)[number] => [{ ...good, ...fields }, errors]),
      [{ ...good, key_name: ' ' }, { key_name: ['The key name field is required.'] }],
      [
        { ...good, key_name: 'x'.repeat(256) },
        { key_name: ['The key name field must not be greater than 255 characters.'] },
      ],
      [
        { ...good, key_scope: 'sent' },
        { key_scope: ['The selected key scope is invalid.'] },
        { key_scope: ['Did you mean send? Write one of: read, send, all.'] },
      ],
      [
        { ...good, key_expires: 'soon' },
        { key_expires: ['The key expires field must be a day such as 2030-12-31.'] },
      ],
      [
        { ...good, key_expires: '2001-01-01' },
        { key_expires: ['The key expires field must be a date after now.'] },
      ],
      [
        { ...good, key_networks: 'home' },
        {
          key_networks: [
            'The key networks field must have networks such as 192.0.2.0/24, one a line, unlike home.',
          ],
        },
      ],
    ];
    for (const [fields, errors, hints] of cases)
      expect(refused(await post('accounts/keys/create', fields))).to.deep.equal([
        422,
        { status: 'failed', errors, ...(hints && { hints }) },
      ]);
    for (const key of [other.public_key, 'pk_none', '$ne'])
      expect(refused(await post('accounts/keys/revoke', { id, key })), key).to.deep.equal([
        404,
        { status: 'failed', errors: 'Record Not Found' },
      ]);
    expect((await get('accounts/keys?id=999999')).status).to.equal(404);
    expect((await get('accounts/keys')).status).to.equal(422);
    expect((await callBy(other)).status).to.equal(200);
    expect(await actsOf(client.user_id)).to.deep.equal([]);
    expect(await rows(Key).countDocuments({ user_id: { $in: [client.user_id, other.user_id] } })).to.equal(2);
  });
});
