import { expect } from 'chai';
import type { DeliveryDocument } from '../../../common/models/deliveries.ts';
import type { WorkerContext } from '../../../worker/context.ts';
import deliverSlice from '../../../worker/jobs/deliver-slice.ts';
import { type Engine, openSend, type Subject, startEngine } from '../../support/engine.ts';
import { type Act, type Occasion, type ScriptedSmtp, startScriptedSmtp } from '../../support/scripted-smtp.ts';
import { until } from '../../support/until.ts';
import { addContacts, type Ground } from '../../support/world.ts';

const EACH = 60;
const DOMAINS = ['one', 'two', 'three', 'four', 'slow'];
const SLOW = 'slow.example';

/** The server answers for the slow domain in one of these ways; it answers for all others at once. */
const WAYS: Readonly<Record<string, (occasion: Occasion) => Act | undefined>> = {
  '421 and the end at RCPT': ({ point }) => (point === 'RCPT' ? '421 4.7.0 too many mails' : undefined),
  '421 and the end at the dot': ({ point }) => (point === 'dot' ? '421 4.7.0 too many mails' : undefined),
  'nothing after the dot': ({ point }) => (point === 'dot' ? 'hang' : undefined),
  '450 at RCPT': ({ point }) => (point === 'RCPT' ? '450 4.2.0 later' : undefined),
};

describe('a recipient domain that is slow', () => {
  let engine: Engine;
  let ground: Ground;
  let subject: Subject;
  let server: ScriptedSmtp;

  before(async () => {
    engine = await startEngine('slow-domains', { SMTP_CONNECTIONS: '10' });
    ground = await engine.ground();
    const people = Array.from({ length: EACH }, (_, at) =>
      DOMAINS.map((domain) => `person${at}@${domain}.example`),
    ).flat();
    await addContacts(ground, people);
  });
  after(() => engine.stop());
  beforeEach(async () => {
    subject = await openSend(engine, ground);
  });
  afterEach(() => server.close());

  /** A worker whose server treats mails to the slow domain in this way; a 421 ends the connection. */
  async function workerFor(
    way: (occasion: Occasion) => Act | undefined,
    changes: Partial<WorkerContext> = {},
    settings: Partial<WorkerContext['config']> = {},
  ): Promise<WorkerContext> {
    const recipients = new Map<number, string>();
    server = await startScriptedSmtp({
      act(occasion) {
        if (occasion.point === 'RCPT') recipients.set(occasion.connection, occasion.command);
        if (!recipients.get(occasion.connection)?.includes(SLOW)) return undefined;
        const act = way(occasion);
        return act?.startsWith('421') ? `${act}\r\n` : act;
      },
    });
    return engine.another(changes, { smtpUrls: [server.url], ...settings });
  }

  const states = async (of: (row: DeliveryDocument) => boolean): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (const row of (await subject.rows()).filter(of)) counts.set(row.state, (counts.get(row.state) ?? 0) + 1);
    return counts;
  };
  const isSlow = (row: DeliveryDocument): boolean => row.email.endsWith(SLOW);
  const othersAreDone = async (): Promise<boolean> =>
    (await states((row) => !isSlow(row))).get('accepted') === EACH * (DOMAINS.length - 1);

  for (const [name, way] of Object.entries(WAYS)) {
    for (const inDoubt of ['resend', 'hold'] as const) {
      it(`does not hold up others: ${name} (${inDoubt})`, async () => {
        const hurry = new AbortController();
        const worker = await workerFor(way, { hurry: hurry.signal }, { inDoubt });
        const slices = async (): Promise<void> => {
          const slice = { mailing: subject.mailing, lane: 0, turn: 0 } as const;
          while (!hurry.signal.aborted) {
            await deliverSlice.run(slice, worker);
            await engine.sweep(worker);
          }
        };
        const running = slices();
        await until(othersAreDone);
        const slow = await states(isSlow);
        expect(slow.get('accepted')).to.equal(undefined);
        hurry.abort();
        await running;
        const rows = (await subject.rows()).filter(isSlow);
        expect(rows).to.have.length(EACH);
        if (name.startsWith('421 and the end at RCPT')) {
          expect(rows.every(({ attempts }) => (attempts ?? 0) === 0), 'no attempt').to.equal(true);
          const answered = rows.filter((row) => row.class === 'slow');
          expect(answered.length).to.be.greaterThan(0);
          expect(answered.every((row) => row.state === 'deferred')).to.equal(true);
        }
      });
    }
  }
});
