import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  type AttachmentFile,
  encodedAttachments,
  placeAttachments,
} from '../../../../../../common/compose/attachments.ts';
import { REFERENCE_HEADER } from '../../../../../../common/domain/mail-references.ts';
import { Delivery } from '../../../../../../common/models/deliveries.ts';
import deliverSlice from '../../../../../../worker/sending/jobs/deliver-slice.ts';
import type { DkimKey } from '../../../../../../worker/sending/signing/keys.ts';
import type { OutgoingMail } from '../../../../../../worker/sending/transport/outcome.ts';
import { compose, decode, recipient } from '../../../../../support/composed-mails.ts';
import { type Engine, openSend, startEngine } from '../../../../../support/engine.ts';
import { perform } from '../../../../../support/job-payloads.ts';
import { type Fields, PROVIDER_APIS, type ProviderName } from '../../../../../support/provider-apis.ts';
import { type ProviderServer, startProviderServer } from '../../../../../support/provider-server.ts';
import { rows } from '../../../../../support/rows.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../../../support/scripted-smtp.ts';
import { transportTo } from '../../../../../support/transports.ts';
import { addContacts } from '../../../../../support/world.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID = `${TOKEN}@shop.example`;
const TO = 'anna@mailbox.example';
const NAMES = Object.keys(PROVIDER_APIS) as ProviderName[];

/** A mail as sends make them, with characters and lengths that need encoding. */
const raw = compose(
  {
    from: { name: 'Käse, "Brot" & Wein', address: 'news@shop.example' },
    subject: `Grüße ${'lang '.repeat(30)}`.trim(),
    html: `<html><body><p>Hällo ((first_name)) 🧀${' Wörter'.repeat(200)}</p></body></html>`,
    list: { id: 'group-7.shop.example', name: 'Grüppe' },
  },
  recipient({ first_name: 'Änne' }, { messageId: ID, to: { address: TO, name: 'Änne, die Erste' } }),
);
const mail: OutgoingMail = { from: 'b-1@bounces.example', to: TO, raw, inOrder: true, messageId: ID };

const { privateKey } = generateKeyPairSync('ed25519');
const keys: readonly DkimKey[] = [
  { domain: 'shop.example', selector: 's', algorithm: 'ed25519-sha256', key: privateKey },
];

describe('transport: a provider', () => {
  let server: ProviderServer;
  afterEach(async () => {
    await server.close();
    expect(server.problems).to.deep.equal([]);
  });

  async function taken(name: ProviderName): Promise<string | Fields> {
    server = await startProviderServer(name);
    const transport = transportTo([server.url]);
    expect((await transport.send({ ...mail, keys })).kind).to.equal('accepted');
    await transport.close();
    expect(server.taken.map(({ to, id }) => [to, id])).to.deep.equal([[TO, ID]]);
    return server.taken[0]!.content;
  }

  it('gets the message byte by byte, without a signature of ours: Amazon SES', async () => {
    expect(await taken('ses')).to.equal(raw.toString('latin1'));
    const body = JSON.parse(server.calls[0]!.body.toString()) as Fields;
    expect(body['EmailTags']).to.deep.equal([{ Name: 'mail', Value: TOKEN }]);
  });

  it('gets the parts of the message: Postmark', async () => {
    const was = await decode(raw);
    const { Headers, HtmlBody, TextBody, ...others } = (await taken('postmark')) as Record<string, unknown>;
    expect(others).to.deep.equal({
      From: '"Käse,  Brot  & Wein" <news@shop.example>',
      To: `"Änne, die Erste" <${TO}>`,
      ReplyTo: 'answers@shop.example',
      Subject: was.subject,
      Metadata: { mail: ID },
      MessageStream: 'broadcast',
      TrackOpens: false,
      TrackLinks: 'None',
    });
    expect(HtmlBody).to.equal(was.html);
    expect(TextBody).to.equal(was.text);
    const written = new Set(['from', 'to', 'subject', 'date', 'reply-to', 'mime-version', 'content-type']);
    const kept = was.headers
      .filter(({ key }) => !written.has(key))
      .map(({ originalKey, value }) => ({ Name: originalKey, Value: value }));
    expect(kept.map(({ Name }) => Name)).to.include('Message-ID');
    expect(Headers).to.deep.equal([...kept, { Name: 'X-PM-KeepID', Value: 'true' }]);
  });

  it('gets the parts of the message, and the Message-ID in another field: Resend', async () => {
    const was = await decode(raw);
    const content = (await taken('resend')) as Record<string, unknown>;
    expect(content).to.deep.include({
      from: '"Käse,  Brot  & Wein" <news@shop.example>',
      to: [`"Änne, die Erste" <${TO}>`],
      reply_to: ['answers@shop.example'],
      subject: was.subject,
      html: was.html,
      text: was.text,
    });
    expect(content['headers']).to.deep.include({ [REFERENCE_HEADER]: `<${ID}>` });
    expect(JSON.stringify(content)).to.not.match(/dkim|bounces\.example|"date"/i);
  });

  describe('with attachments', () => {
    const contents = [randomBytes(0), randomBytes(57), randomBytes(70_000)];
    const names = ['empty.txt', 'Rechnung für März.pdf', 'a "b".csv'];
    let files: AttachmentFile[];
    let withFiles: OutgoingMail;

    before(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'attachments-'));
      files = names.map((name, at) => ({
        name,
        type: 'application/pdf',
        bytes: contents[at]!.length,
        path: join(folder, String(at)),
      }));
      for (const [at, { path }] of files.entries()) await writeFile(path, contents[at]!);
      const pieces: Buffer[] = [];
      for await (const piece of encodedAttachments(files)) pieces.push(piece);
      await rm(folder, { recursive: true });
      const { placed, bytes } = placeAttachments(files);
      const attachments = { bytes: Buffer.concat(pieces), files: placed };
      expect(attachments.bytes.length).to.equal(bytes);
      const texts = compose(
        { html: '<p>Hello</p>', attached: true },
        recipient({}, { messageId: ID, to: { address: TO } }),
      );
      withFiles = { ...mail, raw: Buffer.concat([texts, attachments.bytes]), attachments };
    });

    async function takenWithFiles(name: ProviderName): Promise<string | Fields> {
      server = await startProviderServer(name);
      const transport = transportTo([server.url]);
      expect((await transport.send({ ...withFiles, keys })).kind).to.equal('accepted');
      await transport.close();
      return server.taken[0]!.content;
    }

    it('gets them in the message: Amazon SES', async () => {
      expect(await takenWithFiles('ses')).to.equal(withFiles.raw.toString('latin1'));
    });

    it('gets them next to its texts: Postmark', async () => {
      const content = (await takenWithFiles('postmark')) as Record<string, unknown>;
      expect(content['Attachments']).to.deep.equal(
        names.map((Name, at) => ({
          Name,
          ContentType: 'application/pdf',
          Content: contents[at]!.toString('base64'),
        })),
      );
      expect(content['HtmlBody']).to.include('<p>Hello</p>');
    });

    it('gets them next to its texts: Resend', async () => {
      const content = (await takenWithFiles('resend')) as Record<string, unknown>;
      expect(content['attachments']).to.deep.equal(
        names.map((filename, at) => ({
          filename,
          content_type: 'application/pdf',
          content: contents[at]!.toString('base64'),
        })),
      );
      expect(content['html']).to.include('<p>Hello</p>');
    });
  });

  it('gets no signature of ours, while an SMTP server gets one', async () => {
    const smtp: ScriptedSmtp = await startScriptedSmtp();
    server = await startProviderServer('ses');
    const transport = transportTo([smtp.url, server.url]);
    await Promise.all(Array.from({ length: 6 }, () => transport.send({ ...mail, keys })));
    await transport.close();
    await smtp.close();
    expect([smtp.messages.length, server.taken.length]).to.deep.equal([3, 3]);
    for (const message of smtp.messages) expect(message).to.match(/^DKIM-Signature: /);
    for (const { content } of server.taken) expect(content).to.equal(raw.toString('latin1'));
  });

  it('gets no message that can not be read', async () => {
    server = await startProviderServer('postmark');
    const transport = transportTo([server.url]);
    const outcome = await transport.send({ ...mail, raw: Buffer.from('Subject: no sender\r\n\r\nx') });
    expect(outcome).to.include({ kind: 'refused', rule: 'own-composing' });
    await transport.close();
  });
});

describe('a provider in a send', () => {
  let engine: Engine;
  before(async () => {
    engine = await startEngine('http-transports');
  });
  after(() => engine.stop());

  for (const name of NAMES)
    it(`leaves its ids in the ledger, though no hook is on: ${name}`, async () => {
      const ground = await engine.ground();
      await addContacts(ground, ['ann@x.example', 'ben@x.example', 'cleo@x.example']);
      const subject = await openSend(engine, ground);
      const server = await startProviderServer(name);
      const worker = engine.another({}, { smtpUrls: [server.url] });
      await perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
      const found = await subject.rows();
      expect(found.map(({ state }) => state)).to.deep.equal(['accepted', 'accepted', 'accepted']);
      const ids = found.map(({ email, provider_id }) => `${email} ${provider_id}`);
      expect(ids).to.have.members(server.taken.map(({ to, providerId }) => `${to} ${providerId}`));
      await server.close();
      expect(server.problems).to.deep.equal([]);
    });

  it('takes a mail that a person has sent once more for another one', async () => {
    const ground = await engine.ground();
    await addContacts(ground, ['ann@x.example']);
    const subject = await openSend(engine, ground);
    const at = new Date('2026-03-01T00:00:00Z');
    await rows(Delivery).updateMany({ mailing: subject.mailing }, { $set: { retried_at: at } });
    const server = await startProviderServer('resend');
    const worker = engine.another({}, { smtpUrls: [server.url] });
    await perform(deliverSlice, { mailing: subject.mailing, lane: 0, turn: 0 }, worker);
    const key = server.calls[0]!.headers.get('idempotency-key');
    const before = transportTo([server.url]);
    const { id, content } = server.taken[0]!;
    expect(content).to.be.an('object');
    await before.send({ ...mail, messageId: id, again: at.getTime() });
    await before.send({ ...mail, messageId: id });
    const [, same, other] = server.calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(same).to.equal(key);
    expect(other).to.not.equal(key);
    await before.close();
    await server.close();
  });

  for (const name of NAMES)
    it(`takes the service's own mails: ${name}`, async () => {
      const server = await startProviderServer(name);
      const { mailer } = engine.another({}, { smtpUrls: [server.url] });
      const own = { to: 'me@x.example', subject: 'Verify', text: 'Hello', html: '<p>Hello</p>' };
      await mailer.send({ ...own, messageKey: 'verify.1' });
      expect(server.taken.map(({ to }) => to)).to.deep.equal(['me@x.example']);
      await server.close();
      expect(server.problems).to.deep.equal([]);
    });
});
