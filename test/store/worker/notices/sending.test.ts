import { expect } from 'chai';
import { note, noteUnsubscribed } from '../../../../common/changes/notices.ts';
import { stopNotifications } from '../../../../common/changes/notification-recipients.ts';
import { setClock } from '../../../../common/clock.ts';
import { NoticeQuota } from '../../../../common/models/notice-quotas.ts';
import { Notice, newNotice } from '../../../../common/models/notices.ts';
import { dueNotices } from '../../../../common/queries/notices.ts';
import sendNotices from '../../../../worker/notices/jobs/send-notices.ts';
import type { WorkerContext } from '../../../../worker/runtime/context.ts';
import type { Client } from '../../../support/api.ts';
import { type Engine, startEngine } from '../../../support/engine.ts';
import { stopPath, subjects, told, watch } from '../../../support/notices.ts';
import { rows } from '../../../support/rows.ts';

const MINUTE = 60_000;

describe('a notice to recipients', () => {
  let engine: Engine;
  let client: Client;
  let events = 0;

  before(async () => {
    engine = await startEngine('worker-notices-sending');
  });
  after(() => engine.stop());
  beforeEach(async () => {
    client = await engine.api.account({ timezone: 'Europe/Berlin' });
  });
  afterEach(() => {
    setClock();
    engine.mail.answer(() => null);
  });

  const silent = { warn: () => {} };
  /** An event that needs no other document: one person unsubscribed, in a separate minute. */
  const happen = async (address = `reader-${++events}@example.com`): Promise<string> => {
    const _id = `unsubscribed-all-${client.user_id}-test${++events}`;
    const { user_id } = client;
    const event = { _id, user_id, kind: 'unsubscribed-all', subject: user_id, addresses: [address] } as const;
    await rows(Notice).insertOne(newNotice({ ...event, addresses: [address] }, new Date()));
    return _id;
  };
  const run = (worker: Partial<WorkerContext> = {}) =>
    sendNotices.run({ userId: client.user_id }, { ...engine.worker, ...worker });
  const noticeOf = async (key: string) => (await rows(Notice).findOne({ _id: key }))!;
  const goOn = (milliseconds: number) => setClock(() => Date.now() + milliseconds);

  it('goes out once, however often and wherever the job runs', async () => {
    const addresses = [await watch(client), await watch(client), await watch(client)];
    await happen('gone@example.com');
    await Promise.all([run(), run(), run()]);
    await run();
    goOn(10 * MINUTE);
    await run();
    for (const address of addresses) {
      expect(await subjects(engine.mail, address)).to.deep.equal(['1 person unsubscribed from all emails']);
    }
    expect(await dueNotices(new Date(Date.now() + 100 * MINUTE))).not.to.include(client.user_id);
  });

  describe('as a mail', () => {
    let address: string;
    let read: Awaited<ReturnType<typeof told>>[number];

    beforeEach(async () => {
      address = await watch(client);
      const key = await happen();
      await rows(Notice).updateOne({ _id: key }, { $set: { at: new Date('2099-07-01T22:30:00Z') } });
      await run();
      [read] = (await told(engine.mail, address)) as [typeof read];
    });

    it('contains text and HTML, with times in the account’s zone', () => {
      expect(read.text).to.include('2 July 2099, 00:30 (Europe/Berlin)').and.include(address);
      expect(read.html).to.include('2 July 2099, 00:30 (Europe/Berlin)');
    });

    it('contains a link that stops further notices', () => {
      const path = stopPath(read, engine.api.config.publicUrl);
      expect(path).to.match(/^\/notifications\/[\w-]{40}$/);
      for (const part of [read.text, read.html]) expect(part).to.include(path);
    });

    it('carries headers for the unsubscribe button, and that it is automatic', () => {
      const header = (name: string) => read.headers.find((one) => one.key === name)?.value;
      expect(header('list-unsubscribe-post')).to.equal('List-Unsubscribe=One-Click');
      expect(header('auto-submitted')).to.equal('auto-generated');
    });
  });

  it('goes to each address once, in any spelling', async () => {
    const address = await watch(client);
    await watch(client, address.toUpperCase());
    await happen();
    await run();
    expect(engine.mail.to(address)).to.have.length(1);
    expect(engine.mail.to(address.toUpperCase())).to.have.length(0);
  });

  it('stays unsent without recipients', async () => {
    const key = await happen();
    const before = engine.mail.mails.length;
    await run();
    expect((await noticeOf(key)).due_at).to.equal(null);
    expect(engine.mail.mails).to.have.length(before);
  });

  it('reaches no recipient who was added later', async () => {
    await happen();
    await run();
    const before = engine.mail.mails.length;
    await watch(client);
    await run();
    expect(engine.mail.mails).to.have.length(before);
  });

  it('stops for an address in all its spellings, and for no other address', async () => {
    const [address, other] = [await watch(client), await watch(client)];
    await watch(client, address.toUpperCase());
    await stopNotifications(client.user_id, address, new Date());
    await happen();
    await run();
    expect(await subjects(engine.mail, address)).to.deep.equal([]);
    expect(await subjects(engine.mail, other)).to.have.length(1);
  });

  it('combines the unsubscribes of a minute', async () => {
    const address = await watch(client);
    const minute = Math.ceil(Date.now() / MINUTE) * MINUTE;
    setClock(() => minute + 1000);
    const many = Array.from({ length: 25 }, (_, at) => `reader-${at}@example.com`);
    await Promise.all(many.map((one) => noteUnsubscribed(client.user_id, one, silent)));
    await engine.sweepOnce();
    expect(await subjects(engine.mail, address), 'before the minute is over').to.deep.equal([]);
    setClock(() => minute + MINUTE + 1);
    await engine.sweepOnce();
    // Too late for the mail that was sent; it is in the next one.
    setClock(() => minute + MINUTE - 1);
    await noteUnsubscribed(client.user_id, 'late@example.com', silent);
    setClock(() => minute + 2 * MINUTE + 1);
    await engine.sweepOnce();
    const all = await told(engine.mail, address);
    expect(all.map((read) => read.subject)).to.deep.equal([
      '25 people unsubscribed from all emails',
      '1 person unsubscribed from all emails',
    ]);
    expect(all[0]!.text!.match(/reader-\d+@/g)).to.have.length(10);
    expect(all[0]!.text).to.include('and 15 others');
    expect(all[1]!.text).to.include('late@example.com');
  });

  it('stops after 100 mails a day for each address, and announces it in the last mail', async () => {
    const address = await watch(client);
    await countToday(address, 99);
    for (const subject of [1, 2, 3])
      await note(
        {
          kind: 'sender-verified',
          user_id: client.user_id,
          subject: await sender(),
          occasion: subject,
          facts: { address: `s${subject}@example.com` },
        },
        silent,
      );
    await run();
    const all = await told(engine.mail, address);
    expect(all).to.have.length(1);
    expect(all[0]!.text).to.include('the last notification of today');
    goOn(24 * 60 * MINUTE);
    await note(
      {
        kind: 'sender-verified',
        user_id: client.user_id,
        subject: await sender(),
        occasion: 4,
        facts: { address: 's4@example.com' },
      },
      silent,
    );
    await run();
    expect(engine.mail.to(address)).to.have.length(2);
  });

  it('leaves room for others on a day with many unsubscribes', async () => {
    const address = await watch(client);
    await countToday(address, 79);
    for (let event = 0; event < 3; event += 1) await happen();
    await run();
    expect(engine.mail.to(address)).to.have.length(1);
    await note(
      {
        kind: 'sender-verified',
        user_id: client.user_id,
        subject: await sender(),
        facts: { address: 's@example.com' },
      },
      silent,
    );
    await run();
    expect(engine.mail.to(address)).to.have.length(2);
  });

  it('goes out again when the server defers it, without the recipients who have got theirs', async () => {
    const [early, late] = [await watch(client), await watch(client)];
    const key = await happen();
    engine.mail.answer((address) => (address === early ? { code: 451, text: 'later' } : null));
    await run();
    expect([engine.mail.to(early).length, engine.mail.to(late).length]).to.deep.equal([0, 1]);
    engine.mail.answer(() => null);
    await run();
    expect(engine.mail.to(early), 'not before its time').to.have.length(0);
    goOn(15_000);
    await run();
    expect([engine.mail.to(early).length, engine.mail.to(late).length]).to.deep.equal([1, 1]);
    expect((await noticeOf(key)).due_at).to.equal(null);
    const quota = await NoticeQuota.findOne({ _id: { $regex: `${early}$` } });
    expect(quota!.sent).to.equal(1);
  });

  it('keeps trying for four days when no server is reached', async () => {
    const address = await watch(client);
    const key = await happen();
    const { mailer: away } = engine.another({}, { smtpUrls: ['smtp://127.0.0.1:9'] });
    await run({ mailer: away });
    expect((await noticeOf(key)).due_at!.getTime()).to.be.within(Date.now() + 5000, Date.now() + 10_000);
    goOn(11_000);
    await run();
    expect(engine.mail.to(address)).to.have.length(1);

    const second = await happen();
    await run({ mailer: away });
    goOn(97 * 60 * MINUTE);
    await run({ mailer: away });
    expect((await noticeOf(second)).due_at).to.equal(null);
  });

  it('ends for an address that the server refuses', async () => {
    await watch(client);
    const key = await happen();
    engine.mail.answer(() => ({ code: 550, text: 'no such user' }));
    await run();
    expect((await noticeOf(key)).due_at).to.equal(null);
  });

  it('goes out at most twice when the worker dies, as the same mail', async () => {
    const [first, second] = [await watch(client), await watch(client)];
    await happen();
    const { mailer } = engine.worker;
    let sent = 0;
    const dying: WorkerContext['mailer'] = {
      patience: mailer.patience,
      async send(mail) {
        await mailer.send(mail);
        sent += 1;
        // Handed over, but never recorded.
        if (sent === 2) throw Object.assign(new Error('the worker died'), { code: 'DIED' });
      },
    };
    await run({ mailer: dying });
    goOn(11_000);
    await run();
    expect(engine.mail.to(first)).to.have.length(1);
    const twice = await told(engine.mail, second);
    expect(twice).to.have.length(2);
    expect(twice[0]!.messageId).to.equal(twice[1]!.messageId).and.include('unsubscribed-all-');
  });

  it('passes to another worker when this one is asked to stop', async () => {
    const address = await watch(client);
    await happen();
    await run({ stopping: AbortSignal.abort() });
    expect(engine.mail.to(address)).to.have.length(0);
    await run();
    expect(engine.mail.to(address)).to.have.length(1);
  });

  it('delays no work that notes an event', async () => {
    const said: unknown[] = [];
    await watch(client);
    const bad = { user_id: client.user_id, kind: 'send-started', subject: 1, facts: { a: 1n } } as never;
    const tooBig = {
      user_id: client.user_id,
      kind: 'send-started',
      subject: 2,
      facts: { a: 'x'.repeat(17 * 2 ** 20) },
    } as never;
    await note(bad, silent);
    await note(tooBig, { warn: (fields: unknown) => said.push(fields) } as never);
    expect(said).to.have.length(1);
  });

  /** Sets how many mails the address got today. */
  async function countToday(address: string, sent: number): Promise<void> {
    const day = new Date().toISOString().slice(0, 10);
    await NoticeQuota.insertOne({
      _id: `${day} ${address}`,
      sent,
      expires_at: new Date(Date.now() + 3600_000),
    });
  }

  /** A sender for a notice. */
  async function sender(): Promise<number> {
    await client.post('/sender/save', {
      from_name: 'Ada',
      from_email: 'ada@sender.example',
      reply_to_email: 'ada@sender.example',
      country_id: 1,
      company_address: '1 Main Street',
      nickname: 'ada',
    });
    return (await client.get('/senders')).body.message.senders.at(-1).id;
  }
});
