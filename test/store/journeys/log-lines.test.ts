import { expect } from 'chai';
import { runInbound } from '../../../inbound/run.ts';
import { createWorker, type Worker } from '../../../worker/worker.ts';
import { type Api, startOwnApi } from '../../support/api.ts';
import { createSeries } from '../../support/automations.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { type KeptLog, keepLog, problemsOf } from '../../support/kept-log.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import { addContacts, completed } from '../../support/world.ts';
import { handOver } from '../inbound/support/smtp-dialogue.ts';

const LOGIN = 'postmark:a long password of 32 characters';
const RECEIVERS = {
  BOUNCE_DOMAIN: 'bounces.example',
  INBOUND_SMTP_PORT: '0',
  INBOUND_PORT: '0',
  HOOK_POSTMARK_LOGIN: LOGIN,
};

describe('the log lines of API, worker and receivers', () => {
  let mail: MailServer;
  let api: Api;
  let worker: Worker;
  let ground: Ground;
  let ofApi: KeptLog;
  let ofWorker: KeptLog;
  let ofInbound: KeptLog;

  before(async () => {
    [ofApi, ofWorker, ofInbound] = [keepLog('api'), keepLog('worker'), keepLog('inbound')];
    mail = await startMailServer();
    api = await startOwnApi('journey-log-lines', { SMTP_URL: mail.url, ...RECEIVERS }, { log: ofApi.log });
    worker = createWorker(api.config, { log: ofWorker.log });
    await worker.run();
    ground = await anAccount(api);
  });
  after(async () => {
    await worker.stop();
    await api.stop();
    await mail.stop();
    const bad = [...ofApi.lines, ...ofWorker.lines, ...ofInbound.lines].flatMap((line) =>
      problemsOf(line).map((problem) => `${problem}: ${line}`),
    );
    expect(bad).to.deep.equal([]);
  });

  /** The line of the request that was made last. */
  async function requestLine(act: () => Promise<unknown>): Promise<Readonly<Record<string, unknown>>> {
    const before = ofApi.of('request answered').length;
    await act();
    return until(() => ofApi.of('request answered')[before]);
  }

  it('have the account and the network of the client in the line of a request', async () => {
    const { client } = ground;
    const line = await requestLine(() => client.get('/contacts-type'));
    expect(line).to.include({
      level: 'info',
      process: 'api',
      pid: process.pid,
      method: 'GET',
      status: 200,
      user_id: client.user_id,
      address: '127.0.0.0/24',
    });
    expect(line).to.include.keys('host', 'version', 'request_id', 'route', 'ms');
    const invalid = await requestLine(() => client.post('/contacts-type/add'));
    expect(invalid).to.include({ status: 422, user_id: client.user_id, address: '127.0.0.0/24' });
  });

  it('have the account of a known public key, and the network, in the line of a 401', async () => {
    const { public_key, user_id } = ground.client;
    const asked = (PublicKey: string) => () =>
      api.request('/api/contacts-type', { headers: { PublicKey, SecretKey: 'wrong' } });
    const seen = { status: 401, address: '127.0.0.0/24' };
    expect(await requestLine(asked(public_key))).to.include({ ...seen, user_id });
    expect(await requestLine(asked('unknown'))).to.include({ ...seen, user_id: null });
    expect(await requestLine(() => api.request('/api/contacts-type'))).to.include({ ...seen, user_id: null });
  });

  for (const [form, address] of [
    ['full', '127.0.0.1'],
    ['none', null],
  ] as const)
    it(`have ${address ?? 'no'} address with LOG_ADDRESSES=${form}`, async () => {
      const other = await api.another({ LOG_ADDRESSES: form });
      try {
        expect(await requestLine(() => other.request('/api/contacts-type'))).to.include({ address });
      } finally {
        await other.stop();
      }
    });

  it('warn once of X-Forwarded-For while no proxy is trusted', async () => {
    const told = (): number => ofApi.lines.filter((line) => line.includes('"X-Forwarded-For ignored')).length;
    expect(told()).to.equal(0);
    for (let call = 0; call < 2; call += 1)
      await requestLine(() =>
        api.request('/api/contacts-type', { headers: { 'X-Forwarded-For': '192.0.2.1' } }),
      );
    expect(told()).to.equal(1);
  });

  it('have the job, with its ids, in the lines of a send', async () => {
    await addContacts(ground, ['ann@example.com', 'bob@example.com']);
    const made = await ground.client.post('/single/send/create', aSend(ground));
    await completed(ground.client, made.body.message.utr);
    const [line] = await until(() => {
      const found = ofWorker.of('mailing completed');
      return found.length > 0 && found;
    });
    expect(line).to.include({ process: 'worker', user_id: ground.client.user_id });
    expect(line!['job']).to.include({
      name: 'finish-mailing',
      mailing_id: line!['mailing_id'],
      user_id: ground.client.user_id,
    });
  });

  it('are of this form in an import and the automation that its contacts join', async () => {
    const series = await createSeries(ground);
    await series.email({ subject: 'Welcome' });
    await series.live();
    const form = new FormData();
    form.set('contact_type_id', String(ground.contact_type_id));
    form.set('file', new Blob(['email\ncyd@example.com\nnobody\n']), 'list.csv');
    expect((await ground.client.post('/contacts/upload-csv', form)).status).to.equal(200);
    const [line] = await until(() => {
      const found = ofWorker.of('import ended');
      return found.length > 0 && found;
    });
    expect(line!['job']).to.include({ name: 'import-contacts', import_id: line!['import_id'] });
    await until(() => mail.to('cyd@example.com').length > 0, 'the email of the automation');
  });

  it('are of this form in calls of webhooks that fail', async () => {
    const receiver = await startWebhookReceiver();
    try {
      receiver.status = 500;
      const saved = await ground.client.post('/webhooks/save', {
        url: receiver.url,
        events: ['single_send.completed'],
      });
      expect(saved.status, JSON.stringify(saved.body)).to.equal(200);
      const made = await ground.client.post('/single/send/create', aSend(ground));
      await completed(ground.client, made.body.message.utr);
      await until(() => receiver.server.asked.length > 0, 'a call');
    } finally {
      await receiver.stop();
    }
  });

  it('are of this form in reports of mails that came back', async () => {
    const inbound = await runInbound(api.config, ofInbound.log);
    try {
      const hook = `http://127.0.0.1:${inbound.hooksPort}/hooks/postmark`;
      const post = (body: string, login = LOGIN) =>
        fetch(hook, { method: 'POST', body, headers: { Authorization: `Basic ${btoa(login)}` } });
      await post(JSON.stringify({ RecordType: 'Bounce', Email: 'a@x.example', MessageID: 'unknown' }));
      await post('{', 'postmark:wrong');
      expect(
        await handOver(inbound.smtpPort!, '', 'nobody@bounces.example', 'Subject: back\n\nIt came back.'),
      ).to.match(/^[25]/);
      await until(() => ofInbound.lines.length > 2, 'lines of the receivers');
      for (const line of ofInbound.lines) expect(JSON.parse(line)).to.include({ process: 'inbound' });
    } finally {
      await inbound.stop();
    }
  });
});
