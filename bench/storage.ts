import { mailingOfSend } from '../common/domain/mailing-keys.ts';
import { signToken, tokenKey } from '../common/domain/tokens.ts';
import { Delivery } from '../common/models/deliveries.ts';
import { rows } from '../test/support/rows.ts';
import { mailsArrived } from './support/arrivals.ts';
import { fillContacts } from './support/contacts.ts';
import { bytesOnDisk } from './support/disk.ts';
import { report } from './support/figures.ts';
import { layGround } from './support/ground.ts';
import { rateOf } from './support/load.ts';
import { writtenBy } from './support/processes.ts';
import { idOf, sendNewsletter } from './support/send-newsletter.ts';
import { startStack } from './support/stack.ts';

/**
 * Bytes on disk that a mail leaves behind: `node --import tsx bench/storage.ts [recipients]`. A newsletter is sent by the whole pipeline.
 * Of a hundred recipients thirty open it, and five click in it. Everything that MongoDB then has more than before counts, in all
 * collections and indexes, without the space that it has kept free in its files. Also what a contact takes, and what MongoDB writes into its
 * files for a mail.
 */
const [recipients = 1_000_000] = process.argv.slice(2).map(Number);
const CLIENTS = 32;
const OPENED = 30;
const CLICKED = 5;

const stack = await startStack({ environment: { SMTP_CONNECTIONS: '10' } });
try {
  const { call, keys, sink, startWorker, origin } = stack;
  await layGround(call);
  const empty = await bytesOnDisk();
  await fillContacts(keys.user_id, recipients);
  startWorker();
  const before = await bytesOnDisk();
  const unwritten = writtenBy(stack.mongod.pid);
  const { utr } = await sendNewsletter(call, { entry: 'contacts_1' });
  const mailing = mailingOfSend(await idOf({ utr }));
  await mailsArrived(sink, 0, recipients);
  await until(async () => (await detailsOf()).status === 3);

  const ids = (await rows(Delivery).find({ mailing }).project<{ _id: number }>({ _id: 1 }).toArray()).map(
    ({ _id }) => _id,
  );
  const key = tokenKey(stack.environment['APP_SECRET']!);
  const open = ids
    .filter((id) => id % 100 < OPENED)
    .map((id) => `/o/${signToken(key, 'open', { account: keys.user_id, id })}`);
  const click = ids
    .filter((id) => id % 100 < CLICKED)
    .map((id) => `/c/${signToken(key, 'click', { account: keys.user_id, id }, 1)}`);
  await ask(open, 200);
  await ask(click, 302);
  await until(async () => (await detailsOf()).unique_opens >= open.length);
  // Workers count what is kept by batch, a minute after the last change.
  await until(async () => {
    const answer: object = await call(`/single-send/timeline?utr=${utr}&by=hour`);
    return 'refreshing' in answer && answer.refreshing === false;
  });

  const after = await bytesOnDisk();
  const written = writtenBy(stack.mongod.pid);
  const each = (bytes: number): number => Math.round(bytes / recipients);
  const size = `${recipients.toLocaleString('en')} mails`;
  report(
    {
      what: `on disk, ${size}`,
      value: each(after.data + after.indexes - before.data - before.indexes),
      unit: 'bytes a mail',
      goal: { atMost: 190 },
    },
    { what: 'of them documents', value: each(after.data - before.data), unit: 'bytes a mail' },
    { what: 'of them indexes', value: each(after.indexes - before.indexes), unit: 'bytes a mail' },
    { what: 'documents of a contact', value: each(before.data - empty.data), unit: 'bytes a contact' },
    { what: 'indexes of a contact', value: each(before.indexes - empty.indexes), unit: 'bytes a contact' },
    { what: 'written by MongoDB', value: each(written.bytes - unwritten.bytes), unit: 'bytes a mail' },
    {
      what: 'writes of MongoDB',
      value: Math.round(((written.writes - unwritten.writes) * 1000) / recipients),
      unit: 'a thousand mails',
    },
  );

  async function detailsOf(): Promise<{ status: number; unique_opens: number }> {
    const { singleSend } = (await call(`/single-send/details?utr=${utr}`)).message as {
      singleSend: [{ status: number; unique_opens: number }];
    };
    return singleSend[0];
  }

  async function ask(paths: readonly string[], status: number): Promise<void> {
    let asked = 0;
    while (asked < paths.length) {
      await rateOf({ origin, status, path: () => paths[asked++ % paths.length]! }, CLIENTS, 1000);
    }
  }
} finally {
  await stack.stop();
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 300_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('it took longer than five minutes');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
