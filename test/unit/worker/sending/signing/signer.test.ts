import { expect } from 'chai';
import fc from 'fast-check';
import { createSigner } from '../../../../../worker/sending/signing/signer.ts';
import { AWKWARD, compose, faults, recipient } from '../../../../support/composed-mails.ts';
import { dkimKeys, verifyDkim } from '../../../../support/dkim.ts';

const signer = createSigner();
const keys = dkimKeys(['rsa', 'ed']);
const COVERED = [
  ['from', 'to', 'subject', 'date', 'message-id', 'mime-version', 'content-type', 'reply-to'],
  ['list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'],
].flat();
/** Fields that the mail lacks. */
const ABSENT = ['cc', 'sender', 'list-id', 'content-transfer-encoding'];

const HTML =
  '<html><head></head>\r\n    <body title="((value))">\n\t<p>((value)) is   ü ((value|nobody))</p>((value))  \n' +
  '<a href="((unsubscribe_preferences))">off</a> ((sender_address)) ((nothing))</body></html>\n\n \n';

/** A mail with this value in all places, and its signatures in front. */
async function signed(value: string, template = ''): Promise<Buffer> {
  const message = compose(
    {
      html: HTML,
      text: `((value))${template}\n\n  ((unsubscribe_preferences))\n((sender_address))`,
      subject: `For ((value)):  ${template}`,
      headers: [{ name: 'Feedback-ID', value: 'send-7:shop' }],
    },
    recipient({ value }, { to: { address: 'anna@mailbox.example', name: value } }),
  );
  return Buffer.concat([await signer.sign(message, keys), message]);
}

async function passes(message: Buffer): Promise<void> {
  const results = await verifyDkim(message);
  expect(results.map(({ selector, result, algo }) => `${selector} ${algo} ${result}`)).to.have.members([
    'rsa rsa-sha256 pass',
    'ed ed25519-sha256 pass',
  ]);
}

describe('a DKIM signature, for an independent verifier,', () => {
  for (const [what, value] of Object.entries(AWKWARD)) {
    it(`passes with a value of: ${what}`, async () => {
      const message = await signed(value);
      await passes(message);
      expect(faults(message)).to.deep.equal([]);
    });
  }

  it('passes with any value and template', async () => {
    const pieces = fc.constantFrom(
      ' ',
      '\t',
      '\r\n',
      '\n',
      '\r',
      '.',
      '=',
      ':',
      ';',
      'From ',
      'word',
      'ü',
      '🎉',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: pieces, maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(texts, texts, async (value, template) => {
        await passes(await signed(value, template.replaceAll('((', '')));
      }),
      { numRuns: 200 },
    );
  });

  it('passes with any lines and blanks, also such as we do not write', async () => {
    const pieces = fc.constantFrom(' ', '  ', '\t', '\r\n', '\r\n\r\n', ' \r\n', 'word', '.', '=', 'ü');
    const heads = fc.constantFrom(
      'From: a@shop.example\r\nTo: b@example.net',
      'From:   a@shop.example\r\n  (folded  \t twice)\r\nSubject:\r\nTo : b@example.net\r\nTo: c@example.net',
      'X-First: 1\r\nSUBJECT:  two   blanks  \r\nfrom: a@shop.example',
    );
    await fc.assert(
      fc.asyncProperty(heads, fc.string({ unit: pieces, maxLength: 40 }), async (head, body) => {
        const message = Buffer.from(`${head}\r\n\r\n${body}`);
        // On the wire the last line always has an end (RFC 5321, 4.1.1.4).
        const end = Buffer.from(body === '' || body.endsWith('\r\n') ? '' : '\r\n');
        await passes(Buffer.concat([await signer.sign(message, keys), message, end]));
      }),
      { numRuns: 300 },
    );
  });

  it('passes for a megabyte, and without a body', async () => {
    await passes(await signed('value', 'a   b \n'.repeat(150_000)));
    for (const body of ['', '\r\n', ' \r\n\r\n', '\r\n \r\n\t']) {
      const message = Buffer.from(`From: a@shop.example\r\nSubject: x\r\n\r\n${body}`);
      await passes(Buffer.concat([await signer.sign(message, keys), message]));
    }
  });
});

describe('a DKIM signature', () => {
  it('covers both List-Unsubscribe fields (RFC 8058) and all visible fields, each once more than it occurs', async () => {
    const message = await signed('Anna');
    for (const { covers, format } of await verifyDkim(message)) {
      expect(covers).to.have.members(COVERED);
      expect(format).to.equal('relaxed/relaxed');
    }
    const [, names = ''] = /\bh=([^;]+);/.exec(message.toString('latin1')) ?? [];
    const named = names.split(/:\s*/).map((name) => name.toLowerCase());
    const times = (name: string) => named.filter((one) => one === name).length;
    for (const name of COVERED) expect(times(name), name).to.equal(2);
    for (const name of ABSENT) expect(times(name), name).to.equal(1);
  });

  it('breaks when a field is added on top, whether the mail has it or not', async () => {
    const text = (await signed('Anna')).toString('latin1');
    for (const name of [...COVERED, ...ABSENT]) {
      const own = new RegExp(`^${name}: (?:.*(?:\\r\\n[ \\t].*)*)\\r\\n`, 'im').exec(text)?.[0];
      for (const field of [`${name}: evil@example.org\r\n`, ...(own ? [own] : [])]) {
        const results = await verifyDkim(Buffer.from(field + text, 'latin1'));
        expect(
          results.map(({ result }) => result),
          field,
        )
          .to.have.length(2)
          .and.not.include('pass');
      }
    }
  });

  it('breaks when a field that readers show is added to a mail without one', async () => {
    const message = Buffer.from('From: a@shop.example\r\nSubject: x\r\n\r\nbody\r\n');
    const whole = Buffer.concat([await signer.sign(message, keys), message]);
    await passes(whole);
    for (const name of [...COVERED, ...ABSENT]) {
      const results = await verifyDkim(Buffer.concat([Buffer.from(`${name}: evil@example.org\r\n`), whole]));
      expect(
        results.map(({ result }) => result),
        name,
      ).not.to.include('pass');
    }
  });

  it('breaks when signed parts are changed, added or left out', async () => {
    const text = (await signed('Anna')).toString('latin1');
    const changes: [what: string, from: RegExp, to: string][] = [
      ['another link to unsubscribe', /(List-Unsubscribe: <https:\/\/)/, '$1evil.'],
      ['no one-click', /List-Unsubscribe-Post: .*\r\n/, ''],
      ['a second From', /From: /, 'From: evil@example.org\r\nFrom: '],
      ['another subject', /Subject: /, 'Subject: x'],
      ['another body', /For-nobody|Anna(?=[^@]*$)/, 'Eve'],
      ['a line more', /$/, 'more\r\n'],
    ];
    for (const [what, from, to] of changes) {
      const changed = text.replace(from, to);
      expect(changed, what).not.to.equal(text);
      const results = await verifyDkim(Buffer.from(changed, 'latin1'));
      expect(
        results.map(({ result }) => result),
        what,
      ).not.to.include('pass');
      expect(results, what).to.have.length(2);
    }
  });

  it('survives relays that fold and unfold lines, or add a blank line', async () => {
    const text = (await signed('Anna')).toString('latin1');
    await passes(Buffer.from(text.replace('List-Unsubscribe: ', 'list-unsubscribe:\r\n\t '), 'latin1'));
    await passes(Buffer.from(`${text}\r\n`, 'latin1'));
    await passes(Buffer.from(`Received: from a by b;\r\n\tlater\r\n${text}`, 'latin1'));
  });

  it('appears once for each key, and not at all without keys', async () => {
    const message = compose({});
    const rsa = await createSigner(() => 1_700_000_000_000).sign(message, dkimKeys(['rsa']));
    expect(rsa.toString()).to.match(
      /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=shop.example;\r\n s=rsa; t=1700000000; bh=/,
    );
    expect(rsa.toString().match(/DKIM-Signature:/g)).to.have.length(1);
    expect(
      Math.max(
        ...rsa
          .toString()
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).to.be.at.most(78);
    expect((await signer.sign(message, [])).length).to.equal(0);
  });
});
