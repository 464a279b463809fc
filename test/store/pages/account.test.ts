import { expect } from 'chai';
import { setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Key } from '../../../common/models/keys.ts';
import { Session } from '../../../common/models/sessions.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type Visit, visit } from '../../support/browser-form.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

const PASSWORD = 'correct horse';
const HOSTILE = `<script>alert(1)</script>"'&`;

describe('the account page', () => {
  let api: Api;

  before(async () => {
    api = await startApi('pages-account', { RATE_SIGN_INS: '1000' });
  });
  after(() => api.stop());

  const emailOf = async ({ user_id }: Client) => (await Account.findOne({ _id: user_id }))!.email;

  async function signedIn(client: Client, password = PASSWORD): Promise<Visit> {
    const browser = visit(api);
    await browser.open('/account');
    await browser.submit('/account/sign-in', { email: await emailOf(client), password });
    return browser;
  }

  describe('for signing in', () => {
    it('leads to the account page, by the address in any case', async () => {
      const client = await api.account();
      const browser = visit(api);
      expect((await browser.open('/account')).path).to.equal('/account/sign-in?return=%2Faccount');
      const email = (await emailOf(client)).toUpperCase();
      const page = await browser.submit('/account/sign-in', { email, password: PASSWORD });
      expect([page.status, page.path]).to.deep.equal([200, '/account']);
      expect(page.text)
        .to.include('Your account')
        .and.include(await emailOf(client));
      expect((await browser.open('/account/sign-in')).path).to.equal('/account');
    });

    it('ends the session with signing out, also for a copy of the cookies', async () => {
      const browser = await signedIn(await api.account());
      const stolen = [...browser.cookies];
      await browser.submit('/account/sign-out');
      expect(browser.page.path).to.equal('/account/sign-in');
      expect([...browser.cookies.keys()]).to.deep.equal(['known']);
      for (const [name, value] of stolen) browser.cookies.set(name, value);
      expect((await browser.open('/account')).path).to.match(/^\/account\/sign-in/);
    });

    it('stores only a hash of the cookie, which no script and no other site can read', async () => {
      const client = await api.account();
      const browser = visit(api);
      await browser.open('/account/sign-in');
      const answer = await browser.request('/account/sign-in', {
        method: 'POST',
        body: new URLSearchParams({ email: await emailOf(client), password: PASSWORD }),
      });
      const [session1, known] = answer.headers.getSetCookie();
      expect(session1).to.match(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
      expect(known).to.match(
        /^known=\d+\.\d+\.[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
      );
      const session = await rows(Session).findOne({ user_id: client.user_id });
      expect(session!._id).to.match(/^[0-9a-f]{64}$/);
      expect(JSON.stringify(session)).to.not.include(browser.cookies.get('session'));
    });

    it('gives the same answer for an unknown address and a wrong password', async () => {
      const known = await emailOf(await api.account());
      const texts = [];
      for (const email of [known, 'nobody@example.com']) {
        const browser = visit(api);
        await browser.open('/account/sign-in');
        const page = await browser.submit('/account/sign-in', { email, password: 'battery staple' });
        expect(page.status).to.equal(422);
        expect(browser.cookies.size).to.equal(0);
        texts.push(page.text.replaceAll(email, ''));
      }
      expect(texts[0]).to.include('The email address or the password is wrong.').and.equal(texts[1]);
    });

    it('names missing inputs, and keeps what was typed', async () => {
      const browser = visit(api);
      await browser.open('/account/sign-in');
      const page = await browser.submit('/account/sign-in', { email: HOSTILE, password: '' });
      expect(page.text)
        .to.include('<a href="#password">Enter your password.</a>')
        .and.include('aria-describedby="password-problem" aria-invalid="true"')
        .and.include('value="&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"')
        .and.not.include('<script');
    });

    it('redirects only to our own pages', async () => {
      const client = await api.account();
      for (const to of [
        'https://evil.example',
        '//evil.example',
        '/\\evil.example',
        '/account/../x',
        'x',
        '',
      ]) {
        const browser = visit(api);
        await browser.open(`/account/sign-in?return=${encodeURIComponent(to)}`);
        const page = await browser.submit('/account/sign-in', {
          email: await emailOf(client),
          password: PASSWORD,
          return: to,
        });
        expect(page.path, to).to.equal('/account');
      }
    });

    it('ends the session after half a day', async () => {
      const browser = await signedIn(await api.account());
      try {
        setClock(() => Date.now() + 12 * 3600 * 1000 + 1000);
        expect((await browser.open('/account')).path).to.match(/^\/account\/sign-in/);
      } finally {
        setClock();
      }
      expect((await browser.open('/account')).path).to.equal('/account');
    });

    it('accepts only its own cookie', async () => {
      for (const token of ['x', 'A'.repeat(43), '__proto__', 'A'.repeat(5000)]) {
        const browser = visit(api);
        browser.cookies.set('session', token);
        expect((await browser.open('/account')).path).to.match(/^\/account\/sign-in/);
      }
    });
  });

  describe('with forms', () => {
    const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      '/account/details': { name: 'Eve', timezone: 'UTC' },
      '/account/tracking': { tracking: 'off' },
      '/account/password': { old_password: PASSWORD, new_password: 'eve knows it' },
      '/account/keys': { key_name: 'eve', key_scope: 'all' },
      '/account/keys/change': { key_scope: 'all' },
      '/account/keys/roll': {},
      '/account/keys/revoke': {},
      '/account/sign-out': {},
    };

    const stateOf = async ({ user_id }: Client) => ({
      account: await Account.findOne({ _id: user_id }),
      keys: await rows(Key).find({ user_id }).toArray(),
      sessions: await rows(Session).countDocuments({ user_id }),
    });

    for (const [action, fields] of Object.entries(forms)) {
      it(`changes nothing when a form comes from another site: ${action}`, async () => {
        const client = await api.account();
        const browser = await signedIn(client);
        const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page.text)![1]!;
        const other = await signedIn(await api.account());
        const foreign = /name="form_token" value="([^"]+)"/.exec(other.page.text)![1]!;
        const before = await stateOf(client);
        const given = { ...fields, key: client.public_key };
        const attacks = {
          'no token': [{ ...given }, { Origin: api.url }],
          'a token of another session': [{ ...given, form_token: foreign }, { Origin: api.url }],
          'another origin': [{ ...given, form_token }, { Origin: 'https://evil.example' }],
          'an origin of no name': [{ ...given, form_token }, { Origin: 'null' }],
          'another site, by its metadata': [{ ...given, form_token }, { 'Sec-Fetch-Site': 'cross-site' }],
        } as const;
        for (const [what, [body, headers]] of Object.entries(attacks)) {
          const answer = await browser.request(action, {
            method: 'POST',
            body: new URLSearchParams(body),
            headers,
          });
          expect(answer.status, what).to.equal(403);
        }
        expect(await stateOf(client)).to.deep.equal(before);
        expect((await browser.request(action)).status).to.be.oneOf([404, 405, 200]);
        expect(await stateOf(client)).to.deep.equal(before);
      });
    }

    it('redirects to the sign-in page without a session', async () => {
      for (const action of Object.keys(forms)) {
        const answer = await api.request(action, { method: 'POST' });
        expect(answer.status).to.equal(303);
        // Back to the page without JavaScript that the form is on.
        expect(answer.headers.get('location')).to.equal('/account/sign-in?return=%2Faccount%3Fplain');
      }
    });

    it('accepts the origin of the public address', async () => {
      const client = await api.account();
      const browser = visit(api, 'http://localhost:3000');
      await browser.open('/account');
      await browser.submit('/account/sign-in', { email: await emailOf(client), password: PASSWORD });
      expect(browser.page.path).to.equal('/account');
    });
  });

  describe('with the details of an account', () => {
    it('changes them, with immediate effect in the API', async () => {
      const client = await api.account();
      const browser = await signedIn(client);
      const page = await browser.submit('/account/details', { name: HOSTILE, timezone: 'Asia/Kathmandu' });
      expect(page.path).to.equal('/account?done=details');
      expect(page.text)
        .to.include('Your details are saved.')
        .and.include('<option value="Asia/Kathmandu" selected>Kathmandu</option>')
        .and.not.include('<script');
      const account = await Account.findOne({ _id: client.user_id });
      expect([account!.name, account!.timezone]).to.deep.equal([HOSTILE, 'Asia/Kathmandu']);
    });

    describe('and scheduled campaigns in another time zone', () => {
      const when = { schedule_type: 1, schedule_date: '2097-07-08', schedule_time: '12:00:00' };
      const shown = async ({ client }: Ground, utr: string) => {
        const [send] = (await client.get(`/single-send/details?utr=${utr}`)).body.message.singleSend;
        return `${send.schedule_date} ${send.schedule_time}`;
      };
      const dueOf = async (utr: string) => (await rows(SingleSend).findOne({ utr }))!.due_at.toISOString();
      let ground: Ground;
      let browser: Visit;
      let utr: string;

      beforeEach(async () => {
        ground = await anAccount(api);
        browser = await signedIn(ground.client);
        await browser.submit('/account/details', { name: 'Ann', timezone: 'Europe/Berlin' });
        utr = (await ground.client.post('/single/send/create', aSend(ground, when))).body.utr;
        expect(await dueOf(utr)).to.equal('2097-07-08T10:00:00.000Z');
        await browser.open('/account');
        await browser.submit('/account/details', { name: 'Ann', timezone: 'America/New_York' });
        expect(browser.page.text)
          .to.include('When should your scheduled campaigns be sent?')
          .and.include('2097-07-08 06:00')
          .and.include('2097-07-08 12:00');
        expect((await Account.findOne({ _id: ground.client.user_id }))!.timezone).to.equal('Europe/Berlin');
      });

      it('keeps the moment, which is shown in the new zone, and an unchanged form moves nothing', async () => {
        await browser.submit('/account/details', { schedules: 'keep' });
        expect(browser.page.path).to.equal('/account?done=details');
        expect(await dueOf(utr)).to.equal('2097-07-08T10:00:00.000Z');
        expect(await shown(ground, utr)).to.equal('2097-07-08 06:00:00');
        const [schedule_date, schedule_time] = (await shown(ground, utr)).split(' ');
        const same = aSend(ground, { ...when, schedule_date, schedule_time });
        expect((await ground.client.post('/single/send/update', { utr, ...same })).status).to.equal(200);
        expect(await dueOf(utr)).to.equal('2097-07-08T10:00:00.000Z');
      });

      it('moves it with the local time', async () => {
        await browser.submit('/account/details', { schedules: 'move' });
        expect(await dueOf(utr)).to.equal('2097-07-08T16:00:00.000Z');
        expect(await shown(ground, utr)).to.equal('2097-07-08 12:00:00');
        // Nothing is scheduled in another zone, so nobody is asked.
        await ground.client.post('/single/send/update', { utr, ...aSend(ground) });
        await browser.open('/account');
        await browser.submit('/account/details', { name: 'Ann', timezone: 'UTC' });
        expect(browser.page.path).to.equal('/account?done=details');
      });
    });

    it('refuses invalid details', async () => {
      const client = await api.account();
      const browser = await signedIn(client);
      for (const timezone of ['', 'Mars/Olympus', 'system', 'local', 'UTC+3']) {
        const page = await browser.submit('/account/details', { name: ' ', timezone });
        expect(page.status).to.equal(422);
        expect(page.text).to.include('Enter your name.').and.include('Choose a time zone from the list.');
      }
      expect((await browser.submit('/account/details', { name: 'x'.repeat(256) })).text).to.include(
        'at most 255 characters',
      );
      expect((await Account.findOne({ _id: client.user_id }))!.name).to.equal('Test');
    });
  });

  describe('with the counting of openings and clicks', () => {
    it('turns it off and on again', async () => {
      const client = await api.account();
      const browser = await signedIn(client);
      const tracking = async () => (await Account.findOne({ _id: client.user_id }))!.tracking;
      expect(browser.page.text).to.include('Stop counting them');
      const page = await browser.submit('/account/tracking');
      expect(page.path).to.equal('/account?done=tracking');
      expect(page.text).to.include('Emails have no pixel').and.include('Count them');
      expect(await tracking()).to.equal(false);
      expect((await browser.submit('/account/tracking')).text).to.include('Stop counting them');
      expect(await tracking()).to.equal(true);
    });
  });

  describe('with the password', () => {
    it('changes it when the old one is given, and ends every other session', async () => {
      const client = await api.account();
      const [here, there] = [await signedIn(client), await signedIn(client)];
      const before = here.cookies.get('session');
      const page = await here.submit('/account/password', {
        old_password: PASSWORD,
        new_password: 'battery staple',
      });
      expect(page.path).to.equal('/account?done=password');
      expect(here.cookies.get('session')).to.not.equal(before);
      expect((await there.open('/account')).path).to.match(/^\/account\/sign-in/);
      here.cookies.set('session', before!);
      expect((await here.open('/account')).path).to.match(/^\/account\/sign-in/);
      expect((await signedIn(client)).page.status).to.equal(422);
      expect((await signedIn(client, 'battery staple')).page.path).to.equal('/account');
    });

    it('keeps it when the old one is wrong or the new one too short', async () => {
      const client = await api.account();
      const browser = await signedIn(client);
      const wrong = await browser.submit('/account/password', {
        old_password: 'wrong horse',
        new_password: 'battery staple',
      });
      expect([wrong.status, wrong.text.includes('This is not your password.')]).to.deep.equal([422, true]);
      const short = await browser.submit('/account/password', {
        old_password: PASSWORD,
        new_password: '1234567',
      });
      expect(short.text).to.include('at least 8 characters').and.not.include('1234567"');
      expect((await signedIn(client)).page.path).to.equal('/account');
    });
  });

  describe('with key pairs', () => {
    const shownKeys = (text: string) =>
      [...text.matchAll(/<code class="secret">([^<]+)<\/code>/g)].map(([, key]) => key!) as [string, string];
    const calls = async ([PublicKey, SecretKey]: readonly [string, string]) =>
      (await api.request('/api/contacts-type', { headers: { PublicKey, SecretKey } })).status;

    describe('of a signed-in person', () => {
      let browser: Visit;
      let made: string;
      let pair: [string, string];

      before(async () => {
        browser = await signedIn(await api.account());
      });
      beforeEach(async () => {
        await browser.open('/account');
        made = (await browser.submit('/account/keys', { key_name: HOSTILE, key_scope: 'all' })).text;
        pair = shownKeys(made);
      });
      const roll = async () => {
        await browser.open('/account');
        return browser.submit('/account/keys/roll', { key: pair[0] });
      };

      it('makes a pair that works at once', async () => {
        expect(await calls(pair)).to.equal(200);
      });

      it('shows names of pairs as text', () => {
        expect(made).to.not.include('<script');
      });

      it('shows a secret key once', async () => {
        const overview = await browser.open('/account');
        expect(overview.text).to.include(pair[0]).and.not.include(pair[1]);
      });

      it('rolls a pair, which works next to the new one', async () => {
        const rolled = await roll();
        expect(rolled.text).to.include('works until').and.include('&lt;script&gt;');
        expect(await calls(shownKeys(rolled.text))).to.equal(200);
        expect(await calls(pair)).to.equal(200);
      });

      it('keeps a pair until a person confirms to revoke it', async () => {
        const question = await browser.open(`/account/keys/revoke?key=${pair[0]}`);
        expect(question.text).to.include('Revoke this key pair?');
        expect(await calls(pair)).to.equal(200);
      });

      it('leads back to the page without JavaScript', async () => {
        for (const path of [`/account/keys/revoke?key=${pair[0]}`, '/account/second-factor'])
          expect((await browser.open(path)).text, path)
            .to.include('href="/account?plain"')
            .and.not.include('href="/account"');
      });

      it('revokes a pair at once, and leaves the others', async () => {
        const newPair = shownKeys((await roll()).text);
        expect(await calls(pair)).to.equal(200);
        await browser.open(`/account/keys/revoke?key=${pair[0]}`);
        const done = await browser.submit('/account/keys/revoke');
        expect(done.path).to.equal('/account?done=revoked');
        expect(done.text).to.include(newPair[0]).and.not.include(pair[0]);
        expect([await calls(pair), await calls(newPair)]).to.deep.equal([401, 200]);
      });
    });

    describe('with limits', () => {
      const limits = {
        key_scope: 'send',
        key_expires: '2030-12-31',
        key_networks: '192.0.2.0/24, 2001:DB8::/32',
      };
      const stored = async (key: string) => {
        const found = await rows(Key).findOne({ _id: key });
        return { scope: found?.scope, expires_at: found?.expires_at, networks: found?.networks };
      };
      const expected = {
        scope: 'send',
        // Midnight after the last day, in the zone of the account.
        expires_at: new Date('2030-12-31T23:00:00Z'),
        networks: ['192.0.2.0/24', '2001:db8::/32'],
      };

      it('makes, shows, rolls and changes a pair', async () => {
        const browser = await signedIn(await api.account({ timezone: 'Europe/Berlin' }));
        const [key] = shownKeys(
          (await browser.submit('/account/keys', { key_name: 'The shop', ...limits })).text,
        );
        expect(await stored(key)).to.deep.equal(expected);
        expect((await browser.open('/account')).text).to.include(
          '<code>send</code>, until <time>2030-12-31</time>, from 192.0.2.0/24, 2001:db8::/32',
        );
        const [rolled] = shownKeys((await browser.submit('/account/keys/roll', { key })).text);
        const { expires_at, ...others } = await stored(rolled);
        expect(others).to.deep.equal({ scope: expected.scope, networks: expected.networks });
        expect(expires_at).to.be.at.least(expected.expires_at);

        const change = await browser.open(`/account/keys/change?key=${key}`);
        expect(change.text)
          .to.include('<option value="send" selected>')
          .and.include('value="2030-12-31"')
          .and.include('192.0.2.0/24\n2001:db8::/32</textarea>');
        const none = { key_scope: 'read', key_expires: '', key_networks: '' };
        expect((await browser.submit('/account/keys/change', none)).path).to.equal('/account?done=key');
        expect(await stored(key)).to.deep.equal({ scope: 'read', expires_at: null, networks: [] });
      });

      it('keeps the end of a key in another time zone when its form is unchanged', async () => {
        const browser = await signedIn(await api.account({ timezone: 'Europe/Berlin' }));
        const [key] = shownKeys(
          (await browser.submit('/account/keys', { key_name: 'The shop', ...limits })).text,
        );
        await browser.open('/account');
        await browser.submit('/account/details', { name: 'Ann', timezone: 'America/New_York' });
        await browser.open(`/account/keys/change?key=${key}`);
        expect((await browser.submit('/account/keys/change', limits)).path).to.equal('/account?done=key');
        expect(await stored(key)).to.deep.equal(expected);
        await browser.open(`/account/keys/change?key=${key}`);
        await browser.submit('/account/keys/change', { ...limits, key_expires: '2030-12-30' });
        expect((await stored(key)).expires_at).to.deep.equal(new Date('2030-12-31T05:00:00Z'));
      });

      it('refuses wrong limits with reasons, and changes nothing', async () => {
        const client = await api.account();
        const browser = await signedIn(client);
        const wrong: readonly [Record<string, string>, string][] = [
          [{ key_scope: '' }, 'Choose what the key may do.'],
          [{ key_scope: 'constructor' }, 'Choose what the key may do.'],
          [{ key_expires: 'tomorrow' }, 'Enter a date, such as 2030-12-31.'],
          [{ key_expires: '2030-02-30' }, 'Enter a date, such as 2030-12-31.'],
          [{ key_expires: '2020-01-01' }, 'This day is over.'],
          [{ key_networks: '192.0.2.0/33' }, 'This is not a network: 192.0.2.0/33.'],
          [{ key_networks: '10.1' }, 'This is not a network: 10.1.'],
          [{ key_networks: 'shop.example' }, 'This is not a network: shop.example.'],
          [{ key_networks: HOSTILE }, 'This is not a network: &lt;script&gt;'],
          [
            { key_networks: Array.from({ length: 21 }, (_, at) => `192.0.2.${at}`).join('\n') },
            'A key has at most 20 networks.',
          ],
          [{ key_networks: 'x'.repeat(5000) }, 'A key has at most 20 networks.'],
        ];
        const before = await rows(Key).find({ user_id: client.user_id }).toArray();
        for (const [fields, text] of wrong) {
          const given = { ...limits, ...fields };
          await browser.open('/account');
          const made = await browser.submit('/account/keys', { key_name: 'The shop', ...given });
          await browser.open(`/account/keys/change?key=${client.public_key}`);
          const changed = await browser.submit('/account/keys/change', given);
          for (const page of [made, changed]) {
            expect(page.status, text).to.equal(422);
            expect(page.text).to.include(text).and.not.include('<script');
          }
        }
        expect(await rows(Key).find({ user_id: client.user_id }).toArray()).to.deep.equal(before);
      });
    });

    it('needs a name', async () => {
      const browser = await signedIn(await api.account());
      for (const key_name of ['', '  ', 'x'.repeat(256)]) {
        expect((await browser.submit('/account/keys', { key_name, key_scope: 'all' })).status).to.equal(422);
      }
    });

    it('answers 404 for a pair of another account', async () => {
      const [mine, theirs] = [await api.account(), await api.account()];
      const browser = await signedIn(mine);
      const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page.text)![1]!;
      for (const key of [theirs.public_key, 'pk_unknown', '']) {
        for (const page of ['revoke', 'change'])
          expect((await browser.open(`/account/keys/${page}?key=${key}`)).status).to.equal(404);
        for (const action of ['/account/keys/revoke', '/account/keys/roll', '/account/keys/change']) {
          const body = new URLSearchParams({ form_token, key, key_scope: 'read' });
          expect((await browser.request(action, { method: 'POST', body })).status).to.equal(404);
        }
      }
      expect(await calls([theirs.public_key, theirs.secret_key])).to.equal(200);
      expect(await rows(Key).countDocuments({ user_id: theirs.user_id })).to.equal(1);
    });

    it('shows the time of the last use, to the minute', async () => {
      const client = await api.account();
      const used = async () => (await rows(Key).findOne({ _id: client.public_key }))!.last_used_at;
      expect(await used()).to.equal(null);
      await client.get('/contacts-type');
      const first = await until(used);
      await Promise.all(Array.from({ length: 20 }, () => client.get('/contacts-type')));
      expect(await used()).to.deep.equal(first);
      try {
        setClock(() => Date.now() + 61_000);
        await client.get('/contacts-type');
        await until(async () => (await used())! > first);
      } finally {
        setClock();
      }
    });
  });

  it('sets a cookie for TLS only, when the public address uses TLS', async () => {
    const secure = await api.another({ PUBLIC_URL: 'https://mail.example' });
    try {
      const client = await api.account();
      const answer = await secure.request('/account/sign-in', {
        method: 'POST',
        body: new URLSearchParams({ email: await emailOf(client), password: PASSWORD }),
        headers: { Origin: 'https://mail.example' },
      });
      const cookies = answer.headers.getSetCookie();
      expect(cookies[0]).to.match(/^__Host-session=.*; Secure$/);
      expect(cookies[1]).to.match(/^__Host-known=.*; Secure$/);
      expect(answer.headers.get('strict-transport-security')).to.equal('max-age=31536000');
    } finally {
      await secure.stop();
    }
  });
});
