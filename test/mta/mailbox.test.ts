import { expect } from 'chai';
import { ImapFlow } from 'imapflow';
import mongoose from 'mongoose';
import { createLogger } from '../../common/log.ts';
import { type PollingSettings, startPolling } from '../../inbound/imap/polling.ts';
import type { MailTaker } from '../../inbound/receiver.ts';
import { KEPT_BYTES } from '../../inbound/reports/limits.ts';
import { freePort } from '../../local/ports.ts';
import { until } from '../support/until.ts';
import { type ImapServer, startDovecot } from './support/dovecot.ts';

describe('the reader of a mailbox of bounces, at Dovecot,', () => {
  let server: ImapServer;
  let port: number;
  /** Subjects of the mails that were read. */
  const read: string[] = [];
  let fault: ((subject: string) => Error | null) | null = null;
  const receiver: MailTaker = {
    room: () => KEPT_BYTES,
    async mail(_source, raw) {
      const subject = /^Subject: (.*)\r$/m.exec(Buffer.from(raw).toString())![1]!;
      const error = fault?.(subject);
      if (error) throw error;
      read.push(subject);
      return [];
    },
  };
  const log = createLogger('inbound', process.env['LOG_LEVEL'] ?? 'silent');
  let begun: ReturnType<typeof startPolling>[] = [];
  function poll(settings: Partial<PollingSettings> = {}) {
    const given = { url: server.url, seconds: 5, moveTo: null, delete: false, ...settings };
    const polling = startPolling(given, receiver, log, 50);
    begun.push(polling);
    return polling;
  }

  before(async () => {
    port = await freePort();
    server = await startDovecot(port);
  });
  after(() => server?.stop());
  beforeEach(() => {
    read.length = 0;
    fault = null;
  });
  // A test that failed has not stopped its own, and the program would never end.
  afterEach(async () => {
    await Promise.all(begun.map((polling) => polling.stop()));
    begun = [];
  });

  async function asOwner<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      doSTARTTLS: false,
      auth: { user: 'bounces', pass: 'secret' },
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await work(client);
    } finally {
      await client.logout();
    }
  }
  const put = (subject: string, body = 'gone') =>
    asOwner((client) =>
      client.append('INBOX', `To: x@bounces.example\r\nSubject: ${subject}\r\n\r\n${body}\r\n`),
    );
  /** How many there are in a folder. */
  const count = (query: object, folder = 'INBOX') =>
    asOwner(async (client) => {
      await client.mailboxOpen(folder);
      return ((await client.search(query, { uid: true })) || []).length;
    });

  it('reads mails at the start and as they come, each once', async () => {
    await put('one');
    const polling = poll();
    await until(() => read.includes('one'), 'the first mail');
    await put('two');
    await until(() => read.includes('two'), 'the second mail');
    await until(async () => (await count({ seen: false })) === 0, 'both to be marked');
    await polling.stop();
    const again = poll();
    await put('three');
    await until(() => read.includes('three'), 'the third mail');
    await again.stop();
    expect(read).to.deep.equal(['one', 'two', 'three']);
    expect(await count({ all: true })).to.equal(3);
  });

  it('reads a mail again after MongoDB was away, reads the beginning of a large one, and flags one that it can not take', async () => {
    let away = 2;
    fault = (subject) => {
      if (subject === 'bad') return new Error('a bug');
      away -= 1;
      return away >= 0 ? new mongoose.mongo.MongoServerSelectionError('away', {} as never) : null;
    };
    await put('bad');
    await put('good');
    await put('large', 'x'.repeat(2 ** 20).replaceAll(/(.{900})/g, '$1\r\n'));
    const polling = poll();
    await until(async () => (await count({ flagged: true })) === 1 && read.length === 2, 'all of them');
    await polling.stop();
    expect(read).to.have.members(['good', 'large']);
  });

  it('empties the mailbox when it is set to move or delete mails', async () => {
    await put('four');
    const polling = poll({ moveTo: 'Done' });
    await until(async () => (await count({ flagged: false })) === 0, 'the mailbox to be emptied');
    await polling.stop();
    expect(read).to.include('four');
    expect(await count({ all: true }, 'Done')).to.equal(read.length);
    await put('five');
    const deleting = poll({ delete: true });
    await until(async () => (await count({ flagged: false })) === 0, 'the mailbox to be emptied again');
    await deleting.stop();
    expect(read).to.include('five');
  });

  it('connects again after its server was away', async () => {
    const polling = poll();
    await server.stop();
    server = await startDovecot(port);
    await put('six');
    await until(() => read.includes('six'), 'a mail after the restart', 40_000);
    await polling.stop();
  });
});
