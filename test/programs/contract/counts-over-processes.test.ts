import { expect } from 'chai';
import { placeAttachments } from '../../../common/compose/attachments.ts';
import { quotaText } from '../../../common/domain/quotas.ts';
import { Enrollment } from '../../../common/models/enrollments.ts';
import { Message } from '../../../common/models/messages.ts';
import { SegmentRecipient } from '../../../common/models/segment-recipients.ts';
import { changeQuotas, type QuotaChanges } from '../../../common/quotas/change-standing.ts';
import { type ApiProcess, startApiProcess } from '../../support/api-process.ts';
import { createSeries, join } from '../../support/automations.ts';
import { createSend, type Engine, people, startEngine } from '../../support/engine.ts';
import type { Ground } from '../../support/factories.ts';
import { rows } from '../../support/rows.ts';
import { segmentBook } from '../../support/segments.ts';

/** A call that adds one more of what has a limit of number. */
interface Adding {
  readonly path: string;
  readonly most: number;
  readonly full: string;
  /** Limits of the account, if the number is one of its quotas. */
  readonly quotas?: QuotaChanges;
  bodies(ground: Ground): Promise<(at: number) => Readonly<Record<string, unknown>>>;
}

const ADDINGS: readonly Adding[] = [
  {
    path: '/webhooks/save',
    most: 10,
    full: 'An account has at most 10 webhooks',
    bodies: async () => () => ({ url: 'https://shop.example/hook', events: ['contact.added'] }),
  },
  {
    path: '/contacts/bulk/save',
    most: 3,
    full: 'Three bulk changes have not ended yet',
    bodies: async () => () => ({ action: 'delete' }),
  },
  {
    path: '/single-send/share',
    most: 20,
    full: 'A report has at most 20 links',
    async bodies(ground) {
      const { utr } = await createSend(ground, { draft: 1 });
      return () => ({ utr });
    },
  },
  {
    path: '/global-unsubscribes/save',
    most: 5,
    full: quotaText('opt_outs'),
    quotas: { opt_outs: 5 },
    bodies: async () => (at) => ({ email_address: `out${at}@x.example` }),
  },
  {
    path: '/suppressions/save',
    most: 5,
    full: quotaText('opt_outs'),
    quotas: { opt_outs: 10 },
    bodies: async () => (at) => ({ email_address: `one${at}@x.example,two${at}@x.example` }),
  },
  {
    path: '/segment/email/store',
    most: 5,
    full: quotaText('derived_rows'),
    quotas: { derived_rows: 5 },
    async bodies({ client, contact_type_id }) {
      const segment_id = await segmentBook(client, contact_type_id).add();
      return (at) => ({ segment_id, first_name: 'Ada', last_name: 'Lovelace', email: `ada${at}@x.example` });
    },
  },
  {
    path: '/messages/send',
    most: 5,
    full: quotaText('scheduled_messages'),
    quotas: { scheduled_messages: 5 },
    bodies:
      async ({ sender_id }) =>
      (at) => ({
        email: `later${at}@x.example`,
        sender_id,
        subject: 'Later',
        template_html: '<p>Later</p>',
        send_at: new Date(Date.now() + 3600_000).toISOString(),
      }),
  },
];

const FILE = { name: 'a.txt', type: 'text/plain', content: 'a'.repeat(1000) };

describe('a limit of number, while two processes add at the same moment', () => {
  let engine: Engine;
  let other: ApiProcess;
  before(async () => {
    engine = await startEngine('counts-over-processes');
    other = await startApiProcess(engine.api.config);
  });
  after(async () => {
    await other.end('SIGKILL');
    await engine.stop();
  });

  /** Calls both processes by turns, at once. With `key`, each call has one. */
  const callBoth = (
    { public_key: PublicKey, secret_key: SecretKey }: Ground['client'],
    path: string,
    bodies: readonly unknown[],
    key?: string,
  ) =>
    Promise.all(
      bodies.map(async (body, at) => {
        const headers = {
          PublicKey,
          SecretKey,
          'Content-Type': 'application/json',
          ...(key && { 'Idempotency-Key': `${key}-${at}` }),
        };
        const init = { method: 'POST', headers, body: JSON.stringify(body) };
        if (at % 2 === 0) return engine.api.request(`/api${path}`, init);
        const answer = await fetch(`${other.url}/api${path}`, init);
        return { status: answer.status, body: await answer.json() };
      }),
    );

  for (const { path, most, full, quotas, bodies } of ADDINGS) {
    it(`holds exactly: ${path}`, async () => {
      const ground = await engine.ground();
      const { client } = ground;
      if (quotas) await changeQuotas(client.user_id, quotas);
      const body = await bodies(ground);
      const answers = await callBoth(
        client,
        path,
        Array.from({ length: most + 10 }, (_, at) => body(at)),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      expect(answers.length - refused.length, JSON.stringify(refused)).to.equal(most);
      for (const answer of refused) expect([answer.status, answer.body.errors]).to.deep.equal([409, full]);
    });
  }

  it('holds for contacts that join an automation here, while calls there add to a segment', async () => {
    const ground = await engine.ground();
    const { client, contact_type_id } = ground;
    const { user_id } = client;
    await changeQuotas(user_id, { derived_rows: 10 });
    const segment_id = await segmentBook(client, contact_type_id).add();
    const series = await createSeries(ground);
    await series.live();
    const stored = people(8, 'stored').map((email) => ({
      segment_id,
      first_name: 'A',
      last_name: 'B',
      email,
    }));
    await Promise.all([
      join(ground, people(8, 'joined'), engine.worker),
      callBoth(client, '/segment/email/store', stored),
    ]);
    const rowsOf = await Promise.all([
      rows(SegmentRecipient).countDocuments({ user_id }),
      rows(Enrollment).countDocuments({ user_id }),
    ]);
    expect(rowsOf[0] + rowsOf[1]).to.equal(10);
  });

  for (const key of [undefined, 'attached'])
    it(`holds for bytes of attachments, in calls ${key ? 'with' : 'without'} a key`, async () => {
      const { client, sender_id } = await engine.ground();
      const { bytes } = placeAttachments([
        { name: FILE.name, type: FILE.type, bytes: Buffer.byteLength(FILE.content) },
      ]);
      await changeQuotas(client.user_id, { stored_bytes: 5 * bytes });
      const message = {
        email: 'grace@x.example',
        sender_id,
        subject: 'Your file',
        template_html: '<p>It is attached.</p>',
        attachments: [{ ...FILE, content: Buffer.from(FILE.content).toString('base64') }],
      };
      const send = (count: number, round: number) =>
        callBoth(
          client,
          '/messages/send',
          Array.from({ length: count }, () => message),
          key && `${key}-${round}`,
        );
      const stored = () => rows(Message).countDocuments({ user_id: client.user_id });
      const refusedOf = (answers: Awaited<ReturnType<typeof send>>) =>
        answers.filter(({ status }) => status !== 200);
      const answers = await send(14, 0);
      for (const { status, body } of refusedOf(answers))
        expect([status, body.errors]).to.deep.equal([409, quotaText('stored_bytes')]);
      expect(await stored()).to.equal(14 - refusedOf(answers).length);
      expect(await stored()).to.be.at.most(5);
      for (let round = 1; refusedOf(await send(1, round)).length === 0; round += 1);
      expect(await stored()).to.equal(5);
    });
});
