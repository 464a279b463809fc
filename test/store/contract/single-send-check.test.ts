import { expect } from 'chai';
import { mailingOfSend } from '../../../common/domain/mailing-keys.ts';
import { CHECK_CODE_NAMES } from '../../../common/mail-check/problems.ts';
import { Delivery, newDelivery } from '../../../common/models/deliveries.ts';
import { Mailing, type MailingDocument } from '../../../common/models/mailings.ts';
import { Sender } from '../../../common/models/senders.ts';
import { SingleSend } from '../../../common/models/single-sends.ts';
import { nextId, nextIds } from '../../../common/store/ids.ts';
import { type Api, startApi } from '../../support/api.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { HIDDEN, UNCLOSED } from '../../support/hiding-ways.ts';
import { rows } from '../../support/rows.ts';
import { answering, startWebServer, type WebServer } from '../../support/web-server.ts';
import { addContacts } from '../../support/world.ts';

interface Problem {
  readonly level: string;
  readonly code: string;
  readonly text: string;
  readonly where: string;
}

describe('the check of a single send', () => {
  let api: Api;
  let dns: DnsServer;
  let web: WebServer;
  let ground: Ground;

  before(async () => {
    dns = await startDnsServer();
    web = await startWebServer();
    api = await startApi('contract-single-send-check', { DNS_SERVERS: dns.address, RATE_CALLS: '0' });
  });
  after(async () => {
    await api.stop();
    await web.stop();
    await dns.close();
  });
  beforeEach(async () => {
    web.asked.length = 0;
    ground = await anAccount(api);
  });

  async function createSend(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const answer = await ground.client.post('/single/send/create', aSend(ground, fields));
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body.utr;
  }
  const check = (utr: string) => ground.client.get(`/single-send/check?utr=${utr}`);
  async function problems(fields: Readonly<Record<string, unknown>> = {}): Promise<Problem[]> {
    const { status, body } = await check(await createSend(fields));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.message.problems;
  }
  const codes = (found: readonly Problem[]): string[] => found.map(({ code }) => code);
  const body = (html: string): Readonly<Record<string, string>> => ({
    template_html: `<p>Hello</p>${html}<p>((sender_address)) <a href="((unsubscribe_preferences))">Stop</a></p>`,
  });
  const UNSIGNED = ['sender_unsigned'];

  it('answers the problems, errors first', async () => {
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { is_verified: 0 } });
    const { body: answer } = await check(await createSend({ subject: 'Hi ((firstname))' }));
    expect(answer).to.deep.equal({
      status: 'success',
      message: {
        problems: [
          {
            level: 'error',
            code: 'sender_unverified',
            text: 'The sender is not verified: open the link in the mail to its address, or call sender/resend-mail.',
            where: 'sender',
          },
          {
            level: 'warning',
            code: 'sender_unsigned',
            text: 'No key of sender.example signs mails from ada@sender.example: Gmail, Yahoo and Microsoft refuse such mails in bulk. Add the domain by sending-domains/save, set its DNS records, and call sending-domains/check.',
            where: 'sender',
          },
          {
            level: 'warning',
            code: 'unsubscribe_missing',
            text: 'The mail has no link to unsubscribe, so a footer with the link is added. Put ((unsubscribe_preferences)) where you want it.',
            where: 'template',
          },
          {
            level: 'warning',
            code: 'address_missing',
            text: 'The mail has no postal address, so a footer with the address is added. Put ((sender_address)) where you want it.',
            where: 'template',
          },
          {
            level: 'warning',
            code: 'placeholder_unknown',
            text: '((firstname)) in the subject shows nothing. Did you mean ((first_name))?',
            where: 'subject',
          },
        ],
      },
    });
  });

  it('names a free mailbox as the sender, which no key of ours can sign for, as an error', async () => {
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email: 'ada@gmail.com' } });
    const [found] = await problems(body(''));
    expect(found).to.include({ level: 'error', code: 'from_free_mail', where: 'sender' });
    expect(found!.text).to.match(/^gmail\.com belongs to a mail provider/);
  });

  it('answers 404 for a missing send, and changes nothing', async () => {
    const { status, body: answer } = await check('5f0f1c2e-6f1d-4a51-9d0a-1f6f7a3f9b11');
    expect([status, answer]).to.deep.equal([404, { status: 'failed', errors: 'Record not found' }]);
    const utr = await createSend();
    const before = await rows(SingleSend).findOne({ utr });
    await check(utr);
    expect(await rows(SingleSend).findOne({ utr })).to.deep.equal(before);
  });

  it('finds nothing in a good mail except a sender without keys', async () => {
    web.on('/ok', answering(200));
    expect(codes(await problems(body(`<a href="${web.url}/ok">Look</a>`)))).to.deep.equal(UNSIGNED);
    expect(web.asked.map(({ line }) => line)).to.deep.equal(['HEAD /ok']);
  });

  it('names a deleted sender, an empty template and one that can not be rendered', async () => {
    const utr = await createSend({ template_html: '' });
    expect(codes((await check(utr)).body.message.problems)).to.deep.equal(['template_empty', ...UNSIGNED]);
    await rows(SingleSend).updateOne(
      { utr },
      { $set: { template_json: '{"mjml":"<mjml><mj-body><mj-nope/></mj-body></mjml>"}' } },
    );
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { deleted_at: new Date() } });
    const found: Problem[] = (await check(utr)).body.message.problems;
    expect(found.map(({ code, text }) => [code, text])).to.deep.equal([
      ['sender_deleted', 'The sender was deleted; choose another.'],
      [
        'template_failed',
        'The template can not be used: line 1: <mj-nope> is no element of MJML; use one that is, or put HTML into <mj-text>.',
      ],
    ]);
  });

  it('reports an error when a stored template leaves a comment open', async () => {
    const utr = await createSend();
    const [template_html] = UNCLOSED['a comment']!;
    await rows(SingleSend).updateOne({ utr }, { $set: { template_html } });
    const [first] = (await check(utr)).body.message.problems as Problem[];
    expect([first!.level, first!.code]).to.deep.equal(['error', 'template_failed']);
    expect(first!.text).to.match(/^The template can not be used: a comment is not closed/);
  });

  it('says when no reader sees the link and the address', async () => {
    for (const name of ['a comment for Outlook', 'a rule for its class', 'display:none']) {
      const found = await problems({ template_html: HIDDEN[name] });
      const told = found.filter(({ code }) => /^(?:unsubscribe|address)_missing$/.test(code));
      expect(
        told.map(({ text }) => text.split(/[:.]/)[0]),
        name,
      ).to.deep.equal(['The link to unsubscribe is not visible', 'The postal address is not visible']);
    }
  });

  it('names text that can hardly be read, and hidden text', async () => {
    const found = await problems(
      body('<p style="color:#e0e0e0">Only today</p><p>Until <span style="font-size:0">Sunday</span></p>'),
    );
    expect(found.filter(({ code }) => code.startsWith('text_'))).to.deep.equal([
      {
        level: 'warning',
        code: 'text_contrast',
        where: 'template',
        text: '“Only today” can hardly be read: #e0e0e0 on #ffffff has a contrast of 1.3 to 1. Choose colours with 4.5 to 1 or more.',
      },
      {
        level: 'warning',
        code: 'text_hidden',
        where: 'template',
        text: '“Sunday” has the size 0. Spam filters distrust text that no reader sees: show it, or remove it.',
      },
    ]);
  });

  it('looks up the records of the sending domain', async () => {
    await ground.client.post('/sending-domains/save', { domain: 'sender.example' });
    dns.zones.set('sender.example', { txt: ['v=spf1 -all'] });
    dns.zones.set('_dmarc.sender.example', { txt: ['v=DMARC1; p=what'] });
    const found = (await problems(body(''))).filter(({ code }) => code === 'dns_record');
    expect(found).to.have.length(2);
    expect(found[0]!.where).to.match(/^\w+\._domainkey\.sender\.example$/);
    expect(found[0]!.text).to.match(/^There is no TXT record \(dkim_rsa\) at /);
    expect(found[1]).to.deep.equal({
      level: 'warning',
      code: 'dns_record',
      where: '_dmarc.sender.example',
      text: 'The TXT record at _dmarc.sender.example is wrong. Its tag p is not none, quarantine or reject.',
    });
  });

  it('says that Gmail cuts a large mail off, and that a mail of images has no text', async () => {
    const [large] = (await problems(body(`<p>${'word '.repeat(25_000)}</p>`))).filter(
      ({ code }) => code === 'size_clipped',
    );
    expect(large!.text).to.match(/^The HTML has 12\d kB\. Gmail shows the first 102 kB;/);
    expect(codes(await problems(body(`<p>${'word '.repeat(15_000)}</p>`)))).to.deep.equal(UNSIGNED);
    const images = await problems({ template_html: '<img alt="" src="https://a.invalid/x.png">' });
    expect(codes(images)).to.include('text_missing');
  });

  it('refuses a sender whose domain asks receivers to refuse mails without its signature', async () => {
    const table: [Record<string, string>, string][] = [
      [{ 'sender.example': 'v=DMARC1; p=reject' }, 'from_protected'],
      [{ 'sender.example': 'v=DMARC1; p=quarantine' }, 'from_protected'],
      [{ 'sender.example': 'v=DMARC1; p=reject; t=y' }, 'sender_unsigned'],
      [{ 'sender.example': 'v=DMARC1; p=none' }, 'sender_unsigned'],
      [{ 'news.sender.example': '', 'sender.example': 'v=DMARC1; p=none; sp=reject' }, 'from_protected'],
      [{ 'news.sender.example': '', 'sender.example': 'v=DMARC1; p=reject; sp=none' }, 'sender_unsigned'],
    ];
    try {
      for (const [records, code] of table) {
        const [domain] = Object.keys(records);
        for (const [name, text] of Object.entries(records))
          dns.zones.set(`_dmarc.${name}`, { txt: text === '' ? [] : [text] });
        await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email: `ada@${domain}` } });
        const found = (await problems(body(''))).filter(({ where }) => where === 'sender');
        expect(codes(found), JSON.stringify(records)).to.deep.equal([code]);
      }
    } finally {
      for (const name of ['sender', 'news.sender']) dns.zones.delete(`_dmarc.${name}.example`);
    }
  });

  it('says that the DNS gave no answer about the policy of an unsigned domain', async () => {
    const { from_email } = (await rows(Sender).findOne({ _id: ground.sender_id }))!;
    await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email: 'ada@away.example' } });
    dns.zones.set('_dmarc.away.example', { fault: 'servfail' });
    try {
      const found = (await problems(body(''))).filter(({ where }) => /sender|_dmarc/.test(where ?? ''));
      expect(codes(found)).to.deep.equal(['sender_unsigned', 'dns_record']);
      expect(found[1]!.text).to.equal(
        '_dmarc.away.example could not be looked up. The DNS gave no answer (ESERVFAIL).',
      );
    } finally {
      await rows(Sender).updateOne({ _id: ground.sender_id }, { $set: { from_email } });
    }
  });

  it('names links that show another site, and images that do not exist', async () => {
    dns.zones.set('images.example', { a: ['127.0.0.1'] });
    web.on('/there.png', answering(200));
    web.on('/down.png', answering(503));
    const at = `http://images.example:${web.port}`;
    const images = [`${at}/there.png`, `${at}/gone.png`, `${at}/down.png`, 'http://unknown.example/x.png'];
    const html = [
      '<a href="https://((first_name)).shop.example/">www.bank.com</a>',
      ...images.map((src) => `<img alt="" src="${src}">`),
    ].join('');
    const found = await problems(body(html));
    const told = found.map(({ level, code, where, text }) => [level, code, where, text]);
    expect(told.filter(([, code]) => code === 'image_broken' || code === 'link_text_foreign')).to.deep.equal([
      [
        'error',
        'link_text_foreign',
        'https://((first_name)).shop.example/',
        'The link shows www.bank.com, and leads to x.shop.example. Readers and spam filters take this for fraud: show what it leads to.',
      ],
      [
        'error',
        'image_broken',
        `${at}/gone.png`,
        'It answers 404. Upload the image, or correct its address.',
      ],
      [
        'error',
        'image_broken',
        'http://unknown.example/x.png',
        'Its host does not exist. Upload the image, or correct its address.',
      ],
    ]);
  });

  it('names an image that was not chosen, in HTML and in a design, as an error', async () => {
    const missing = async (fields: Readonly<Record<string, unknown>>) =>
      (await problems(fields)).filter(({ code }) => code === 'image_missing').map(({ level }) => level);
    expect(await missing(body('<img alt="" src="">'))).to.deep.equal(['error']);
    const design = (src: string) => ({
      template_html: '',
      template_json: JSON.stringify({
        mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text><mj-image alt=""${src} /></mj-column></mj-section></mj-body></mjml>`,
      }),
    });
    // The address that an editor of designs gives an image of which none was chosen.
    const drawing =
      '&lt;svg xmlns=&quot;http://www.w3.org/2000/svg&quot; viewBox=&quot;0 0 24 24&quot;&gt;&lt;/svg&gt;';
    expect(await missing(design(` src="${drawing}"`))).to.deep.equal(['error']);
    expect(await missing(design(''))).to.deep.equal(['error']);
    expect(await missing(design(' src="https://a.invalid/x.png"'))).to.deep.equal([]);
  });

  it('names placeholders of other tools', async () => {
    const found = await problems(
      body('{{ user.plan }} *|PLAN|* %%plan%% [[plan]] <%= plan %> 100%% (a) [b]'),
    );
    expect(
      found.filter(({ code }) => code === 'placeholder_foreign').map(({ text }) => text.split(' in the ')[0]),
    ).to.have.members(['{{ user.plan }}', '*|PLAN|*', '%%plan%%', '[[plan]]', '<%= plan %>']);
  });

  it('names the links that do not answer', async () => {
    dns.zones.set('inside.example', { a: ['10.0.0.1'] });
    web.on('/get-only', (request, response) =>
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end(),
    );
    web.on('/login', answering(403));
    web.on('/broken', answering(500));
    web.on('/moved', answering(301, { Location: '/login' }));
    web.on('/inside', answering(302, { Location: 'http://169.254.169.254/' }));
    const links = [
      `${web.url}/get-only`,
      `${web.url}/login`,
      `${web.url}/moved`,
      `${web.url}/broken`,
      `${web.url}/gone`,
      `${web.url}/inside`,
      'http://inside.example/',
      'http://10.0.0.1/',
      'http://127.0.0.1:25/',
      'http://unknown.example/',
      'http://127.0.0.1:1025/',
      'javascript:alert(1)',
      `${api.config.publicUrl}/anything`,
    ];
    const found = await problems(body(links.map((link) => `<a href="${link}">x</a>`).join('')));
    expect(
      found.filter(({ code }) => code.startsWith('link')).map(({ code, where, text }) => [code, where, text]),
    ).to.deep.equal([
      ['link_invalid', 'javascript:alert(1)', 'Mail clients do not open javascript: links; use https://.'],
      ['link_broken', `${web.url}/broken`, 'It answers 500. Check the address.'],
      ['link_broken', `${web.url}/gone`, 'It answers 404. Check the address.'],
      [
        'link_private',
        `${web.url}/inside`,
        'It leads to an address that is not public, so recipients cannot open it.',
      ],
      [
        'link_private',
        'http://inside.example/',
        'It leads to an address that is not public, so recipients cannot open it.',
      ],
      [
        'link_private',
        'http://10.0.0.1/',
        'It leads to an address that is not public, so recipients cannot open it.',
      ],
      ['link_private', 'http://127.0.0.1:25/', 'It leads to a port that is not for the web.'],
      ['link_broken', 'http://unknown.example/', 'Its host does not exist. Check the address.'],
      ['link_silent', 'http://127.0.0.1:1025/', 'Its server could not be reached (ECONNREFUSED).'],
    ]);
  });

  it('asks 50 links of 9,990, and counts the others', async () => {
    const links = Array.from({ length: 9990 }, (_, n) => `<a href="${web.url}/${n}">x</a>`).join('');
    const found = await problems(body(links));
    expect(web.asked.filter(({ line }) => line.startsWith('HEAD'))).to.have.length(50);
    expect(found.find(({ code }) => code === 'links_unchecked')!.text).to.equal(
      '9940 links were not checked: a check covers at most 50 links and takes at most 5 seconds.',
    );
    // At most twenty of a kind, and how many more there are.
    expect(found.filter(({ code }) => code === 'link_broken')).to.have.length(21);
  });

  it('ends, although links stay silent', async () => {
    web.on('/silent', () => {});
    const silent = Array.from({ length: 30 }, (_, n) => `<a href="${web.url}/silent?${n}">x</a>`);
    for (let n = 0; n < 30; n += 1) web.on(`/silent?${n}`, () => {});
    const found = await problems(body(silent.join('')));
    expect(found.filter(({ code }) => code === 'link_silent')).to.have.length(10);
    expect(codes(found)).to.include('links_unchecked');
  }).timeout(30_000);

  it('checks a hostile design of 2 MiB within its time', async () => {
    const html = `<style>${'a{b:c(d(e(;'.repeat(180_000)}</style>`;
    const found = await problems({ template_html: html.slice(0, 2 ** 21 - 200) });
    for (const code of codes(found)) expect(CHECK_CODE_NAMES).to.include(code);
  }).timeout(30_000);

  it('says that it can not check elements that nest deep', async () => {
    const found = await problems(body('<div style="a:b">'.repeat(50_000)));
    expect(codes(found)).to.include('not_checked');
  }).timeout(60_000);

  it('makes a few checks of one account at a time, and refuses more', async () => {
    web.on('/slow', () => {});
    const utr = await createSend(body(`<a href="${web.url}/slow">x</a>`));
    const answers = await Promise.all(Array.from({ length: 8 }, () => check(utr)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).to.include(200);
    expect(statuses).to.include(429);
    expect(statuses.every((status) => status === 200 || status === 429)).to.equal(true);
  }).timeout(30_000);

  it('says that the spam filter gave no answer', async () => {
    const another = await api.another({ SPAM_CHECK_URL: web.url });
    const utr = await createSend(body(''));
    const { public_key: PublicKey, secret_key: SecretKey } = ground.client;
    const ask = async () =>
      (await another.request(`/api/single-send/check?utr=${utr}`, { headers: { PublicKey, SecretKey } })).body
        .message.problems;
    expect((await ask()).at(-1)).to.deep.equal({
      level: 'warning',
      code: 'not_checked',
      text: 'The spam filter gave no answer: it answered 404.',
      where: 'template',
    });
    expect(web.asked.map(({ line }) => line)).to.deep.equal(['POST /checkv2']);
    await another.stop();
  });

  it('warns about an audience of doubtful addresses, and before a first mail to many', async () => {
    const ofAudience = async () =>
      (await problems()).filter(({ where }) => where === 'audience').map(({ code, text }) => [code, text]);
    const good = Array.from({ length: 1100 }, (_, at) => `p${at}@shop${at % 7}.example`);
    await addContacts(ground, good.slice(0, 97));
    await addContacts(ground, ['ada@gmial.com', 'info@shop.example']);
    expect(await ofAudience()).to.deep.equal([
      [
        'audience_doubtful',
        '2 of the first 99 recipients have an address with a typing error, of a role such as info@, or of a provider of short-lived mailboxes: ' +
          'ada@gmial.com, info@shop.example. Correct or leave them out.',
      ],
    ]);
    await addContacts(ground, good.slice(97));
    const [[code, text] = [], ...others] = await ofAudience();
    expect([code, others]).to.deep.equal(['audience_unmailed', []]);
    expect(text).to.match(/^About 1102 of the first 1102 recipients got none of your last 20 campaigns\./);
    await mailBefore(ground.client.user_id, good);
    expect(await ofAudience()).to.deep.equal([]);
  });

  /** Rows of an earlier campaign. */
  async function mailBefore(userId: number, addresses: readonly string[]): Promise<void> {
    const single_send_id = await nextId('single_sends');
    const mailing = {
      _id: mailingOfSend(single_send_id),
      user_id: userId,
      single_send_id,
    } as MailingDocument;
    const first = await nextIds('deliveries', addresses.length);
    await rows(Mailing).insertOne(mailing);
    await rows(Delivery).insertMany(
      addresses.map((email, at) =>
        newDelivery(first + at, mailing, 1, {
          email,
          email_norm: email,
          contact_id: null,
          segment_recipient_id: null,
        }),
      ),
    );
  }
});
