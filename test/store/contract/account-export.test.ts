import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { addMedia } from '../../../api/services/media.ts';
import { createKeyPair, UNLIMITED } from '../../../common/accounts/key-pairs.ts';
import { storeChunks } from '../../../common/store/uploads.ts';
import { type AccountFixture, addFixtures } from '../../support/account-fixture.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { until } from '../../support/until.ts';
import { unzip } from '../../support/unzip.ts';

describe('the export of an account', () => {
  let api: Api;
  let ours: AccountFixture;
  before(async () => {
    api = await startApi('contract-account-export', { RATE_CALLS: '0' });
    ours = await addFixtures(await api.account(), 'ours');
    await addFixtures(await api.account(), 'theirs');
  });
  after(() => api.stop());

  const ask = (by: { public_key: string; secret_key: string }, init: RequestInit = {}) =>
    fetch(`${api.url}/api/account/export`, {
      ...init,
      headers: { PublicKey: by.public_key, SecretKey: by.secret_key },
    });
  const filesOf = async (client: Client) => {
    const response = await ask(client);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-type')).to.equal('application/zip');
    expect(response.headers.get('content-disposition')).to.match(/account-\d+\.zip/);
    return unzip(Buffer.from(await response.arrayBuffer()));
  };
  const linesIn = (file: Buffer | undefined) =>
    String(file)
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('exports each list of the account as the API shows it, and nothing of another account', async () => {
    const { client, names } = ours;
    const files = await filesOf(client);
    for (const [name, path, key] of [
      ['contacts', '/contacts/list', 'contacts'],
      ['contact-types', '/contacts-type', 'contactTypes'],
      ['segments', '/segment/list', 'segments'],
      ['suppressions', '/suppressions', 'suppressions'],
      ['single-sends', '/single-send/list', 'singleSends'],
      ['automations', '/automations', 'automations'],
      ['senders', '/senders', 'senders'],
      ['webhooks', '/webhooks', 'webhooks'],
      ['templates', '/templates', 'templates'],
      ['media', '/media', 'media'],
      ['bulk-changes', '/contacts/bulk', 'bulk_changes'],
    ] as const) {
      const listed = (await client.get(path)).body.message[key];
      expect(listed, name).not.to.deep.equal([]);
      expect(linesIn(files.get(`${name}.jsonl`)), name).to.deep.equal(listed);
    }
    const recipients = linesIn(files.get('segment-recipients.jsonl'));
    expect(recipients.map(({ segment_id }) => segment_id)).to.include(names.segment);
    const emails = linesIn(files.get('automation-emails.jsonl'));
    expect(emails.map(({ utr }) => utr)).to.include(names.automationSchedule);
    expect(linesIn(files.get('audit.jsonl')).map(({ act }) => act)).to.include('webhookSave');
    expect(JSON.parse(String(files.get('account.json')))).to.include({ id: client.user_id });
    const { pathname } = new URL(String(linesIn(files.get('media.jsonl'))[0]!['url']));
    const image = await fetch(`${api.url}${pathname}`);
    const stored = files.get(`media/${names.media}.png`)!;
    expect(stored.equals(Buffer.from(await image.arrayBuffer()))).to.equal(true);
    const all = [...files.values()].map(String).join('');
    expect(all).to.include('ours').and.not.include('theirs');
    expect(all).not.to.match(/secret|whsec|scrypt|sealed|sk_/);
  });

  it('answers 403 to keys without the scope all', async () => {
    for (const scope of ['read', 'send'] as const) {
      const pair = await createKeyPair(ours.client.user_id, scope, { ...UNLIMITED, scope });
      expect((await ask(pair)).status).to.equal(403);
    }
  });

  it('writes an act into the audit log', async () => {
    await filesOf(ours.client);
    const { audit } = (await ours.client.get('/account/audit?last=1')).body.message;
    expect(audit[0]).to.include({ act: 'accountExport', outcome: 'done' });
  });

  it('exports empty files for an account without records', async () => {
    const files = await filesOf(await api.account());
    expect(linesIn(files.get('contacts.jsonl'))).to.deep.equal([]);
    expect([...files.keys()]).to.include('automation-deliveries.jsonl');
  });

  it('allows one download at a time, and another after the first has ended or broken off', async () => {
    const client = await api.account();
    // More than the buffers of a connection take.
    const parts = Array.from({ length: 32 }, () => randomBytes(2 ** 19));
    const file_id = await storeChunks(client.user_id, Readable.from(parts), 'large.png');
    const made = { type: 'image/png', width: 1, height: 1, frames: 1, bytes: Buffer.concat(parts) } as const;
    await addMedia({ id: client.user_id, quotas: { stored_bytes: 0 } }, 'Large', made, file_id);
    const hangUp = new AbortController();
    const first = await ask(client, { signal: hangUp.signal });
    expect(first.status).to.equal(200);
    expect((await ask(client)).status).to.equal(409);
    expect((await ask(ours.client)).status).to.equal(200);
    hangUp.abort();
    let again: Response | undefined;
    await until(async () => {
      again = await ask(client);
      return again.status === 200;
    });
    const files = unzip(Buffer.from(await again!.arrayBuffer()));
    const [image] = [...files].filter(([name]) => name.startsWith('media/'));
    expect(image![1].equals(Buffer.concat(parts))).to.equal(true);
  });

  it('leaves out the directory of a ZIP that breaks off, so that no program opens it as whole', async () => {
    const client = await api.account();
    await client.post('/contacts-type/add', { name: 'Customers' });
    const whole = Buffer.from(await (await ask(client)).arrayBuffer());
    expect(() => unzip(whole.subarray(0, -30))).to.throw('no directory');
  });

  it('answers HEAD without reading, and blocks no other', async () => {
    const client = await api.account();
    expect((await ask(client, { method: 'HEAD' })).status).to.equal(200);
    await until(async () => (await ask(client)).status === 200);
  });
});
