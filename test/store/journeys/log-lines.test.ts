import { expect } from 'chai';
import { createWorker, type Worker } from '../../../worker/worker.ts';
import { type Api, startOwnApi } from '../../support/api.ts';
import { anAccount, aSend, type Ground } from '../../support/factories.ts';
import { type KeptLog, keepLog, problemsOf } from '../../support/kept-log.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { until } from '../../support/until.ts';
import { addContacts, completed } from '../../support/world.ts';

describe('the log lines of API and worker', () => {
  let mail: MailServer;
  let api: Api;
  let worker: Worker;
  let ground: Ground;
  let ofApi: KeptLog;
  let ofWorker: KeptLog;

  before(async () => {
    [ofApi, ofWorker] = [keepLog('api'), keepLog('worker')];
    mail = await startMailServer();
    api = await startOwnApi('journey-log-lines', { SMTP_URL: mail.url }, { log: ofApi.log });
    worker = createWorker(api.config, { log: ofWorker.log });
    await worker.run();
    ground = await anAccount(api);
  });
  after(async () => {
    await worker.stop();
    await api.stop();
    await mail.stop();
    const bad = [...ofApi.lines, ...ofWorker.lines].flatMap((line) =>
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
});
