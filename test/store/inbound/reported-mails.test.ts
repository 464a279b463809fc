import { expect } from 'chai';
import { countReplies } from '../../../common/changes/reply-counts.ts';
import { Suppression } from '../../../common/models/suppressions.ts';
import { eventsMetric } from '../../../inbound/metrics.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { type SentMail, writeSentMail } from '../../support/ledger.ts';
import { rows } from '../../support/rows.ts';
import {
  certificate,
  mailgunBody,
  mailgunKey,
  post,
  resendHeaders,
  resendSecret,
  sendgridHeaders,
  sendgridKey,
  snsBody,
  topic,
} from './hooks/support.ts';
import type { Inbound } from './support/inbound.ts';
import {
  oldTokensOf,
  readFromMailbox,
  reportAbout,
  startRealInbound,
  type Tokens,
  tokensOf,
} from './support/real-inbound.ts';
import { handOver } from './support/smtp-dialogue.ts';

const FOREIGN_SECRET = 'the secret of another service, 32 long!!';
const LOGIN = 'hook:a random password of postmark';

/** A report about a mail with these tokens. */
type Form = (tokens: Tokens, recipient: string) => string;

const form =
  (
    name: string,
    change: (mail: string, tokens: Tokens, recipient: string) => string = (mail) => mail,
  ): Form =>
  (tokens, recipient) =>
    change(reportAbout(name, tokens, recipient), tokens, recipient);

const without = (mail: string, ...fields: RegExp[]): string =>
  fields.reduce((rest, field) => rest.replace(field, ''), mail);
const MESSAGE_ID = /^Message-ID: <(?!report-).*\r\n/gim;
const ORIGINAL = /^Original-Rcpt-To: .*\r\n/im;
const MICROSOFT = /^X-HmXmrOriginalRecipient: .*\r\n/im;
const FINAL = /^Final-Recipient: .*$/im;

const COMPLAINTS: Readonly<Record<string, Form>> = {
  'ARF with the plain address': form('arf-redacted-recipient', (mail, _, to) =>
    mail.replace(ORIGINAL, `Original-Rcpt-To: ${to}\r\n`),
  ),
  'ARF without an address': form('arf-redacted-recipient', (mail, _, to) =>
    without(mail, ORIGINAL).replaceAll(`To: ${to}`, 'To: undisclosed-recipients:;'),
  ),
  'ARF with a redacted address': form('arf-redacted-recipient'),
  'ARF with a hash as local part': form('arf-redacted-recipient', (mail) =>
    mail.replace('redacted@example.org', '9c56cc51b374c3ba189210d5b6d4bf57@example.org'),
  ),
  'ARF with an address of another domain': form('arf-redacted-recipient', (mail) =>
    mail.replace('redacted@example.org', 'someone@elsewhere.example'),
  ),
  'ARF with a redacted To of the returned mail': form('arf-redacted-recipient', (mail, _, to) =>
    without(mail, ORIGINAL).replaceAll(`To: ${to}`, 'To: redacted@example.org'),
  ),
  'ARF with several addresses': form('arf-redacted-recipient', (mail) =>
    mail.replace(
      ORIGINAL,
      'Original-Rcpt-To: a@elsewhere.example\r\nRemoval-Recipient: b@elsewhere.example\r\n',
    ),
  ),
  'ARF with the Message-ID alone': form('arf-redacted-everywhere'),
  'ARF with the link of List-Unsubscribe alone': form('arf-redacted-everywhere', (mail, { unsubscribe }) =>
    mail.replace(MESSAGE_ID, `List-Unsubscribe: <https://mail.example/unsubscribe/${unsubscribe.token}>\r\n`),
  ),
  'ARF with the address of List-Unsubscribe alone': form('arf-redacted-everywhere', (mail, { unsubscribe }) =>
    mail.replace(
      MESSAGE_ID,
      `List-Unsubscribe:\r\n <https://redacted.example/x>,\r\n <mailto:${unsubscribe.address}?subject=unsubscribe>\r\n`,
    ),
  ),
  'JMRP of Microsoft': form('jmrp-report'),
  'JMRP of Microsoft with a redacted address': form('jmrp-report', (mail, _, to) =>
    mail.replaceAll(to, 'redacted@example.org'),
  ),
};

const BOUNCES: Readonly<Record<string, readonly [Form, 'active' | 'suspected']>> = {
  'DSN of the address that we mailed': [
    form('dsn-forwarded', (mail, _, to) => mail.replace(FINAL, `Final-Recipient: rfc822; ${to}`)),
    'active',
  ],
  'DSN with an Original-Recipient': [
    form('dsn-forwarded', (mail, _, to) =>
      mail.replace(/^Action:/m, `Original-Recipient: rfc822; ${to}\r\nAction:`),
    ),
    'active',
  ],
  'DSN with an Original-Recipient whose type stands twice': [
    form('dsn-forwarded', (mail, _, to) =>
      mail.replace(/^Action:/m, `Original-Recipient: rfc822; rfc822;${to}\r\nAction:`),
    ),
    'active',
  ],
  'DSN with an Original-Recipient of another address': [
    form('dsn-forwarded', (mail, _, to) =>
      mail.replace(
        FINAL,
        `Original-Recipient: rfc822; list@elsewhere.example\r\nFinal-Recipient: rfc822; ${to}`,
      ),
    ),
    'active',
  ],
  'DSN of two recipients, of which the second is ours': [
    form('dsn-forwarded', (mail, _, to) =>
      mail.replace(
        '550 5.1.1 <private.box@example.net>: user unknown\r\n',
        `552 5.2.2 over quota\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 user unknown\r\n`,
      ),
    ),
    'active',
  ],
  'DSN of a forwarded mail': [form('dsn-forwarded'), 'suspected'],
  'DSN of a host inside': [
    form('dsn-forwarded', (mail, _, to) =>
      mail.replace(FINAL, `Final-Recipient: rfc822; ${to.replace('@', '@mail.internal.')}`),
    ),
    'suspected',
  ],
  'DSN with a redacted recipient': [
    form('dsn-forwarded', (mail) => mail.replaceAll('private.box@example.net', 'redacted@example.net')),
    'suspected',
  ],
  'DSN of Postfix with "expanded from"': [
    form('dsn-forwarded', (mail, _, to) =>
      mail.replace(
        'The message could not be handed on to the address to which it is forwarded.',
        `<private.box@example.net> (expanded from <${to}>): host mx.example.net said: 550\r\n    5.1.1 <private.box@example.net>: user unknown (in reply to RCPT TO command)`,
      ),
    ),
    'active',
  ],
  'plain bounce of Exim with "generated from"': [form('dsn-generated-from'), 'active'],
  'plain bounce of Exim with "ultimately generated from"': [
    form('dsn-generated-from', (mail) => mail.replace('(generated', '(ultimately generated')),
    'active',
  ],
  'plain bounce of Exim without it': [
    form('dsn-generated-from', (mail, _, to) => mail.replace(`    (generated from ${to})\r\n`, '')),
    'suspected',
  ],
};

/** Mails that report nothing of ours. `result`: as what they are counted. */
const NONE: Readonly<Record<string, readonly [Form, 'foreign' | 'unread' | null]>> = {
  'our mail, forwarded by a person': [form('jmrp-report', (mail) => without(mail, MICROSOFT)), 'unread'],
  'our mail with that header as one of two': [
    form('jmrp-report', (mail) =>
      mail.replace(
        '--part-c--',
        '--part-c\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nx\r\n--part-c--',
      ),
    ),
    'unread',
  ],
  'a mail of a person': [
    () => 'From: Ann <ann@example.org>\r\nTo: news@example.com\r\nSubject: Hello\r\n\r\nHow are you?\r\n',
    'unread',
  ],
  'a report that it was no spam': [
    form('arf-redacted-recipient', (mail) => mail.replace('Feedback-Type: abuse', 'Feedback-Type: not-spam')),
    null,
  ],
};

/** Reports whose tokens are forged or of another service. */
const FORGED: Readonly<Record<string, Form>> = {
  ...COMPLAINTS,
  ...Object.fromEntries(Object.entries(BOUNCES).map(([name, [one]]) => [name, one])),
};

/** Ways in which a mail comes: to its return path, or into the mailbox. */
const WAYS: Readonly<
  Record<'smtp' | 'imap', (inbound: Inbound, raw: string, tokens: Tokens) => Promise<unknown>>
> = {
  smtp: async (inbound, raw, { returnPath }) =>
    expect(await handOver(inbound.smtpPort!, '', returnPath, raw)).to.match(/^250 /),
  imap: readFromMailbox,
};

/** Addresses as which providers may name a recipient. */
const NAMED: Readonly<Record<string, (recipient: string) => string | undefined>> = {
  'the plain address': (to) => to,
  'a redacted address': () => 'redacted@example.org',
  'a hash': () => '9c56cc51b374c3ba189210d5b6d4bf57@example.org',
  'the address behind a forwarder': () => 'private.box@example.net',
  'no address': () => undefined,
};

/** Any address of a recipient, to tell which of {@link NAMED} differ from it. */
const RECIPIENT = 'reader@example.com';

type Kind = 'bounced' | 'complained' | 'unsubscribed';
/** The events of providers: the path, the body, and its headers. Null: the provider tells no such thing. */
type Hook = (kind: Kind, tokens: Tokens, to: string | undefined) => { body: string; headers?: object } | null;
const REPLY = '550 5.1.1 user unknown';

const HOOKS: Readonly<Record<string, Hook>> = {
  sendgrid(kind, { messageId }, email) {
    const event = { bounced: 'bounce', complained: 'spamreport', unsubscribed: 'unsubscribe' }[kind];
    const body = JSON.stringify([{ event, email, reason: REPLY, 'smtp-id': `<${messageId}>` }]);
    return { body, headers: sendgridHeaders(body) };
  },
  mailgun(kind, { messageId }, recipient) {
    const event = kind === 'bounced' ? 'failed' : kind;
    const message = { headers: { 'message-id': messageId } };
    const status = { code: 550, message: REPLY };
    return {
      body: mailgunBody({ event, severity: 'permanent', recipient, message, 'delivery-status': status }),
    };
  },
  postmark(kind, { messageId }, Email) {
    const Type = { bounced: 'HardBounce', complained: 'SpamComplaint', unsubscribed: 'Unsubscribe' }[kind];
    const body = JSON.stringify({
      RecordType: 'Bounce',
      Type,
      Email,
      Details: REPLY,
      Metadata: { mail: messageId },
    });
    return { body, headers: { Authorization: `Basic ${Buffer.from(LOGIN).toString('base64')}` } };
  },
  resend(kind, { messageId }, to) {
    if (kind === 'unsubscribed') return null;
    const bounce = { message: REPLY, type: 'Permanent', subType: 'General' };
    const data = {
      to: to === undefined ? [] : [to],
      bounce,
      headers: [{ name: 'Message-ID', value: messageId }],
    };
    const body = JSON.stringify({ type: `email.${kind}`, data });
    return { body, headers: resendHeaders(body) };
  },
  ses(kind, { returnPath }, emailAddress) {
    if (kind === 'unsubscribed') return null;
    const mail = { source: returnPath };
    const list =
      emailAddress === undefined
        ? []
        : [{ emailAddress, action: 'failed', diagnosticCode: `smtp; ${REPLY}` }];
    const message =
      kind === 'bounced'
        ? { notificationType: 'Bounce', mail, bounce: { bounceType: 'Permanent', bouncedRecipients: list } }
        : { notificationType: 'Complaint', mail, complaint: { complainedRecipients: list } };
    return { body: snsBody({ Message: JSON.stringify(message) }) };
  },
};

describe('a report that a token of ours identifies', () => {
  let api: Api;
  let client: Client;
  let inbound: Inbound;
  let mail: SentMail;
  let tokens: Tokens;

  before(async () => {
    api = await startApi('reported-mails');
    client = await api.account();
    await countReplies(client.user_id, { replies: 1000, gone: 0, domains: new Map() });
    inbound = await startRealInbound(
      'reported-mails-inbound',
      {
        INBOUND_SMTP_PORT: '0',
        INBOUND_SMTP_CONNECTIONS_EACH: '100',
        HOOK_SES_TOPICS: topic,
        HOOK_SENDGRID_KEY: sendgridKey,
        HOOK_MAILGUN_KEY: mailgunKey,
        HOOK_POSTMARK_LOGIN: LOGIN,
        HOOK_RESEND_SECRET: resendSecret,
        RATE_HOOKS: '10000',
      },
      { fetchText: async () => certificate },
    );
  });
  after(async () => {
    await inbound?.stop();
    await api.stop();
  });
  beforeEach(async () => {
    mail = await writeSentMail(api, { userId: client.user_id });
    tokens = tokensOf(mail);
  });

  const suppressions = async (of = mail) =>
    (
      await rows(Suppression)
        .find({ user_id: client.user_id, email_norm: of.email }, { sort: { _id: 1 } })
        .toArray()
    ).map(({ reason, state }) => (reason === 'bounced' ? `${reason} ${state}` : reason));
  const counted = async (source: string, result: string) =>
    (await eventsMetric.get()).values
      .filter(({ labels }) => labels['source'] === source && labels['result'] === result)
      .reduce((sum, { value }) => sum + value, 0);
  const complaint = async () => {
    const { state, complained_at } = await mail.row();
    return { state, complained: complained_at instanceof Date, suppressions: await suppressions() };
  };
  const COMPLAINED = {
    state: 'accepted',
    complained: true,
    suppressions: ['unsubscribed', 'complained'],
  };
  const nothing = async (of: SentMail) => {
    const row = await of.row();
    expect([row.state, row.complained_at ?? null]).to.deep.equal(['accepted', null]);
    expect(await suppressions(of)).to.deep.equal([]);
  };

  const BY_OLD_TOKEN = {
    'the return path': 'DSN of the address that we mailed',
    'the Message-ID': 'ARF with the Message-ID alone',
    'the link of List-Unsubscribe': 'ARF with the link of List-Unsubscribe alone',
    'the address of List-Unsubscribe': 'ARF with the address of List-Unsubscribe alone',
  } as const;

  for (const [token, report] of Object.entries(BY_OLD_TOKEN))
    it(`accepts a token without an account in ${token}`, async () => {
      const older = oldTokensOf(mail.id);
      if (report in BOUNCES) {
        await WAYS.smtp(inbound, BOUNCES[report]![0](older, mail.email), older);
        expect((await mail.row()).state).to.equal('bounced');
      } else {
        await readFromMailbox(inbound, COMPLAINTS[report]!(older, mail.email));
        expect(await complaint()).to.deep.equal(COMPLAINED);
      }
    });

  for (const [way, handIn] of Object.entries(WAYS)) {
    describe(way === 'smtp' ? 'at the SMTP listener' : 'in the mailbox', () => {
      for (const [name, make] of Object.entries(COMPLAINTS))
        it(`counts as a complaint: ${name}`, async () => {
          const raw = make(tokens, mail.email);
          await handIn(inbound, raw, tokens);
          expect(await complaint()).to.deep.equal(COMPLAINED);
          const before = await counted(way, 'repeated');
          await handIn(inbound, raw, tokens);
          expect(await counted(way, 'repeated')).to.equal(before + 1);
        });

      for (const [name, [make, state]] of Object.entries(BOUNCES))
        it(`counts as a bounce with a suppression that is ${state}: ${name}`, async () => {
          await handIn(inbound, make(tokens, mail.email), tokens);
          const row = await mail.row();
          expect(row).to.deep.include({ state: 'bounced', class: 'gone' });
          expect(row.reply).to.match(/user unknown/);
          expect(await suppressions()).to.deep.equal([`bounced ${state}`]);
        });

      for (const [name, [make, result]] of Object.entries(NONE))
        it(`changes no mail, and counts as ${result ?? 'nothing'}: ${name}`, async () => {
          const results = ['applied', 'repeated', 'foreign', 'ignored', 'unread'];
          const counts = () => Promise.all(results.map((one) => counted(way, one)));
          const before = await counts();
          await handIn(inbound, make(tokens, mail.email), tokens);
          await nothing(mail);
          expect(await counts()).to.deep.equal(
            before.map((count, at) => count + (results[at] === result ? 1 : 0)),
          );
        });
    });
  }

  describe('about the mail of another recipient', () => {
    for (const [name, make] of Object.entries(FORGED))
      it(`changes nothing without a token of that mail: ${name}`, async () => {
        const forged = tokensOf(mail, FOREIGN_SECRET);
        await readFromMailbox(inbound, make(forged, mail.email));
        await nothing(mail);
        const flipped = (text: string) => text.replace(/[a-z]/g, (letter) => (letter === 'a' ? 'b' : 'a'));
        const altered = {
          returnPath: tokens.returnPath.replace(/^b-.{8}/, (start) => `b-${flipped(start.slice(2))}`),
          messageId: flipped(tokens.messageId),
          unsubscribe: {
            token: flipped(tokens.unsubscribe.token),
            address: tokens.unsubscribe.address.replace(/^u-.{8}/, (start) => `u-${flipped(start.slice(2))}`),
          },
        };
        await readFromMailbox(inbound, make(altered, mail.email));
        await nothing(mail);
      });

    it('changes the own mail whose token it has, although it names the address of another', async () => {
      const own = mail;
      const other = await writeSentMail(api, { userId: client.user_id });
      const raw = reportAbout('arf-redacted-recipient', tokensOf(own), other.email);
      await WAYS.smtp(inbound, raw, tokensOf(own));
      expect((await own.row()).complained_at).to.be.an.instanceOf(Date);
      await nothing(other);
    });

    it('changes nothing when only the envelope has a token, with the mail enclosed and the header of Microsoft', async () => {
      const forged = tokensOf(mail, FOREIGN_SECRET);
      const before = await counted('smtp', 'foreign');
      await WAYS.smtp(inbound, reportAbout('jmrp-report', forged, mail.email), tokens);
      await nothing(mail);
      expect(await counted('smtp', 'foreign')).to.equal(before + 1);
    });
  });

  it('concerns the mail of the return path, then of the Message-ID, then of List-Unsubscribe', async () => {
    const [byPath, byId, byLink] = await Promise.all(
      Array.from({ length: 3 }, () => writeSentMail(api, { userId: client.user_id })),
    );
    const of = (path: SentMail | null, id: SentMail | null, link: SentMail) => {
      const unsubscribe = `List-Unsubscribe: <https://mail.example/unsubscribe/${tokensOf(link).unsubscribe.token}>\r\n`;
      const mixed = {
        ...tokensOf(link),
        returnPath: path ? tokensOf(path).returnPath : 'redacted@example.org',
        messageId: id ? tokensOf(id).messageId : 'redacted@example.org',
      };
      return reportAbout('arf-redacted-recipient', mixed, mail.email).replace(
        /^Subject: November\r\n/m,
        (line) => `${line}${unsubscribe}`,
      );
    };
    for (const [raw, right] of [
      [of(byPath!, byId!, byLink!), byPath!],
      [of(null, byId!, byLink!), byId!],
      [of(null, null, byLink!), byLink!],
    ] as const) {
      await readFromMailbox(inbound, raw);
      expect((await right.row()).complained_at).to.be.an.instanceOf(Date);
    }
  });

  it('suppresses an address behind a forwarder once a later mailing hears it, too', async () => {
    await readFromMailbox(inbound, reportAbout('dsn-forwarded', tokens, mail.email));
    const later = await writeSentMail(api, { userId: client.user_id, email: mail.email });
    await readFromMailbox(inbound, reportAbout('dsn-forwarded', tokensOf(later), mail.email));
    expect(await suppressions()).to.deep.equal(['bounced active']);
  });

  for (const [provider, make] of Object.entries(HOOKS)) {
    describe(`by the hook of ${provider}`, () => {
      const send = async (kind: Kind, of: Tokens, to: string | undefined): Promise<boolean> => {
        const request = make(kind, of, to);
        if (request === null) return false;
        const url = `http://127.0.0.1:${inbound.hooksPort}/hooks/${provider}`;
        const { status, body } = await post(url, request.body, { ...request.headers });
        expect(status, JSON.stringify(body)).to.equal(200);
        return true;
      };

      for (const [name, addressOf] of Object.entries(NAMED)) {
        const isOther = ![RECIPIENT, undefined].includes(addressOf(RECIPIENT));
        it(`counts as a complaint with ${name}`, async () => {
          await send('complained', tokens, addressOf(mail.email));
          expect(await complaint()).to.deep.equal(COMPLAINED);
        });

        it(`counts as a bounce with ${name}`, async () => {
          await send('bounced', tokens, addressOf(mail.email));
          const row = await mail.row();
          expect(row.state).to.equal('bounced');
          // In Amazon's events the reply belongs to an address.
          if (provider === 'ses' && addressOf(mail.email) === undefined) return;
          expect(row).to.deep.include({ class: 'gone' });
          expect(row.reply).to.match(/user unknown/);
          expect(await suppressions()).to.deep.equal([`bounced ${isOther ? 'suspected' : 'active'}`]);
        });

        if (make('unsubscribed', tokensOf({ account: 42, id: 1 }), undefined))
          it(`unsubscribes with ${name}`, async () => {
            await send('unsubscribed', tokens, addressOf(mail.email));
            expect(await suppressions()).to.deep.equal(['unsubscribed']);
            expect((await mail.row()).state).to.equal('accepted');
          });
      }

      it('changes nothing without a token of ours', async () => {
        for (const kind of ['bounced', 'complained', 'unsubscribed'] as const)
          await send(kind, tokensOf(mail, FOREIGN_SECRET), mail.email);
        await nothing(mail);
      });
    });
  }
});
