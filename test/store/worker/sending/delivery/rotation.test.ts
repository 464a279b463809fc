import { expect } from 'chai';
import { setClock } from '../../../../../common/clock.ts';
import { Mailing } from '../../../../../common/models/mailings.ts';
import { keyIdOf } from '../../../../../common/secrets/signing.ts';
import deliverSlice from '../../../../../worker/sending/jobs/deliver-slice.ts';
import { startSingleSend } from '../../../../../worker/sending/single-sends/start.ts';
import { createSend, type Engine, openSend, people, startEngine } from '../../../../support/engine.ts';
import { type Ground } from '../../../../support/factories.ts';
import { perform } from '../../../../support/job-payloads.ts';
import { rows } from '../../../../support/rows.ts';
import { startScriptedSmtp } from '../../../../support/scripted-smtp.ts';
import { addContacts } from '../../../../support/world.ts';

const NEW = 'the new one with enough characters in it';

const header = (raw: string, name: string): string =>
  new RegExp(`^${name}: (.+)$`, 'im').exec(raw.replaceAll('\r', ''))?.[1] ?? '';
const unsubscribePath = (raw: string): string =>
  new URL(/<(http[^>]+)>/.exec(header(raw, 'List-Unsubscribe'))![1]!).pathname;

describe('a send whose signing secret is rotated meanwhile', () => {
  let engine: Engine;
  let ground: Ground;
  let old: string;

  before(async () => {
    engine = await startEngine('rotation');
    old = engine.api.config.appSecret;
  });
  after(() => engine.stop());
  beforeEach(async () => {
    ground = await engine.ground();
    engine.mail.mails.length = 0;
    engine.rung.length = 0;
    await addContacts(ground, people(12));
  });
  afterEach(() => setClock());

  /**
   * Twelve mails: two are accepted, and one is in doubt because the connection was cut at its final dot. Then the secrets
   * are `[NEW, old]`.
   */
  async function rotateInMidSend(beforeIds: boolean) {
    const server = await startScriptedSmtp({
      act: ({ point, mail }) => (point === 'dot' && mail === 3 ? 'cut' : undefined),
    });
    const subject = await openSend(engine, ground);
    expect((await subject.document()).key_id).to.equal(keyIdOf(old));
    if (beforeIds) await rows(Mailing).updateOne({ _id: subject.mailing }, { $unset: { key_id: '' } });
    const stop = new AbortController();
    const running = perform(
      deliverSlice,
      { mailing: subject.mailing, lane: 0, turn: 0 },
      engine.another({ stopping: stop.signal }, { smtpUrls: [server.url], smtpConnections: 1 }),
    );
    while (server.messages.length < 3) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await running;
    await server.close();
    setClock(() => Date.now() + 3600_000);
    await engine.sweepOnce(engine.another({}, { appSecret: NEW, signingSecrets: [NEW, old] }));
    expect(await subject.details()).to.deep.include({ status: 3, triggered: 12, delivered: 12 });
    return { subject, first: [...server.messages] };
  }

  for (const beforeIds of [false, true]) {
    const which = beforeIds ? ' (begun by a version without key ids)' : '';
    it(`sends mails in doubt again with the same Message-ID, and all links work${which}`, async () => {
      const { first } = await rotateInMidSend(beforeIds);
      const later = engine.mail.mails
        .filter(({ from }) => from === 'ada@sender.example')
        .map(({ raw }) => raw.toString());
      const idsOf = (mails: readonly string[]) => mails.map((mail) => header(mail, 'Message-ID'));
      const again = later.filter((mail) => idsOf(first).includes(header(mail, 'Message-ID')));
      expect(again.length, 'the mail in doubt came again as the same').to.be.within(1, 3);
      expect(new Set(idsOf([...first, ...later])).size).to.equal(12);
      for (const mail of again) {
        const before = first.find((one) => header(one, 'Message-ID') === header(mail, 'Message-ID'))!;
        expect(unsubscribePath(mail)).to.equal(unsubscribePath(before));
      }

      const rotated = await engine.api.another({ APP_SECRETS: `${NEW},${old}` });
      const without = await engine.api.another({ APP_SECRETS: NEW });
      for (const mail of [...first, ...later]) {
        const path = unsubscribePath(mail);
        expect((await rotated.request(path)).status).to.equal(200);
        expect((await without.request(path)).status).to.equal(404);
      }
      const [one] = first;
      expect((await rotated.request(unsubscribePath(one!), { method: 'POST' })).status).to.equal(200);
      await Promise.all([rotated.stop(), without.stop()]);
    });
  }

  it('precedes sends signed with the new secret, whose links old processes accept when they know it', async () => {
    const subject = await createSend(ground);
    const worker = engine.another({}, { appSecret: NEW, signingSecrets: [NEW, old] });
    await startSingleSend({ singleSendId: subject.id, userId: subject.userId }, worker);
    await engine.work(worker);
    expect((await subject.document()).key_id).to.equal(keyIdOf(NEW));
    const path = unsubscribePath(engine.mail.to('person0@example.com').at(-1)!.raw.toString());
    const knows = await engine.api.another({ APP_SECRETS: `${old},${NEW}` });
    expect((await engine.api.request(path)).status).to.equal(404);
    expect((await knows.request(path)).status).to.equal(200);
    await knows.stop();
  });
});
