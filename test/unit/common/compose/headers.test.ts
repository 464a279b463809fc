import { expect } from 'chai';
import { readToken } from '../../../../common/domain/tokens.ts';
import {
  AWKWARD,
  compose,
  decode,
  faults,
  headersOf,
  KEY,
  recipient,
  source,
} from '../../../support/composed-mails.ts';

const NAMES = [
  'from',
  'reply-to',
  'to',
  'subject',
  'date',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'mime-version',
  'content-type',
];

describe('the head of a mail', () => {
  it('contains exactly these headers, each once', () => {
    expect(headersOf(compose({})).map(([name]) => name)).to.deep.equal(NAMES);
  });

  it('repeats the Message-ID in the headers that a provider reports', () => {
    const headers = headersOf(compose({ references: ['X-PM-Metadata-mail', 'X-Mail-Reference'] }));
    const added = ['X-PM-Metadata-mail', 'X-Mail-Reference'].map((name) => [
      name.toLowerCase(),
      '4711.abc@shop.example',
    ]);
    expect(headers.filter(([name]) => !NAMES.includes(name))).to.deep.equal(added);
  });

  it('contains the sender, the recipient, the time and the id', async () => {
    const message = compose(
      {},
      recipient({}, { to: { address: 'Anna@Mailbox.example', name: 'Anna "A" Smith' } }),
    );
    const headers = new Map(headersOf(message));
    expect(headers.get('to')).to.equal('"Anna \\"A\\" Smith" <Anna@Mailbox.example>');
    expect(headers.get('date')).to.equal('Sun, 01 Mar 2026 08:30:15 +0000');
    expect(headers.get('message-id')).to.equal('<4711.abc@shop.example>');
    const mail = await decode(message);
    expect(mail.from).to.deep.equal({ address: 'news@shop.example', name: 'The Shop' });
    expect(mail.replyTo).to.deep.equal([{ address: 'answers@shop.example', name: '' }]);
  });

  it('offers one-click unsubscribe with exactly one address (RFC 8058)', () => {
    const headers = new Map(headersOf(compose({ publicUrl: 'https://mail.example/base//' })));
    const [, token] = /^<https:\/\/mail\.example\/base\/unsubscribe\/([\w-]+)>$/.exec(
      headers.get('list-unsubscribe')!,
    )!;
    expect(readToken(KEY, 'unsubscribe', token!)).to.deep.equal({ account: 42, id: 4711, second: 0 });
    expect(headers.get('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
  });

  it('contains no token of another purpose', () => {
    const message = compose({ tracking: true, html: '<a href="https://x.example">x</a>' }).toString('latin1');
    const tokens = [
      ...message.replaceAll('=\r\n', '').matchAll(/\/(o|c|unsubscribe|preferences)\/([\w-]{40})/g),
    ];
    expect(new Set(tokens.map(([, where]) => where))).to.deep.equal(
      new Set(['o', 'c', 'unsubscribe', 'preferences']),
    );
    for (const [, where, token] of tokens) {
      const purpose = { o: 'open', c: 'click', unsubscribe: 'unsubscribe', preferences: 'preferences' }[
        where!
      ];
      for (const other of ['open', 'click', 'unsubscribe', 'preferences'] as const) {
        expect(readToken(KEY, other, token!) !== null).to.equal(other === purpose);
      }
    }
  });

  for (const [what, value] of Object.entries(AWKWARD)) {
    it(`keeps the number of headers with ${what} in every text`, async () => {
      const message = compose(
        {
          subject: `${value}((value))`,
          preheader: value,
          from: { name: value, address: 'news@shop.example' },
          values: new Map([
            ['sender_name', value],
            ['sender_address', value],
          ]),
          headers: [{ name: 'Feedback-ID', value }],
        },
        recipient({ value, first_name: value }, { to: { address: 'anna@mailbox.example', name: value } }),
      );
      expect(faults(message)).to.deep.equal([]);
      expect(headersOf(message).map(([name]) => name)).to.deep.equal(NAMES.toSpliced(8, 0, 'feedback-id'));
      const mail = await decode(message);
      expect(mail.to).to.have.lengthOf(1);
      expect(mail.bcc).to.equal(undefined);
      expect(mail.attachments).to.deep.equal([]);
    });
  }

  const subjects: [string, string][] = [
    ['a\r\n b', 'a  b'],
    ['a\r\nBcc: x@y.example', 'a Bcc: x@y.example'],
    ['a\u0085b\u2028c\u2029d\0e\tf', 'a b c d e f'],
    ['  blanks  within  ', 'blanks  within'],
    [`${'word '.repeat(60)}end`, `${'word '.repeat(60)}end`],
    [`${'word  '.repeat(60)}end`, `${'word  '.repeat(60)}end`],
    [`Ünicode ${'wörd '.repeat(60)}end`, `Ünicode ${'wörd '.repeat(60)}end`],
    ['x'.repeat(2000), 'x'.repeat(2000)],
    ['=?UTF-8?B?RXZpbA==?=', '=?UTF-8?B?RXZpbA==?='],
    ['100 % = "all" & <some>', '100 % = "all" & <some>'],
  ];
  for (const [given, shown] of subjects) {
    it(`shows the subject ${JSON.stringify(given.slice(0, 40))}, as a constant or as a value`, async () => {
      for (const message of [
        compose({ subject: given }),
        compose({ subject: '((value))' }, recipient({ value: given })),
      ]) {
        expect((await decode(message)).subject).to.equal(shown);
        const [subject] = /^Subject:.*(?:\r\n[ \t].*)*/m.exec(message.toString('latin1'))!;
        for (const line of subject.split('\r\n')) expect(line.length).to.be.at.most(76).and.above(1);
      }
    });
  }

  it('fills the subject with the constants of the send and fallbacks', async () => {
    const subject = '((first_name|Friend)), news of ((sender_name)) ((nothing))!((unsubscribe_preferences))';
    expect((await decode(compose({ subject }))).subject).to.equal('Friend, news of The Shop !');
    expect((await decode(compose({ subject }, recipient({ first_name: 'Zoë' })))).subject).to.equal(
      'Zoë, news of The Shop !',
    );
  });

  it('folds a long name before the address', async () => {
    const name = 'A name of some length that nearly fills the line';
    const address = `${'l'.repeat(60)}@mailbox.example`;
    const message = compose({}, recipient({}, { to: { address, name } }));
    expect(message.toString('latin1')).to.include(`To: "${name}"\r\n <${address}>\r\n`);
    expect((await decode(message)).to).to.deep.equal([{ address, name }]);
  });

  it('contains domains in ASCII', () => {
    const message = compose(
      { from: { name: '', address: 'a@münchen.example' }, replyTo: 'b@münchen.example' },
      recipient({}, { to: { address: 'c@münchen.example' } }),
    );
    const headers = new Map(headersOf(message));
    expect(headers.get('from')).to.equal('a@xn--mnchen-3ya.example');
    expect(headers.get('reply-to')).to.equal('b@xn--mnchen-3ya.example');
    expect(headers.get('to')).to.equal('c@xn--mnchen-3ya.example');
  });

  it('keeps a recipient’s address of any script unchanged, for servers with SMTPUTF8', () => {
    const message = compose({}, recipient({}, { to: { address: 'jörg@münchen.example', name: 'Jörg' } }));
    expect(message.toString()).to.match(/^To: =\?UTF-8\?Q\?J=C3=B6rg\?= <jörg@xn--mnchen-3ya\.example>\r$/m);
    const bare = compose({}, recipient({}, { to: { address: '用户@例え.example', name: '' } }));
    expect(bare.toString()).to.match(/^To: 用户@xn--r8jz45g\.example\r$/m);
    // The rest of the mail stays ASCII.
    const others = bare.toString().replace(/^To: .*$/m, '');
    expect(Buffer.from(others).every((byte) => byte < 128)).to.equal(true);
  });

  it('refuses values that the caller should have checked', () => {
    expect(() => compose({}, recipient({}, { to: { address: 'a@b.example, c@d.example' } }))).to.throw(
      TypeError,
    );
    for (const messageId of ['', 'x', 'a@b>\r\nX: y', '<a@b>', 'a@b c']) {
      expect(() => compose({}, recipient({}, { messageId }))).to.throw(TypeError);
    }
    expect(() => compose({}, recipient({}, { deliveryId: 0.5 }))).to.throw(RangeError);
    expect(() => compose({ replyTo: 'x' })).to.throw(TypeError);
    expect(() => compose({ from: { ...source().from, address: 'jörg@x.example' } })).to.throw(TypeError);
    expect(() => compose({ headers: [{ name: 'A: b\r\nC', value: '' }] })).to.throw(TypeError);
  });
});
