import { expect } from 'chai';
import { allPlaces } from '../../../common/data/places.ts';
import { Sender } from '../../../common/models/senders.ts';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import { ADDED, RECORD_NOT_FOUND, TIMESTAMP } from '../../support/answers.ts';
import { type Answer, type Api, type Client, startApi } from '../../support/api.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { withoutNames } from '../../support/made.ts';
import { rows } from '../../support/rows.ts';

const FIELDS = {
  from_name: 'Ada Sender',
  from_email: 'Ada@Sender.example',
  reply_to_email: 'reply@sender.example',
  country_id: 1,
  company_address: '1 Main Street',
  nickname: 'ada',
};

const stored = async (id: number) => (await rows(Sender).findOne({ _id: id }))!;

const missing = (names: string[]) => ({
  status: 422,
  body: {
    status: 'failed',
    errors: Object.fromEntries(
      names.map((name) => [name, [`The ${name.replaceAll('_', ' ')} field is required.`]]),
    ),
  },
});

/** Without the warnings that `sending-domains.test.ts` tests. */
function withoutWarnings({ status, body }: Pick<Answer, 'status' | 'body'>) {
  const { warnings: _, ...plain } = body;
  return { status, body: plain };
}

describe('the API of senders', () => {
  let api: Api;
  let client: Client;
  let dns: DnsServer;

  before(async () => {
    dns = await startDnsServer();
    api = await startApi('contract-senders', { DNS_SERVERS: dns.address });
  });
  beforeEach(async () => {
    client = await api.account({ timezone: 'Asia/Kolkata' });
  });
  after(async () => {
    await api.stop();
    await dns.close();
  });

  const save = async (fields: object = {}, by = client) => {
    const answer = withoutNames(await by.post('/sender/save', { ...FIELDS, ...fields }));
    expect(withoutWarnings(answer)).to.deep.include(ADDED);
    return (await by.get('/senders')).body.message.senders.at(-1);
  };
  const details = async (id: number) =>
    (await client.get(`/sender/details?sender_id=${id}`)).body.message.sender;

  it('refuses an address that is not ASCII before the @', async () => {
    const text = (field: string) =>
      `The ${field} field must be a valid email address, of ASCII characters before the @.`;
    const both = { from_email: 'jörg@shop.example', reply_to_email: '用户@shop.example' };
    const errors = { from_email: [text('from email')], reply_to_email: [text('reply to email')] };
    const { id: sender_id } = await save();
    for (const [path, more] of [
      ['/sender/save', {}],
      ['/sender/update', { sender_id }],
    ] as const) {
      const answer = await client.post(path, { ...FIELDS, ...both, ...more });
      expect([answer.status, answer.body.errors]).to.deep.equal([422, errors]);
    }
  });

  it('refuses another’s address in the name, which many mail readers show alone', async () => {
    const { from_email } = FIELDS;
    for (const from_name of [
      'service@paypal.com',
      'PayPal <service@paypal.com>',
      `${from_email} a@b.example`,
    ]) {
      const { status, body } = await client.post('/sender/save', { ...FIELDS, from_name });
      expect([status, body.errors], from_name).to.deep.equal([
        422,
        { from_name: ['The from name field format is invalid.'] },
      ]);
    }
    for (const from_name of [from_email.toUpperCase(), 'Ada @ the shop', 'shop.example'])
      await save({ from_name });
  });

  it('accepts an address with an international domain', async () => {
    const { from_email } = await save({ from_email: 'info@münchen.example' });
    expect(from_email).to.equal('info@münchen.example');
  });

  it('lists senders as they were saved', async () => {
    const sender = await save();
    expect((await client.get('/senders')).body).to.deep.equal({
      status: 'success',
      message: {
        senders: [
          {
            id: sender.id,
            user_id: client.user_id,
            from_name: 'Ada Sender',
            from_email: 'Ada@Sender.example',
            reply_to_email: 'reply@sender.example',
            country_id: 1,
            state_id: null,
            city_id: null,
            zip_code: '',
            company_address: '1 Main Street',
            company_address2: '',
            nickname: 'ada',
            is_verified: 0,
            utr: sender.utr,
            send_at: sender.send_at,
            deleted_at: null,
            created_at: sender.created_at,
            updated_at: sender.updated_at,
          },
        ],
      },
    });
    expect(sender.utr).to.match(/^[\w-]{12}$/);
    expect(sender.created_at).to.match(TIMESTAMP);
  });

  it('shows the time of the mail in the account’s time zone', async () => {
    const sender = await save();
    const inKolkata = new Date(Date.parse(sender.created_at) + 5.5 * 3600_000).toISOString();
    expect(sender.send_at).to.equal(inKolkata.slice(0, 19).replace('T', ' '));
  });

  it('lists senders by POST as by GET', async () => {
    await save();
    expect((await client.post('/senders')).body).to.deep.equal((await client.get('/senders')).body);
  });

  it('shows details that equal the entry in the list', async () => {
    const sender = await save();
    expect((await client.get(`/sender/details?sender_id=${sender.id}`)).body).to.deep.equal({
      status: 'success',
      message: { sender },
    });
  });

  it('answers 404 after a sender is deleted', async () => {
    const sender = await save();
    expect(await client.delete(`/sender/delete?sender_id=${sender.id}`)).to.deep.include({
      status: 200,
      body: { status: 'success', errors: 'Deleted Successfully' },
    });
    expect((await client.get('/senders')).body.message.senders).to.deep.equal([]);
    expect(await client.get(`/sender/details?sender_id=${sender.id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await client.delete(`/sender/delete?sender_id=${sender.id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await client.get(`/sender/resend-mail?sender_id=${sender.id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await client.post('/sender/update', { ...FIELDS, sender_id: sender.id })).to.deep.include(
      RECORD_NOT_FOUND,
    );
  });

  it('names every starred input that is missing', async () => {
    expect(await client.post('/sender/save', {})).to.deep.include(missing(Object.keys(FIELDS)));
    expect(await client.post('/sender/update', {})).to.deep.include(
      missing(['sender_id', ...Object.keys(FIELDS)]),
    );
    for (const path of ['/sender/details', '/sender/resend-mail']) {
      expect(await client.get(path)).to.deep.include(missing(['sender_id']));
    }
    expect(await client.delete('/sender/delete')).to.deep.include(missing(['sender_id']));
  });

  it('names all malformed inputs at once', async () => {
    const answer = await client.post('/sender/save', {
      ...FIELDS,
      from_email: 'a@b, c@d.example',
      reply_to_email: 'nobody',
      country_id: 'India',
      company_address: 'x'.repeat(256),
      company_address2: 'x'.repeat(256),
    });
    expect(answer).to.deep.include({ status: 422 });
    expect(answer.body.errors).to.deep.equal({
      from_email: ['The from email field must be a valid email address.'],
      reply_to_email: ['The reply to email field must be a valid email address.'],
      country_id: ['The country id field must be an integer.'],
      company_address: ['The company address field must not be greater than 255 characters.'],
      company_address2: ['The company address2 field must not be greater than 255 characters.'],
    });
  });

  it('accepts an address of 255 characters', async () => {
    await save({ company_address: 'x'.repeat(255) });
  });

  describe('given places', () => {
    const { states, cities } = allPlaces();
    const city = cities.find((one) => one.state_id !== null)!;
    const home = { country_id: city.country_id, state_id: city.state_id, city_id: city.id };
    const elsewhere = states.find((one) => one.country_id !== city.country_id)!;
    const neighbour = states.find((one) => one.country_id === city.country_id && one.id !== city.state_id)!;

    it('accepts places that belong together', async () => {
      expect(await save({ ...home, zip_code: 12345 })).to.include({ ...home, zip_code: '12345' });
    });

    it('accepts a city without its state', async () => {
      await save({ ...home, state_id: '' });
    });

    for (const [what, places, names] of [
      ['an unknown country', { ...home, country_id: 9999 }, ['country_id', 'state_id', 'city_id']],
      ['a state of another country', { ...home, state_id: elsewhere.id }, ['state_id', 'city_id']],
      ['a city of another state', { ...home, state_id: neighbour.id }, ['city_id']],
      ['an unknown state', { country_id: city.country_id, state_id: 999_999_999 }, ['state_id']],
      ['an unknown city', { country_id: city.country_id, city_id: 0 }, ['city_id']],
    ] as const) {
      it(`refuses ${what}`, async () => {
        expect((await client.post('/sender/save', { ...FIELDS, ...places })).body.errors).to.deep.equal(
          Object.fromEntries(
            names.map((name) => [name, [`The selected ${name.replaceAll('_', ' ')} is invalid.`]]),
          ),
        );
      });
    }

    it('refuses an update whose country does not fit the places that it keeps', async () => {
      const sender = await save(home);
      const update = { ...FIELDS, sender_id: sender.id, country_id: elsewhere.country_id };
      expect((await client.post('/sender/update', update)).body.errors).to.have.all.keys(
        'state_id',
        'city_id',
      );
    });

    it('removes places that an update clears', async () => {
      const sender = await save({ ...home, zip_code: 12345 });
      const update = { ...FIELDS, sender_id: sender.id, country_id: elsewhere.country_id };
      expect((await client.post('/sender/update', { ...update, state_id: '', city_id: '' })).status).to.equal(
        200,
      );
      expect(await details(sender.id)).to.include({ state_id: null, city_id: null, zip_code: '12345' });
    });
  });

  it('keeps what an update leaves out, and clears what is blank', async () => {
    const sender = await save({ zip_code: '1', company_address2: 'Floor 2' });
    const answer = await client.post('/sender/update', {
      ...FIELDS,
      sender_id: sender.id,
      nickname: 'lovelace',
      zip_code: ' ',
      is_verified: 1,
      utr: 'mine',
      user_id: 7,
    });
    expect(withoutWarnings(answer)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Updated Successfully' },
    });
    const after = await details(sender.id);
    expect(after).to.deep.equal({
      ...sender,
      nickname: 'lovelace',
      zip_code: '',
      updated_at: after.updated_at,
    });
  });

  describe('with a verified sender', () => {
    let sender: { id: number };
    let nonce: number;
    const move = (from_email: string) =>
      client.post('/sender/update', { ...FIELDS, sender_id: sender.id, from_email });

    beforeEach(async () => {
      sender = await save();
      await rows(Sender).updateOne({ _id: sender.id }, { $set: { is_verified: 1 } });
      nonce = (await stored(sender.id)).verification!.nonce;
    });

    it('keeps it verified when its address is spelled in another case', async () => {
      await move('ADA@sender.EXAMPLE');
      expect(await details(sender.id)).to.include({ is_verified: 1, from_email: 'ADA@sender.EXAMPLE' });
      expect((await stored(sender.id)).verification!.nonce).to.equal(nonce);
    });

    it('makes it unverified, with a new mail, when its address changes', async () => {
      await move('other@sender.example');
      expect(await details(sender.id)).to.include({ is_verified: 0, from_email: 'other@sender.example' });
      const asked = (await stored(sender.id)).verification!;
      expect(asked.nonce).not.to.equal(nonce);
      expect(asked.due_at).to.be.an.instanceOf(Date);
    });
  });

  it('sends a new verification mail on request', async () => {
    const sender = await save();
    const before = await stored(sender.id);
    expect(await client.get(`/sender/resend-mail?sender_id=${sender.id}`)).to.deep.include({
      status: 200,
      body: { status: 'success', message: 'Verification Mail Send' },
    });
    const after = await stored(sender.id);
    expect(after.verification!.nonce).not.to.equal(before.verification!.nonce);
    expect(after.send_at.getTime()).to.be.at.least(before.send_at.getTime());
    expect(after.is_verified).to.equal(0);
  });

  it('answers 404 to other accounts', async () => {
    const sender = await save();
    const stranger = await api.account();
    expect(await stranger.get(`/sender/details?sender_id=${sender.id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await stranger.get(`/sender/resend-mail?sender_id=${sender.id}`)).to.deep.include(
      RECORD_NOT_FOUND,
    );
    expect(await stranger.delete(`/sender/delete?sender_id=${sender.id}`)).to.deep.include(RECORD_NOT_FOUND);
    expect(await stranger.post('/sender/update', { ...FIELDS, sender_id: sender.id })).to.deep.include(
      RECORD_NOT_FOUND,
    );
    expect((await stranger.get('/senders')).body.message.senders).to.deep.equal([]);
  });

  it('answers 404 to a text that is not an id', async () => {
    expect(await client.get('/sender/details?sender_id=x1')).to.deep.include(RECORD_NOT_FOUND);
  });

  /** A call to an API with this setting. */
  async function under(setting: string, account: Client, path: string, body: object): Promise<Answer> {
    const other = await api.another({ FREE_MAIL_SENDERS: setting });
    const { public_key: PublicKey, secret_key: SecretKey } = account;
    const headers = { PublicKey, SecretKey, 'Content-Type': 'application/json' };
    try {
      return await other.request(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    } finally {
      await other.stop();
    }
  }
  const refusal = ({ status, body }: Answer) => [status, body.errors, body.hints];

  it('warns about an address of a free mailbox, refuses or allows it, as the setting says', async () => {
    const free = { ...FIELDS, from_email: 'ada.lovelace@gmail.com' };
    const account = await api.account();
    const warning =
      'gmail.com belongs to a mail provider, which alone can sign its mails: Gmail, Yahoo and Microsoft refuse them from other servers. ' +
      'Use an address of a domain of your own, and add that domain by sending-domains/save.';
    const warned = await account.post('/sender/save', free);
    expect([warned.status, warned.body.warnings]).to.deep.equal([200, [warning]]);
    const allowed = await under('allow', account, '/sender/save', free);
    expect([allowed.status, allowed.body.warnings]).to.deep.equal([200, []]);
    const own = await under('refuse', account, '/sender/save', FIELDS);
    expect(own.status).to.equal(200);
    for (const [path, body] of [
      ['/sender/save', free],
      ['/sender/update', { ...free, sender_id: own.body.id }],
    ] as const)
      expect(refusal(await under('refuse', account, path, body))).to.deep.equal([
        422,
        { from_email: ['The from email field format is invalid.'] },
        { from_email: [warning] },
      ]);
    // A sender of before keeps its address.
    const kept = await under('refuse', account, '/sender/update', { ...free, sender_id: warned.body.id });
    expect(kept.status).to.equal(200);
    const senders = (await account.get('/senders')).body.message.senders;
    expect(senders.map((one: { from_email: string }) => one.from_email)).to.deep.equal([
      free.from_email,
      free.from_email,
      FIELDS.from_email,
    ]);
  });

  it('refuses an address whose domain forbids mails without its signature, unless the DNS is away', async () => {
    const account = await api.account();
    const at = (domain: string) => ({ ...FIELDS, from_email: `ada@${domain}` });
    dns.zones.set('_dmarc.guarded.example', { txt: ['v=DMARC1; p=reject'] });
    dns.zones.set('_dmarc.spam.example', { txt: ['v=DMARC1; p=quarantine'] });
    dns.zones.set('_dmarc.open.example', { txt: ['v=DMARC1; p=none'] });
    dns.zones.set('_dmarc.away.example', { fault: 'servfail' });
    dns.zones.set('_dmarc.silent.example', { fault: 'silent' });
    const open = await under('refuse', account, '/sender/save', at('open.example'));
    for (const [domain, asks, policy] of [
      ['guarded.example', 'refuse', 'reject'],
      ['spam.example', 'put into the spam folder', 'quarantine'],
    ] as const)
      for (const [path, body] of [
        ['/sender/save', at(domain)],
        ['/sender/update', { ...at(domain), sender_id: open.body.id }],
      ] as const)
        expect(refusal(await under('refuse', account, path, body)), path).to.deep.equal([
          422,
          { from_email: ['The from email field format is invalid.'] },
          {
            from_email: [
              `${domain} asks receivers to ${asks} mails that it did not sign (DMARC, p=${policy}), and no key of it signs these. Add the domain by sending-domains/save, set its DNS records, and call sending-domains/check.`,
            ],
          },
        ]);
    for (const domain of ['open.example', 'unknown.example', 'away.example', 'silent.example'])
      expect((await under('refuse', account, '/sender/save', at(domain))).status, domain).to.equal(200);
    expect((await under('warn', account, '/sender/save', at('guarded.example'))).status).to.equal(200);
    const key = { domain: 'guarded.example' };
    await account.post('/sending-domains/save', key);
    await rows(SendingDomain).updateOne({ ...key, user_id: account.user_id }, { $set: { proven: ['rsa'] } });
    expect((await under('refuse', account, '/sender/save', at('guarded.example'))).status).to.equal(200);
  }).timeout(60_000);

  it('lists pages, by the query also with POST', async () => {
    const pager = await api.account();
    for (const nickname of ['one', 'two', 'three']) await save({ nickname }, pager);
    const first = (await pager.post('/senders?limit=2')).body;
    expect(first.message.senders.map((one: { nickname: string }) => one.nickname)).to.deep.equal([
      'one',
      'two',
    ]);
    const second = (await pager.get(`/senders?limit=2&after_id=${first.next_after_id}`)).body;
    expect(second.message.senders.map((one: { nickname: string }) => one.nickname)).to.deep.equal(['three']);
    expect(second.next_after_id).to.equal(null);
  });
});
