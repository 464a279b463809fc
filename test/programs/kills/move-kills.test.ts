import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Contact } from '../../../common/models/contacts.ts';
import { Import, type ImportDocument } from '../../../common/models/imports.ts';
import { STATUSES } from '../../../shared/statuses/statuses.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { contactBook } from '../../support/contact-book.ts';
import { type MoveFiles, runMoves, uploadMove } from '../../support/moves.ts';
import { startNode } from '../../support/programs.ts';
import { rows } from '../../support/rows.ts';
import { storeEnvironment } from '../../support/store-environment.ts';
import { until } from '../../support/until.ts';

const KILLS = 2;
const PROGRAM = 'test/support/move-process.ts';
/** No server listens there. */
const DNS = { DNS_SERVERS: '127.0.0.1:9' };

const WORDS = [
  'subscribed',
  'active',
  'unsubscribed',
  'bounced',
  'spam',
  'pending',
  'archived',
  'Waiting list',
];
const lines = (from: number, to: number, each: (at: number) => string): string =>
  Array.from({ length: to - from }, (_, at) => `${each(from + at)}\n`).join('');
const person = (at: number, city: string): string =>
  `${at % 97 === 0 ? 'nobody' : `p${at}@example.com`},Person ${at},${city},${WORDS[at % WORDS.length]}`;

const HEADER = 'email,first_name,city,status\n';
/** Every fifth person has a contact before. The second file repeats people of the first. */
const EARLIER = `email,first_name,city\n${lines(0, 1000, (at) => `p${5 * at}@example.com,Person,Bonn`)}`;
const FILES: MoveFiles = {
  'people.csv': HEADER + lines(0, 5000, (at) => person(at, 'Ulm')),
  'more.csv': HEADER + lines(2500, 7500, (at) => person(at, 'Graz')),
  'suppression_bounces.csv': `email,created\n${lines(0, 3000, (at) => `b${at}@example.com,1751328000`)}`,
};

/** A stage of a move, and how many rows of it are done. */
const STAGES = ['plan', 'apply', 'undo'] as const;
type Stage = (typeof STAGES)[number];
const doneIn = (stage: Stage, found: readonly ImportDocument[]): number =>
  found.reduce((sum, { dry_run = false, rows_read, undo_counts }) => {
    if (stage === 'undo') return sum + (undo_counts?.removed ?? 0) + (undo_counts?.restored ?? 0);
    return dry_run === (stage === 'plan') ? sum + rows_read : sum;
  }, 0);

describe('killing the worker in a move', () => {
  let api: Api;

  before(async () => {
    api = await startApi('faults-move-kills', DNS);
  });
  after(() => api.stop());

  const importsOf = (client: Client) => rows(Import).find({ user_id: client.user_id }).toArray();

  /** Kills the worker anywhere in a batch. */
  async function killed(client: Client, stage: Stage, rowsDone: number): Promise<void> {
    const { child } = startNode([PROGRAM, String(client.user_id)], storeEnvironment(api.config, DNS));
    const gone = once(child, 'exit');
    try {
      await until(async () => doneIn(stage, await importsOf(client)) >= rowsDone);
      await delay(Math.random() * 40);
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
    // Lets the leases end now instead of half a minute later.
    const own = { user_id: client.user_id };
    await rows(Import).updateMany({ ...own, state: 'running' }, { $set: { lease_until: new Date(0) } });
    await rows(Import).updateMany(
      { ...own, undo_state: 'running' },
      { $set: { undo_lease_until: new Date(0) } },
    );
  }

  /** Moves the files in, and undoes it. `kill` is called in each stage. */
  async function move(kill: (client: Client, stage: Stage) => Promise<void>) {
    const client = await api.account();
    const ok = ({ status, body }: Awaited<ReturnType<Client['get']>>) => {
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const contact_type_id = await contactBook(client).addType('People');
    const form = new FormData();
    form.set('contact_type_id', String(contact_type_id));
    form.set('file', new File([EARLIER], 'earlier.csv'));
    ok(await client.post('/contacts/upload-csv', form));
    await runMoves(api.config, client.user_id);
    const run = async (stage: Stage) => {
      await kill(client, stage);
      await runMoves(api.config, client.user_id);
    };
    const details = async (id: number) => ok(await client.get(`/moves/details?id=${id}`)).message.move;
    const { id } = ok(await uploadMove(client, FILES));
    await run('plan');
    const { files, total: planned } = await details(id);
    ok(await client.post(`/moves/apply?id=${id}`, { contact_type_id }));
    await run('apply');
    const { receipt } = ok(await client.get(`/moves/receipt?id=${id}`)).message;
    const listed: Record<string, string[]> = {};
    for (const status of [...STATUSES, 'refused']) {
      const body = ok(await client.get(`/moves/receipt/rows?id=${id}&status=${status}`));
      listed[status] = body.message.rows.map((row: { email: string; file: string; line: number }) =>
        [row.file, row.line, row.email].join(' '),
      );
    }
    ok(await client.post(`/moves/undo?id=${id}`));
    await run('undo');
    const { state, undo } = await details(id);
    const left = await rows(Contact)
      .find({ user_id: client.user_id, deleted_at: null })
      .sort({ email_norm: 1 })
      .toArray();
    return {
      planned,
      plan: files.map(({ rows: read, statuses, refused }: Record<string, unknown>) => [
        read,
        statuses,
        refused,
      ]),
      total: receipt.total,
      listed,
      state,
      undo,
      left: left.map(({ email, first_name, city }) => [email, first_name, city]),
    };
  }

  it('keeps plan, receipt, its lists and the undo exact', async () => {
    const expected = await move(async () => {});
    expect(expected.state).to.equal('undone');
    const { rows: all, ...counts } = expected.total;
    expect(all).to.equal(13_000);
    for (const [status, count] of Object.entries(counts)) {
      expect(count, status).to.be.above(0);
      expect(expected.listed[status], status).to.have.length(count as number);
    }
    const reached: string[] = [];
    const disturbed = await move(async (client, stage) => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await killed(client, stage, kill * 2000);
        reached.push(`${stage} ${doneIn(stage, await importsOf(client))}`);
      }
    });
    expect(disturbed, `killed at ${reached.join(', ')}`).to.deep.equal(expected);
  });
});
