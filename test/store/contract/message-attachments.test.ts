import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { removeLeftAttachments } from '../../../common/changes/message-attachments.ts';
import { now, setClock } from '../../../common/clock.ts';
import { Account } from '../../../common/models/accounts.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Message } from '../../../common/models/messages.ts';
import { retireBatches } from '../../../worker/lifecycle/retention/retire-batches.ts';
import { removeStrayUploads } from '../../../worker/lifecycle/retention/stray-uploads.ts';
import { startDoubtfulSmtp } from '../../support/doubts.ts';
import { type Engine, startEngine } from '../../support/engine.ts';
import { type Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { until } from '../../support/until.ts';

type Fields = Readonly<Record<string, string>>;
const HOUR = 3600_000;
const LIMIT = 300_000;

describe('an attachment of a message', () => {
  let engine: Engine;
  let ground: Ground;

  before(async () => {
    engine = await startEngine('contract-attachments', {
      RATE_CALLS: '0',
      LIMIT_ATTACHMENTS_BYTES: String(LIMIT),
    });
  });
  after(() => engine.stop());
  afterEach(() => setClock());
  beforeEach(async () => {
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    engine.mail.answer(() => null);
    ground = await engine.ground();
    await rows(Message).deleteMany({});
    for (const name of ['uploads.files', 'uploads.chunks'])
      await mongoose.connection.db!.collection(name).deleteMany({});
  });

  const file = (content: string | Buffer, name: string, type = 'application/pdf') =>
    new File([new Uint8Array(Buffer.from(content))], name, { type });

  function form(files: readonly File[], fields: Fields = {}, key = 'attachments[]'): FormData {
    const given = new FormData();
    const all = {
      email: 'grace@example.com',
      sender_id: String(ground.sender_id),
      subject: 'Your receipt, ((first_name))',
      template_html: '<p>Thank you, ((first_name))!</p>',
      'data[first_name]': 'Grace',
      ...fields,
    };
    for (const [name, value] of Object.entries(all)) given.append(name, value);
    for (const one of files) given.append(key, one);
    return given;
  }
  async function send(files: readonly File[], fields: Fields = {}): Promise<string> {
    const { status, body } = await ground.client.post('/messages/send', form(files, fields));
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.utr;
  }
  const told = async (body: FormData | Readonly<Record<string, unknown>>): Promise<[number, unknown]> => {
    const answer = await ground.client.post('/messages/send', body);
    return [answer.status, answer.body.errors];
  };
  const details = async (utr: string) =>
    (await ground.client.get(`/messages/details?utr=${utr}`)).body.message.messageDetails;
  const stored = () => mongoose.connection.db!.collection('uploads.files').countDocuments({});
  const later = () => ({ send_at: new Date(Date.now() + HOUR).toISOString() });
  const caught = async () => {
    const [one] = engine.mail.mails;
    const mail = await engine.mail.read(one!);
    const files = mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename,
      type: mimeType,
      content: Buffer.from(content as ArrayBuffer),
    }));
    return { raw: one!.raw, mail, files };
  };

  it('arrives as it was given, behind the texts of the mail', async () => {
    const contents = [0, 1, 56, 57, 58, 100_001].map((bytes) => randomBytes(bytes));
    const names = [
      'receipt.pdf',
      'Rechnung für März.pdf',
      'a "quoted"; x=y.csv',
      '領収書'.repeat(20),
      '.x',
      'y'.repeat(255),
    ];
    const utr = await send(contents.map((content, at) => file(content, names[at]!)));
    const shown = names.map((name, at) => ({ name, type: 'application/pdf', bytes: contents[at]!.length }));
    expect((await details(utr)).attachments).to.deep.equal(shown);
    expect(await stored()).to.equal(1);
    await engine.sweepOnce();
    const { raw, mail, files } = await caught();
    expect(files).to.deep.equal(
      names.map((name, at) => ({ name, type: 'application/pdf', content: contents[at]! })),
    );
    expect([mail.subject, mail.html?.trim(), mail.text?.trim()]).to.deep.equal([
      'Your receipt, Grace',
      mail.html?.trim(),
      'Thank you, Grace!',
    ]);
    expect(mail.html).to.include('<p>Thank you, Grace!</p>');
    const lines = raw.toString('latin1').split('\r\n');
    expect(lines.some((line) => /[\r\n]/.test(line) || line.startsWith('.'))).to.equal(false);
    expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(998);
    // Their names stay, their bytes do not.
    expect([(await details(utr)).attachments, await stored()]).to.deep.equal([shown, 0]);
    expect((await rows(Message).findOne({ utr }))!.attached).to.equal(undefined);
    const list = await ground.client.get('/messages/list');
    expect(list.body.message.messages[0].attachments).to.deep.equal(shown);
  });

  it('keeps the order of the form under any spelling of its name, and needs a chosen file', async () => {
    const given = form([file('one', '1')]);
    given.append('attachments[7]', file('two', '2'));
    given.append('attachments', file('three', '3'));
    given.append('attachments', file('', ''));
    expect((await ground.client.post('/messages/send', given)).status).to.equal(200);
    await engine.sweepOnce();
    expect((await caught()).files.map(({ name, content }) => [name, String(content)])).to.deep.equal([
      ['1', 'one'],
      ['2', 'two'],
      ['3', 'three'],
    ]);
  });

  it('gets a media type that a mail can have', async () => {
    const types: readonly (readonly [string, string])[] = [
      ['text/csv; charset=UTF-8', 'text/csv; charset=utf-8'],
      ['text/calendar; method=REQUEST; charset="utf-8"; x=y', 'text/calendar; method=request; charset=utf-8'],
      ['message/rfc822', 'application/octet-stream'],
      ['multipart/mixed; boundary=b', 'application/octet-stream'],
      ['nonsense', 'application/octet-stream'],
      ['text/html\u00e4', 'application/octet-stream'],
    ];
    const bodies = types.map(
      ([type], at) =>
        `--b\r\nContent-Disposition: form-data; name="attachments"; filename="f${at}"\r\nContent-Type: ${type}\r\n\r\nx\r\n`,
    );
    const fields = [...form([])].map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value as string}\r\n`,
    );
    const { status, body } = await ground.client.request('/messages/send', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: `${fields.join('')}${bodies.join('')}--b--\r\n`,
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect((await details(body.utr)).attachments.map(({ type }: { type: string }) => type)).to.deep.equal(
      types.map(([, type]) => type),
    );
    await engine.sweepOnce();
    expect((await caught()).raw.toString('latin1')).to.include(
      'Content-Type: text/calendar; method=request; charset=utf-8',
    );
  });

  it('can be an object of JSON with its content in base64', async () => {
    const content = randomBytes(100_001);
    const wrapped = content.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const attachments = [
      { name: 'Rechnung für März.pdf', type: 'application/pdf', content: wrapped },
      { name: 'empty', content: '' },
    ];
    const plain = {
      ...Object.fromEntries(form([])),
      'data[first_name]': undefined,
      data: { first_name: 'Grace' },
    };
    const keyed = (files: readonly object[]) =>
      ground.client.request('/messages/send', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'json-files' },
        body: JSON.stringify({ ...plain, attachments: files }),
      });
    const first = await keyed(attachments);
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    const again = await keyed(attachments);
    expect(again.body).to.deep.equal(first.body);
    const other = [{ ...attachments[0]!, content: 'QQ==' }, attachments[1]!];
    const changed = await keyed(other);
    expect(changed.status).to.equal(422);
    await engine.sweepOnce();
    expect(engine.mail.mails.length).to.equal(1);
    expect((await caught()).files).to.deep.equal([
      { name: 'Rechnung für März.pdf', type: 'application/pdf', content },
      { name: 'empty', type: 'application/octet-stream', content: Buffer.alloc(0) },
    ]);
    const text =
      'The attachments field must be files of a multipart form, or objects with name, type and content in base64.';
    const one = { name: 'a', type: 'text/plain', content: 'QQ==' };
    const table: [unknown, string | null, string][] = [
      [[{ ...one, content: 'Q' }], 'The content of "a" is not base64.', text],
      [[{ ...one, content: 'data:text/plain;base64,QQ==' }], 'The content of "a" is not base64.', text],
      [[{ ...one, content: undefined }], 'Each file needs its content in base64.', text],
      [[{ ...one, name: 7 }], 'Each file needs a name.', text],
      [[{ ...one, type: 7 }], 'The type of a file is a text, such as application/pdf.', text],
      [[{ ...one, path: '/etc/passwd' }], 'A file has name, type, content.', text],
      [
        [{ ...one, content: Buffer.alloc(LIMIT + 1).toString('base64') }],
        null,
        `The attachments field must not be greater than ${LIMIT} bytes.`,
      ],
      [
        Array.from({ length: 21 }, () => one),
        null,
        'The attachments field must not have more than 20 items.',
      ],
    ];
    for (const [wrong, hint, said] of table) {
      const { status, body } = await ground.client.post('/messages/send', { ...plain, attachments: wrong });
      expect([status, body.errors, body.hints?.attachments?.[0] ?? null], said).to.deep.equal([
        422,
        { attachments: [said] },
        hint,
      ]);
    }
    expect([await rows(Message).countDocuments({}), await stored()]).to.deep.equal([1, 0]);
  });

  it('needs to be a file of a form', async () => {
    const errors = {
      attachments: [
        'The attachments field must be files of a multipart form, or objects with name, type and content in base64.',
      ],
    };
    const plain = Object.fromEntries(form([]));
    for (const attachments of [
      'text',
      7,
      true,
      ['text'],
      [{ path: '/etc/passwd', name: 'x', type: 'text/plain', bytes: 3 }],
      { path: '/etc/passwd', name: 'x', type: 'text/plain', bytes: 3 },
    ]) {
      const given = { ...plain, 'data[first_name]': undefined, attachments };
      expect(await told(given), JSON.stringify(attachments)).to.deep.equal([422, errors]);
    }
    expect(await told(form([file('x', 'x')], { attachments: 'text' }))).to.deep.equal([422, errors]);
    for (const attachments of [null, '', []]) {
      const { status } = await ground.client.post('/messages/send', {
        ...plain,
        'data[first_name]': undefined,
        attachments,
      });
      expect(status, JSON.stringify(attachments)).to.equal(200);
    }
  });

  it('needs an acceptable name, and keeps within the limits of number and bytes', async () => {
    const names = [
      'The attachments field must have file names of 1 to 255 characters, without slashes, backslashes and control characters.',
    ];
    for (const name of ['a/b.pdf', 'y'.repeat(256), 'a\tb', ' ', '&#0013;&#0010;Bcc: eve@example.com'])
      expect(await told(form([file('x', name)])), name).to.deep.equal([422, { attachments: names }]);
    const many = Array.from({ length: 21 }, (_, at) => file('x', `f${at}`));
    expect(await told(form(many))).to.deep.equal([
      422,
      { attachments: ['The attachments field must not have more than 20 items.'] },
    ]);
    const large = [file(randomBytes(LIMIT - 10), 'a'), file(randomBytes(11), 'b')];
    expect(await told(form(large))).to.deep.equal([
      422,
      { attachments: [`The attachments field must not be greater than ${LIMIT} bytes.`] },
    ]);
    expect(await told(form([file('x', 'x')], { sender_id: '999999' }))).to.deep.equal([
      422,
      { sender_id: ['The selected sender id is invalid.'] },
    ]);
    expect([await rows(Message).countDocuments({}), await stored()]).to.deep.equal([0, 0]);
    await send([file(randomBytes(LIMIT), 'whole')]);
  });

  it('passes as a program, since mail servers decide on these', async () => {
    await send([file('MZ', 'setup.exe', 'application/x-msdownload')]);
    await engine.sweepOnce();
    expect((await caught()).files.map(({ name }) => name)).to.deep.equal(['setup.exe']);
  });

  it('belongs to the call that a key names', async () => {
    const call = (content: string, name = 'receipt.pdf') =>
      ground.client.request('/messages/send', {
        method: 'POST',
        body: form([file(content, name)]),
        headers: { 'Idempotency-Key': 'order-4711' },
      });
    const first = await call('one');
    expect((await call('one')).body).to.deep.equal(first.body);
    const otherwise = 'Idempotency-Key was used for another request';
    expect((await call('two')).body.errors).to.equal(otherwise);
    expect((await call('one', 'other.pdf')).body.errors).to.equal(otherwise);
    expect([await rows(Message).countDocuments({}), await stored()]).to.deep.equal([1, 1]);
    await engine.sweepOnce();
    expect(String((await caught()).files[0]!.content)).to.equal('one');
  });

  it('stays the same at each attempt', async () => {
    engine.mail.answer(() => ({ code: 451, text: '4.3.0 try again later' }));
    const utr = await send([file('x'.repeat(1000), 'a.txt', 'text/plain')]);
    await engine.sweepOnce();
    expect([(await details(utr)).state, await stored()]).to.deep.equal(['deferred', 1]);
    engine.mail.answer(() => null);
    const { _id } = (await rows(Message).findOne({ utr }))!;
    await rows(Delivery).updateMany({ mailing: `message-${_id}` }, { $set: { due_at: new Date() } });
    await rows(Message).updateOne({ _id }, { $set: { look_at: new Date() } });
    await engine.sweepOnce();
    expect(String((await caught()).files[0]!.content)).to.equal('x'.repeat(1000));
    expect(await stored()).to.equal(0);
  });

  it('stays while the message is in doubt, until a decision', async () => {
    const breaking = await startDoubtfulSmtp();
    try {
      const utr = await send([file('x', 'a')], { email: 'doubt@example.com' });
      await engine.sweepOnce(engine.another({}, { smtpUrls: [breaking.url] }));
      expect((await details(utr)).state).to.equal('in_doubt');
      expect(await removeLeftAttachments(() => false)).to.equal(0);
      expect(await stored()).to.equal(1);
      const [{ id }] = (await ground.client.get(`/messages/in-doubt?utr=${utr}`)).body.message.inDoubt;
      await ground.client.post('/messages/in-doubt/decide', { utr, decision: 'delivered', ids: [id] });
      await until(async () => {
        await engine.sweepOnce();
        await removeLeftAttachments(() => false);
        return (await stored()) === 0;
      }, 'the attachments to go');
    } finally {
      await breaking.close();
    }
  });

  it('disappears with a message that is cancelled', async () => {
    const utr = await send([file('x', 'a')], later());
    expect(await stored()).to.equal(1);
    await ground.client.post(`/messages/cancel?utr=${utr}`, {});
    await engine.sweepOnce();
    expect([(await details(utr)).state, await stored()]).to.deep.equal(['skipped', 0]);
  });

  it('disappears with the retention of a message that stays in doubt, not earlier as a stray', async () => {
    const breaking = await startDoubtfulSmtp();
    try {
      const utr = await send([file('x', 'a')], { email: 'doubt@example.com' });
      expect(await removeStrayUploads(new Date(now().getTime() + 48 * HOUR))).to.equal(0);
      await engine.sweepOnce(engine.another({}, { smtpUrls: [breaking.url] }));
      // By then the details of its mail have been counted.
      setClock(() => Date.now() + HOUR);
      await until(async () => {
        await retireBatches(now(), () => false);
        return (await rows(Message).countDocuments({ utr })) === 0;
      }, 'the message to go');
      expect(await stored()).to.equal(0);
    } finally {
      await breaking.close();
    }
  });

  it('disappears with its name when its recipient is erased', async () => {
    const email = 'erased@example.com';
    const own = await send([file('x', 'a.pdf')], { email, ...later() });
    const other = await send([file('x', `for ${email} alone.pdf`)], later());
    expect((await ground.client.post('/contacts/erase', { email })).status).to.equal(200);
    await engine.sweepOnce();
    expect([(await details(own)).attachments, await stored()]).to.deep.equal([[], 1]);
    expect((await details(other)).attachments[0].name).to.match(
      /^for [\da-f]{40}@erased\.invalid alone\.pdf$/,
    );
  });

  it('counts in the stored bytes of the account until the message is out', async () => {
    const used = async () =>
      (await ground.client.get('/quotas')).body.message.quotas.find(
        ({ name }: { name: string }) => name === 'stored_bytes',
      ).used;
    await send([file(randomBytes(57_000), 'a')]);
    expect(await used()).to.be.within(78_000, 78_600);
    await Account.updateOne({ _id: ground.client.user_id }, { $set: { 'quotas.stored_bytes': 100_000 } });
    await until(
      async () => (await told(form([file(randomBytes(57_000), 'b')])))[0] === 409,
      'the quota to hold',
    );
    await engine.sweepOnce();
    expect(await used()).to.equal(0);
  });
});
