import { expect } from 'chai';
import type { OutgoingMail } from '../../../../../../worker/sending/transport/outcome.ts';
import type { Fields } from '../../../../../support/provider-apis.ts';
import {
  type ProviderScript,
  type ProviderServer,
  startProviderServer,
} from '../../../../../support/provider-server.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';
import { until } from '../../../../../support/until.ts';

const manyTo = (count: number) => Array.from({ length: count }, (_, i) => mailTo(`to-${i}@example.net`));

/** The same mail after a contact's name has changed. */
const changed = (mail: OutgoingMail): OutgoingMail => ({
  ...mail,
  raw: Buffer.from(mail.raw.toString().replace('Hello', 'Hello Ann')),
});

function withAttachment(to: string): OutgoingMail {
  const mail = mailTo(to);
  const raw = [
    `From: sender@example.com\r\nMessage-ID: ${mail.messageId}\r\nSubject: files\r\nMIME-Version: 1.0`,
    'Content-Type: multipart/mixed; boundary=b\r\n',
    '--b\r\nContent-Type: text/plain\r\n\r\nHello',
    '--b\r\nContent-Type: text/csv\r\nContent-Disposition: attachment; filename="a.csv"',
    'Content-Transfer-Encoding: base64\r\n\r\nYSxiCg==\r\n--b--\r\n',
  ].join('\r\n');
  return { ...mail, raw: Buffer.from(raw) };
}

describe('transport: Resend', () => {
  let server: ProviderServer;
  const start = async (script: ProviderScript = {}) => {
    server = await startProviderServer('resend', { parameters: 'rate=0', ...script });
    return server.url;
  };
  afterEach(async () => {
    await server.close();
    expect(server.problems).to.deep.equal([]);
  });

  const keys = () => server.calls.map(({ headers }) => headers.get('idempotency-key'));

  it('gets mails that wait together, each with its own result', async () => {
    const transport = transportTo([await start()], { connections: 1 });
    const outcomes = await Promise.all(manyTo(250).map((mail) => transport.send(mail)));
    expect(new Set(outcomes.map(({ kind }) => kind))).to.deep.equal(new Set(['accepted']));
    expect(server.calls.map(({ path }) => path)).to.include.members(['/emails', '/emails/batch']);
    expect(server.calls.length).to.be.at.most(5);
    for (const [i, outcome] of outcomes.entries()) {
      const mail = server.taken.find(({ to }) => to === `to-${i}@example.net`)!;
      expect(outcome.kind === 'accepted' && outcome.providerId).to.equal(mail.providerId);
    }
    await transport.close();
  });

  it('refuses a mail of a batch and keeps back none of the others', async () => {
    const transport = transportTo([
      await start({
        act: ({ call }) =>
          call.path === '/emails/batch'
            ? {
                status: 200,
                body: {
                  data: [{ id: 'a' }, { id: 'b' }],
                  errors: [{ index: 1, message: 'Invalid `to` field' }],
                },
              }
            : undefined,
      }),
    ]);
    const outcomes = await Promise.all(manyTo(4).map((mail) => transport.send(mail)));
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['accepted', 'accepted', 'refused', 'accepted']);
    expect(outcomes[3]).to.include({ providerId: 'b' });
    expect(outcomes[2]).to.include({ rule: 'resend-validation-error' });
    await transport.close();
  });

  it('leaves all mails in doubt when it answers for fewer than it got', async () => {
    const end = new AbortController();
    const transport = transportTo([
      await start({
        act: ({ call }) =>
          call.path === '/emails/batch' ? { status: 200, body: { data: [{ id: 'a' }] } } : undefined,
      }),
    ]);
    const sent = Promise.all(manyTo(4).map((mail) => transport.send(mail, end.signal)));
    setTimeout(() => end.abort(), 300);
    expect((await sent).map(({ kind }) => kind)).to.deep.equal([
      'accepted',
      'in_doubt',
      'in_doubt',
      'in_doubt',
    ]);
    await transport.close();
  });

  it('gets urgent mails before others that wait, in their order', async () => {
    const transport = transportTo([await start({ parameters: 'rate=0&batch=1' })], { connections: 1 });
    const mails = [
      ...manyTo(4),
      { ...mailTo('first@example.net'), urgent: true as const },
      { ...mailTo('second@example.net'), urgent: true as const },
    ];
    await Promise.all(mails.map((mail) => transport.send(mail)));
    const order = server.taken.map(({ to }) => to.split('@')[0]);
    expect(order).to.deep.equal(['to-0', 'first', 'second', 'to-1', 'to-2', 'to-3']);
    await transport.close();
  });

  it('gets a mail with an attachment alone', async () => {
    const transport = transportTo([await start()]);
    const mails = [
      mailTo('a@example.net'),
      mailTo('b@example.net'),
      withAttachment('c@example.net'),
      mailTo('d@example.net'),
    ];
    const outcomes = await Promise.all(mails.map((mail) => transport.send(mail)));
    expect(new Set(outcomes.map(({ kind }) => kind))).to.deep.equal(new Set(['accepted']));
    const { content } = server.taken.find(({ to }) => to === 'c@example.net')!;
    expect((content as Fields)['attachments']).to.deep.equal([
      { filename: 'a.csv', content_type: 'text/csv', content: 'YSxiCg==' },
    ]);
    await transport.close();
  });

  it('gets no more requests than a team may make in a second, shared by the workers', async () => {
    const transport = transportTo(
      [await start({ parameters: 'rate=10&batch=2' })],
      { connections: 5 },
      { workers: () => 2 },
    );
    const began = performance.now();
    await Promise.all(manyTo(9).map((mail) => transport.send(mail)));
    // Five requests have 200 ms between them. A busy machine takes longer.
    expect(performance.now() - began).to.be.at.least(4 * 200 - 20);
    expect(server.calls).to.have.length(5);
    await transport.close();
  });

  it('sends once after an attempt in doubt, and again when a person asked for it', async () => {
    const end = new AbortController();
    const url = await start({
      act: ({ request }) => (request === 1 ? { what: 'cut', taken: true } : undefined),
    });
    const transport = transportTo([url]);
    const mail = mailTo('a@example.net');
    setTimeout(() => end.abort(), 300);
    expect((await transport.send(mail, end.signal)).kind).to.equal('in_doubt');
    const second = await transport.send(mail);
    expect(second).to.include({ kind: 'accepted', providerId: server.taken[0]!.providerId });
    expect(server.taken).to.have.length(1);
    // The mail has changed since: Resend refuses the key, and so says that it has the mail.
    expect((await transport.send(changed(mail))).kind).to.equal('accepted');
    expect(server.taken).to.have.length(1);
    expect((await transport.send({ ...mail, again: 1_700_000_000_000 })).kind).to.equal('accepted');
    expect(server.taken).to.have.length(2);
    expect(new Set(keys()).size).to.equal(2);
    await transport.close();
  });

  it('is not waited for again when a mail is aborted during its request', async () => {
    const end = new AbortController();
    const transport = transportTo([await start({ act: () => ({ what: 'hang' }) })]);
    const sent = transport.send(mailTo('a@example.net'), end.signal);
    await until(() => server.calls.length === 1, 'the request');
    end.abort();
    expect((await sent).kind).to.equal('in_doubt');
    // A repeated request would hang as well, and the result would come after it.
    expect(server.calls).to.have.length(1);
    await transport.close();
  });

  it('gets a batch of as many as it takes again as it was when its answer was lost', async () => {
    const transport = transportTo([
      await start({ act: ({ request }) => (request === 2 ? { what: 'cut', taken: true } : undefined) }),
    ]);
    const outcomes = await Promise.all(manyTo(101).map((mail) => transport.send(mail)));
    expect(new Set(outcomes.map(({ kind }) => kind))).to.deep.equal(new Set(['accepted']));
    expect(server.taken).to.have.length(101);
    expect(keys()[1]).to.equal(keys()[2]);
    expect(server.calls.map(({ body }) => [JSON.parse(String(body))].flat().length)).to.deep.equal([
      1, 100, 100,
    ]);
    await transport.close();
  });
});
