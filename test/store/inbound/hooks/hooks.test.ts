import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { returnPathOf } from '../../../../common/domain/token-addresses.ts';
import { FetchFailure } from '../../../../inbound/hooks/fetch-text.ts';
import { rsaPairs } from '../../../support/rsa-keys.ts';
import { until } from '../../../support/until.ts';
import { type Inbound, startInbound } from '../support/inbound.ts';
import {
  certificate,
  certificateUrl,
  foreignEc,
  idOf,
  mailgunBody,
  mailgunKey,
  newToken,
  post,
  resendHeaders,
  resendSecret,
  seconds,
  sendgridHeaders,
  sendgridKey,
  snsBody,
  topic,
} from './support.ts';

const HOURS = 3_600_000;
const LOGIN = 'postmark:a long password of 32 characters';
const basic = (login: string) => ({ Authorization: `Basic ${Buffer.from(login).toString('base64')}` });

describe('the hook', () => {
  let inbound: Inbound;
  let base: string;
  /** Addresses that were fetched from Amazon SNS, and what they answer. */
  const fetched: string[] = [];
  let answer: (url: string) => Promise<string>;

  before(async () => {
    inbound = await startInbound(
      'inbound-hooks',
      {
        HOOK_SES_TOPICS: topic,
        HOOK_SENDGRID_KEY: sendgridKey,
        HOOK_MAILGUN_KEY: mailgunKey,
        HOOK_POSTMARK_LOGIN: LOGIN,
        HOOK_RESEND_SECRET: resendSecret,
      },
      {
        fetchText: (url) => {
          fetched.push(url);
          return answer(url);
        },
      },
    );
    base = `http://127.0.0.1:${inbound.hooksPort}/hooks`;
  });
  after(() => inbound?.stop());
  beforeEach(() => {
    inbound.events.length = 0;
    inbound.outcome = async () => 'applied';
    fetched.length = 0;
    answer = async () => certificate;
  });
  /** The events as kind, delivery, recipient and class. */
  const heard = () =>
    inbound.events.map((event) => [event.kind, event.delivery, event.recipient, event.class].join(' '));

  describe('of SendGrid', () => {
    const events = [
      {
        event: 'bounce',
        type: 'bounce',
        email: 'a@x.example',
        'smtp-id': `<${idOf(1)}>`,
        reason: '550 5.1.1 no such user',
        status: '5.1.1',
      },
      {
        event: 'bounce',
        type: 'blocked',
        email: 'b@x.example',
        'smtp-id': `<${idOf(2)}>`,
        reason: 'something odd',
      },
      { event: 'dropped', email: 'c@x.example', 'smtp-id': `<${idOf(3)}>`, reason: 'Bounced Address' },
      { event: 'dropped', email: 'd@x.example', 'smtp-id': `<${idOf(4)}>`, reason: 'Unsubscribed Address' },
      { event: 'deferred', email: 'e@x.example', 'smtp-id': `<${idOf(5)}>`, response: '400 try again later' },
      { event: 'spamreport', email: 'f@x.example', 'smtp-id': `<${idOf(6)}>` },
      { event: 'group_unsubscribe', email: 'g@x.example', 'smtp-id': `<${idOf(7)}>` },
      { event: 'open', email: 'h@x.example', 'smtp-id': `<${idOf(8)}>` },
      { event: 'bounce', email: 'i@x.example', 'smtp-id': '<foreign@ismtpd-555>', reason: '550' },
    ];
    const body = JSON.stringify(events);

    it('writes its events', async () => {
      const { status, body: said } = await post(`${base}/sendgrid`, body, sendgridHeaders(body));
      expect([status, said]).to.deep.equal([200, { status: 'success', message: 'Stored' }]);
      expect(heard().sort()).to.deep.equal([
        'bounced 1 a@x.example gone',
        'bounced 2 b@x.example unknown',
        'bounced 3 c@x.example gone',
        'bounced 4 d@x.example unknown',
        'complained 6 f@x.example policy',
        'deferred 5 e@x.example later',
        'unsubscribed 7 g@x.example unknown',
      ]);
    });

    it('refuses a wrong key, an altered body, an old timestamp, or none', async () => {
      const right = sendgridHeaders(body);
      const cases = [
        [body, sendgridHeaders(body, seconds(), foreignEc.privateKey)],
        [body.replace('a@x', 'z@x'), right],
        [body, sendgridHeaders(body, seconds(26 * HOURS))],
        [body, { ...right, 'X-Twilio-Email-Event-Webhook-Timestamp': seconds(-1000) }],
        [body, {}],
      ] as const;
      for (const [text, headers] of cases) {
        const refusal = await post(`${base}/sendgrid`, text, headers);
        expect([refusal.status, refusal.body.status]).to.deep.equal([401, 'failed']);
      }
      expect(inbound.events).to.deep.equal([]);
    });

    it('answers 400 to a body of no known form', async () => {
      for (const text of ['', 'null', '{}', '[[', `[${'1,'.repeat(5000)}1]`])
        expect(
          (await post(`${base}/sendgrid`, text, sendgridHeaders(text))).status,
          text.slice(0, 9),
        ).to.equal(400);
      const odd = '[null, 1, "x", [], {"event": "bounce", "smtp-id": {}, "email": []}]';
      expect((await post(`${base}/sendgrid`, odd, sendgridHeaders(odd))).status).to.equal(200);
      expect(inbound.events).to.deep.equal([]);
    });
  });

  describe('of Mailgun', () => {
    const failed = (delivery: number, fields = {}) => ({
      event: 'failed',
      severity: 'permanent',
      recipient: 'a@x.example',
      reason: 'generic',
      'delivery-status': {
        code: 550,
        message: '5.1.1 The email account does not exist',
        'enhanced-code': '5.1.1',
      },
      message: { headers: { 'message-id': idOf(delivery) } },
      ...fields,
    });

    it('writes its events', async () => {
      const sender = returnPathOf({ account: 42, id: 14 }, 2, inbound.key, 'bounces.example');
      for (const event of [
        failed(11),
        failed(12, { severity: 'temporary', 'delivery-status': { code: 421, message: 'busy' } }),
        failed(13, { reason: 'suppress-unsubscribe', 'delivery-status': {} }),
        { event: 'complained', recipient: 'b@x.example', message: { headers: {} }, envelope: { sender } },
        { event: 'unsubscribed', recipient: 'c@x.example', message: { headers: { 'message-id': idOf(15) } } },
        { event: 'delivered', recipient: 'c@x.example', message: { headers: { 'message-id': idOf(16) } } },
      ])
        expect((await post(`${base}/mailgun`, mailgunBody(event))).status).to.equal(200);
      expect(heard()).to.deep.equal([
        'bounced 11 a@x.example gone',
        'deferred 12 a@x.example slow',
        'bounced 13 a@x.example unknown',
        'complained 14 b@x.example policy',
        'unsubscribed 15 c@x.example unknown',
      ]);
      expect(inbound.events[3]).to.deep.include({ attempt: 2 });
    });

    it('refuses a wrong key, an old timestamp, or no signature', async () => {
      for (const text of [
        mailgunBody(failed(1), seconds(), newToken(), 'another key of mailgun'),
        mailgunBody(failed(1), seconds(13 * HOURS)),
        mailgunBody(failed(1), seconds(-1 * HOURS)),
        JSON.stringify({ 'event-data': failed(1) }),
      ])
        expect((await post(`${base}/mailgun`, text)).status).to.equal(401);
      expect(inbound.events).to.deep.equal([]);
    });

    it('takes the same event again, and no other event with the same token', async () => {
      const [timestamp, token] = [seconds(), newToken()];
      const body = mailgunBody(failed(1), timestamp, token);
      inbound.outcome = () =>
        Promise.reject(new mongoose.mongo.MongoServerSelectionError('away', {} as never));
      expect((await post(`${base}/mailgun`, body)).status).to.equal(503);
      inbound.outcome = async () => 'applied';
      expect((await post(`${base}/mailgun`, body)).status).to.equal(200);
      expect((await post(`${base}/mailgun`, mailgunBody(failed(2), timestamp, token))).status).to.equal(401);
      expect(heard()).to.deep.equal(['bounced 1 a@x.example gone']);
    });
  });

  describe('of Postmark', () => {
    const event = (fields: object) =>
      JSON.stringify({ RecordType: 'Bounce', Email: 'a@x.example', Metadata: { mail: idOf(21) }, ...fields });

    it('writes its events', async () => {
      for (const body of [
        event({ Type: 'HardBounce', Description: 'The server was unable to deliver your message.' }),
        event({ Type: 'SoftBounce', Details: 'smtp;550 5.7.1 blocked' }),
        event({ Type: 'Transient' }),
        event({ Type: 'AutoResponder' }),
        event({ RecordType: 'SpamComplaint' }),
        event({
          RecordType: 'SubscriptionChange',
          Email: undefined,
          Recipient: 'b@x.example',
          SuppressSending: true,
          Origin: 'Recipient',
          SuppressionReason: 'ManualSuppression',
        }),
        event({
          RecordType: 'SubscriptionChange',
          SuppressSending: true,
          Origin: 'Customer',
          SuppressionReason: 'ManualSuppression',
        }),
        event({ RecordType: 'Delivery' }),
        event({ Type: 'HardBounce', Metadata: {} }),
      ])
        expect((await post(`${base}/postmark`, body, basic(LOGIN))).status).to.equal(200);
      expect(heard()).to.deep.equal([
        'bounced 21 a@x.example gone',
        'bounced 21 a@x.example policy',
        'deferred 21 a@x.example later',
        'complained 21 a@x.example policy',
        'unsubscribed 21 b@x.example unknown',
      ]);
    });

    it('refuses a request without its login', async () => {
      for (const headers of [{}, basic('postmark:wrong'), basic(`${LOGIN}x`), { Authorization: LOGIN }])
        expect((await post(`${base}/postmark`, event({ Type: 'HardBounce' }), headers)).status).to.equal(401);
      expect(inbound.events).to.deep.equal([]);
    });
  });

  describe('of Resend', () => {
    const event = (type: string, data: object) =>
      JSON.stringify({
        type,
        data: {
          email_id: 'x',
          to: ['a@x.example'],
          headers: [{ name: 'X-Mail-Reference', value: idOf(31) }],
          ...data,
        },
      });
    const bounced = event('email.bounced', {
      bounce: { type: 'Permanent', subType: 'Suppressed', message: 'on a list' },
    });

    it('writes its events', async () => {
      for (const body of [
        bounced,
        event('email.bounced', { bounce: { type: 'Transient', subType: 'General', message: 'away' } }),
        event('email.delivery_delayed', {}),
        event('email.complained', { headers: [{ name: 'message-id', value: `<${idOf(32)}>` }] }),
        event('email.opened', {}),
      ])
        expect((await post(`${base}/resend`, body, resendHeaders(body))).status).to.equal(200);
      expect(heard()).to.deep.equal([
        'bounced 31 a@x.example gone',
        'deferred 31 a@x.example later',
        'complained 32 a@x.example policy',
      ]);
    });

    it('refuses a wrong key, an altered body, an old timestamp, or none', async () => {
      const other = `whsec_${Buffer.from('another secret of resend, 32 long').toString('base64')}`;
      const cases = [
        [bounced, resendHeaders(bounced, seconds(), other)],
        [bounced.replace('a@x', 'z@x'), resendHeaders(bounced)],
        [bounced, resendHeaders(bounced, seconds(6 * 60_000))],
        [bounced, resendHeaders(bounced, seconds(-6 * 60_000))],
        [bounced, { ...resendHeaders(bounced), 'svix-id': 'msg_2' }],
        [bounced, {}],
      ] as const;
      for (const [text, headers] of cases)
        expect((await post(`${base}/resend`, text, headers)).status).to.equal(401);
      expect(inbound.events).to.deep.equal([]);
    });
  });

  describe('of Amazon SES', () => {
    const bounce = (fields: object, mail: object = {}) =>
      JSON.stringify({
        notificationType: 'Bounce',
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'General',
          bouncedRecipients: [
            {
              emailAddress: 'a@x.example',
              action: 'failed',
              status: '5.1.1',
              diagnosticCode: 'smtp; 550 5.1.1 no user',
            },
          ],
          ...fields,
        },
        mail: { source: returnPathOf({ account: 42, id: 41 }, 1, inbound.key, 'bounces.example'), ...mail },
      });
    const ses = (body: string) => post(`${base}/ses`, body, { 'Content-Type': 'text/plain; charset=UTF-8' });

    it('writes its events, signed in either version', async () => {
      const headers = [{ name: 'Message-ID', value: `<${idOf(42)}>` }];
      const quiet = [{ emailAddress: 'c@x.example' }];
      for (const Message of [
        bounce({}),
        bounce(
          { bounceType: 'Transient', bounceSubType: 'MailboxFull', bouncedRecipients: quiet },
          { source: 'ada@sender.example', headers },
        ),
        bounce({ bounceType: 'Transient', bouncedRecipients: quiet }),
        JSON.stringify({
          eventType: 'Complaint',
          complaint: { complainedRecipients: [{ emailAddress: 'b@x.example' }] },
          mail: { commonHeaders: { messageId: `<${idOf(43)}>` } },
        }),
        JSON.stringify({
          notificationType: 'Complaint',
          complaint: {
            complaintFeedbackType: 'not-spam',
            complainedRecipients: [{ emailAddress: 'b@x.example' }],
          },
          mail: { commonHeaders: { messageId: `<${idOf(43)}>` } },
        }),
        JSON.stringify({
          eventType: 'DeliveryDelay',
          deliveryDelay: {
            delayedRecipients: [
              { emailAddress: 'd@x.example', status: '4.4.1', diagnosticCode: 'smtp; 421 busy' },
            ],
          },
          mail: { headers },
        }),
        // A mail that went out by the API: SES wrote its Message-ID, and brings back the token of ours.
        JSON.stringify({
          eventType: 'Complaint',
          complaint: { complainedRecipients: [{ emailAddress: 'e@x.example' }] },
          mail: {
            source: 'ada@sender.example',
            commonHeaders: { messageId: '<0102-000000@eu-west-1.amazonses.com>' },
            tags: { mail: [idOf(44).split('@')[0]], 'ses:from-domain': ['sender.example'] },
          },
        }),
        'Successfully validated SNS topic for Amazon SES event publishing.',
      ])
        for (const SignatureVersion of ['1', '2'])
          expect((await ses(snsBody({ Message, SignatureVersion, Subject: 'Amazon SES' }))).status).to.equal(
            200,
          );
      const each = [
        'bounced 41 a@x.example gone',
        'bounced 42 c@x.example full',
        'complained 43 b@x.example policy',
        'deferred 42 d@x.example later',
        'complained 44 e@x.example policy',
      ];
      expect(heard()).to.deep.equal(each.flatMap((one) => [one, one]));
      expect(new Set(fetched)).to.deep.equal(new Set([certificateUrl]));
    });

    it('refuses a foreign topic before it fetches anything', async () => {
      for (const TopicArn of [
        topic.replace('bounces', 'others'),
        topic.replace('eu-west-1', 'us-east-1'),
        '',
      ])
        expect((await ses(snsBody({ TopicArn, Message: bounce({}) }))).status).to.equal(401);
      expect([fetched, inbound.events]).to.deep.equal([[], []]);
    });

    it('refuses a certificate from elsewhere, and does not fetch it', async () => {
      const path = new URL(certificateUrl).pathname;
      for (const SigningCertURL of [
        `https://sns.us-east-1.amazonaws.com${path}`,
        `https://sns.eu-west-1.amazonaws.com.evil.example${path}`,
        `https://evil.example/sns.eu-west-1.amazonaws.com${path}`,
        `http://sns.eu-west-1.amazonaws.com${path}`,
        `https://sns.eu-west-1.amazonaws.com:8443${path}`,
        `https://sns.eu-west-1.amazonaws.com@evil.example${path}`,
        `https://user:x@sns.eu-west-1.amazonaws.com${path}`,
        'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
        `${certificateUrl}?x=1`,
        `https://sns.eu-west-1.amazonaws.com.cn${path}`,
        '',
      ])
        expect((await ses(snsBody({ SigningCertURL, Message: bounce({}) }))).status, SigningCertURL).to.equal(
          401,
        );
      expect([fetched, inbound.events]).to.deep.equal([[], []]);
    });

    it('refuses a wrong key, an altered message, an old one, or none of the signatures', async () => {
      const other = rsaPairs[0]!.privateKey.export({ format: 'pem', type: 'pkcs8' });
      for (const body of [
        snsBody({ Message: bounce({}) }, String(other)),
        snsBody({ Message: bounce({}) }).replace('a@x', 'z@x'),
        snsBody({ Message: bounce({}), Timestamp: new Date(Date.now() - 25 * HOURS).toISOString() }),
        snsBody({ Message: bounce({}), Timestamp: 'yesterday' }),
        snsBody({ Message: bounce({}), SignatureVersion: '3' }),
        JSON.stringify({ ...JSON.parse(snsBody({ Message: bounce({}) })), Signature: undefined }),
      ])
        expect((await ses(body)).status).to.equal(401);
      // Raw delivery has no signature.
      expect((await ses(bounce({}))).status).to.equal(400);
      expect(inbound.events).to.deep.equal([]);
    });

    it('confirms itself at the address of its own topic alone, and only when it is signed', async () => {
      const confirm = (arn = topic) =>
        `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${arn}&Token=2336412f37`;
      const confirmation = {
        Type: 'SubscriptionConfirmation',
        Token: '2336412f37',
        Message: 'You have chosen …',
      };
      expect((await ses(snsBody({ ...confirmation, SubscribeURL: confirm() }))).status).to.equal(200);
      expect(fetched.at(-1)).to.equal(confirm());
      fetched.length = 0;
      for (const body of [
        snsBody({ ...confirmation, SubscribeURL: confirm(`${topic}x`) }),
        snsBody({
          ...confirmation,
          SubscribeURL: confirm().replace('sns.eu-west-1.amazonaws.com', 'evil.example'),
        }),
        snsBody({ ...confirmation, SubscribeURL: confirm().replace('ConfirmSubscription', 'DeleteTopic') }),
        snsBody({ ...confirmation, SubscribeURL: `${confirm()}&Action=DeleteTopic` }),
        snsBody({ ...confirmation, TopicArn: `${topic}x`, SubscribeURL: confirm(`${topic}x`) }),
        snsBody({ ...confirmation, SubscribeURL: confirm() }).replace('2336412f37', '2336412f38'),
      ])
        expect((await ses(body)).status).to.equal(401);
      expect(fetched.filter((url) => url !== certificateUrl)).to.deep.equal([]);
    });

    it('answers 503 while its certificate or the confirmation can not be had', async () => {
      const url = certificateUrl.replace('9c6465', 'aaaaaa');
      answer = () => Promise.reject(new FetchFailure('it answers 302'));
      expect((await ses(snsBody({ SigningCertURL: url, Message: bounce({}) }))).status).to.equal(503);
      answer = async () => 'no certificate';
      expect((await ses(snsBody({ SigningCertURL: url, Message: bounce({}) }))).status).to.equal(503);
      answer = async () => certificate;
      expect((await ses(snsBody({ SigningCertURL: url, Message: bounce({}) }))).status).to.equal(200);
    });
  });

  describe('of each provider that gives ids', () => {
    it('finds a mail by the id that the provider gave to it', async () => {
      for (const [at, id] of ['of SendGrid', 'of Postmark', 'of Resend', 'of SES'].entries())
        inbound.known.set(id, { account: 42, id: 51 + at });
      const sendgrid = JSON.stringify([
        {
          event: 'bounce',
          email: 'a@x.example',
          sg_message_id: 'of SendGrid.filterdrecv-1.2',
          reason: '550',
        },
      ]);
      const postmark = JSON.stringify({
        RecordType: 'Bounce',
        Type: 'HardBounce',
        Email: 'a@x.example',
        MessageID: 'of Postmark',
      });
      const resend = JSON.stringify({
        type: 'email.complained',
        data: { email_id: 'of Resend', to: ['a@x.example'] },
      });
      const ses = JSON.stringify({
        notificationType: 'Complaint',
        complaint: { complainedRecipients: [{ emailAddress: 'a@x.example' }] },
        mail: { messageId: 'of SES', source: 'ada@sender.example' },
      });
      const answers = [
        await post(`${base}/sendgrid`, sendgrid, sendgridHeaders(sendgrid)),
        await post(`${base}/postmark`, postmark, basic(LOGIN)),
        await post(`${base}/resend`, resend, resendHeaders(resend)),
        await post(`${base}/ses`, snsBody({ Type: 'Notification', Message: ses })),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      expect(inbound.events.map(({ delivery }) => delivery)).to.deep.equal([51, 52, 53, 54]);
      inbound.known.clear();
    });
  });

  describe('at any path', () => {
    it('answers 503 while MongoDB is away, and 500 for a fault of ours', async () => {
      const body = JSON.stringify([{ event: 'bounce', email: 'a@x.example', 'smtp-id': idOf(1) }]);
      inbound.outcome = () =>
        Promise.reject(new mongoose.mongo.MongoServerSelectionError('away', {} as never));
      const away = await post(`${base}/sendgrid`, body, sendgridHeaders(body));
      expect([away.status, away.headers.get('retry-after')]).to.deep.equal([503, '5']);
      inbound.outcome = () => Promise.reject(new Error('a bug'));
      expect((await post(`${base}/sendgrid`, body, sendgridHeaders(body))).status).to.equal(500);
    });

    it('answers other paths and methods in JSON', async () => {
      expect((await post(`${base}/other`, '{}')).status).to.equal(404);
      expect((await post(base.replace('/hooks', '/'), '{}')).status).to.equal(404);
      const get = await fetch(`${base}/ses`);
      expect([get.status, get.headers.get('allow'), (await get.json()).status]).to.deep.equal([
        405,
        'POST',
        'failed',
      ]);
    });

    it('refuses a body of more than 1 MB, also when its length is not announced', async () => {
      const large = Buffer.alloc(2 ** 20 + 1, 'x');
      expect((await post(`${base}/sendgrid`, large, sendgridHeaders('x'))).status).to.equal(413);
      let closed: Promise<unknown> | undefined;
      const status = await new Promise((resolve, reject) => {
        const asked = httpRequest(`${base}/sendgrid`, { method: 'POST' }, ({ statusCode }) =>
          resolve(statusCode),
        );
        asked.on('error', reject);
        closed = once(asked, 'close');
        asked.write(large);
        asked.end();
      });
      expect(status).to.equal(413);
      // The process serves others once the connection is cut.
      await closed;
      expect((await fetch(`${base}/ses`)).status).to.equal(405);
    });
  });
});

describe('the rate of a hook', () => {
  it('refuses further requests of an address, by the header of a trusted proxy', async () => {
    const inbound = await startInbound('inbound-hooks-rate', {
      HOOK_POSTMARK_LOGIN: LOGIN,
      RATE_HOOKS: '3',
      TRUST_PROXY: 'true',
    });
    try {
      const url = `http://127.0.0.1:${inbound.hooksPort}/hooks/postmark`;
      const from = (address: string) =>
        post(url, '{}', { ...basic(LOGIN), 'X-Forwarded-For': `1.2.3.4, ${address}` });
      const statuses: number[] = [];
      // Until Redis is connected the process counts for itself, so there may be twice as many.
      while (statuses.at(-1) !== 429 && statuses.length < 7)
        statuses.push((await from('203.0.113.1')).status);
      expect(statuses.pop()).to.equal(429);
      expect(statuses)
        .to.have.length.within(3, 6)
        .and.to.satisfy((all: number[]) => all.every((one) => one === 200));
      expect((await from('203.0.113.2')).status).to.equal(200);
      expect((await post(url.replace('postmark', 'ses'), '{}')).status).to.equal(404);
    } finally {
      await inbound.stop();
    }
  });
});

describe('the connections of a hook', () => {
  it('are ten for a network, so that unfinished requests refuse no other network', async () => {
    const inbound = await startInbound('inbound-hooks-connections', { HOOK_POSTMARK_LOGIN: LOGIN });
    const port = inbound.hooksPort!;
    const unfinished = Array.from({ length: 12 }, () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.write('POST /hooks/postmark HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{');
      return socket;
    });
    try {
      await until(() => unfinished.filter((socket) => socket.closed).length === 2, 'two refused connections');
      const status = await new Promise((resolve, reject) => {
        const request = httpRequest(
          { port, localAddress: '127.0.0.2', method: 'POST', path: '/hooks/postmark', headers: basic(LOGIN) },
          (response) => resolve(response.resume().statusCode),
        );
        request.on('error', reject).end('{}');
      });
      expect(status).to.equal(200);
      expect(unfinished.filter((socket) => socket.closed)).to.have.length(2);
    } finally {
      for (const socket of unfinished) socket.destroy();
      await inbound.stop();
    }
  });
});
