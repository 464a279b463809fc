import { isOfAddress, noteBouncedAddresses } from '../../../common/changes/bounced-addresses.ts';
import { now } from '../../../common/clock.ts';
import { type CompiledMail, inertMailOfDraft, type MailDraft } from '../../../common/compose/compile-mail.ts';
import { renderMail } from '../../../common/compose/render-mail.ts';
import { failpoint } from '../../../common/config/failpoints.ts';
import { idDomainOf, returnDomainOf } from '../../../common/content/mail-source.ts';
import { trialSourceOf } from '../../../common/content/trial-mail.ts';
import { mailboxAddress } from '../../../common/domain/addresses.ts';
import { domainOf } from '../../../common/domain/domain-of.ts';
import { maskAddress } from '../../../common/log.ts';
import { Sender } from '../../../common/models/senders.ts';
import { TestMail, type TestMailDocument, type TestRecipient } from '../../../common/models/test-mails.ts';
import { dueTest, dueTests } from '../../../common/queries/test-mails.ts';
import { at as field } from '../../../common/store/collection.ts';
import { type KeptLease, keepRenewed, takeLease } from '../../../common/store/lease.ts';
import { sign } from '../../runtime/chore.ts';
import type { WorkerContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/job.ts';
import { envelopeSender } from '../delivery/envelope-sender.ts';
import { standstillOf } from '../standstill.ts';
import type { Outcome } from '../transport/outcome.ts';

type TestLease = KeptLease<TestMailDocument>;

const LOOK_AGAIN_MS = 15_000;
/** Milliseconds until the next try after a failed one: four times the wait before, up to 15 minutes. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** Milliseconds after which a test is given up: its author no longer waits for it. */
const GIVE_UP_MS = 3600_000;
/** Its return path names no delivery. */
const NO_DELIVERY = 0;

/** Each mail once. After a crash the one under way is sent again with the same Message-ID, unless `IN_DOUBT=hold`. */
export default defineJob('send-test', {
  doing: 'Sending a test',
  due: { signs: [sign(TestMail, dueTest)], find: dueTests },
  async run({ testId, userId }, worker) {
    const taken = await takeLease(
      { model: TestMail.of(userId), token: 'claim', until: 'due_at' },
      { _id: testId, due_at: { $lte: now() } },
      { set: { attempts: { $add: ['$attempts', 1] } }, returnDocument: 'after' },
    );
    if (!taken) return 'idle';
    const lease = keepRenewed(taken.lease);
    try {
      return await sendTest(taken.found, lease, worker);
    } finally {
      lease.end();
    }
  },
});

async function sendTest(
  test: TestMailDocument,
  lease: TestLease,
  worker: WorkerContext,
): Promise<void | 'idle'> {
  if (now().getTime() - test.created_at.getTime() > GIVE_UP_MS || !(await maySend(test)))
    return remove(test, lease);
  const mail =
    (await standstillOf(test.user_id, worker.config)) === null ? await compiled(test, worker) : null;
  if (mail === null) {
    await putBack(lease, LOOK_AGAIN_MS, -1);
    return 'idle';
  }
  const keys = await worker.mailKeys.of(test.user_id, test.content.from_email);
  const signal = AbortSignal.any([worker.hurry, lease.lost]);
  let left = 0;
  for (const [at, recipient] of test.recipients.entries()) {
    if (recipient.state === 'done') continue;
    if (worker.stopping.aborted) return putBack(lease, 0, -1);
    if (!lease.stands()) return;
    const outcome = await handOver({ test, at, mail, keys, signal }, lease, worker);
    if (outcome !== null && isOver(outcome, worker))
      await lease.write({ $set: field(`recipients.${at}`, done(recipient)) });
    else if (outcome !== null) left += 1;
  }
  if (left === 0) return remove(test, lease);
  await putBack(lease, Math.min(FIRST_WAIT_MS * 4 ** (test.attempts - 1), LONGEST_WAIT_MS));
}

/** Whether the sender is unchanged since the request: an address that is no longer verified sends nothing. */
async function maySend({ user_id, sender_id, content }: TestMailDocument): Promise<boolean> {
  const sender = await Sender.of(user_id).findOne(
    { _id: sender_id, deleted_at: null, is_verified: 1, from_email: content.from_email },
    { projection: { _id: 1 } },
  );
  return sender !== null;
}

const remove = async ({ user_id }: TestMailDocument, { fence }: TestLease): Promise<void> => {
  await TestMail.of(user_id).deleteOne(fence);
};

/** `tries` -1: it was no try. */
const putBack = async (lease: TestLease, ms: number, tries: 0 | -1 = 0): Promise<void> => {
  await lease.write({
    $set: { claim: null, due_at: new Date(now().getTime() + ms) },
    $inc: { attempts: tries },
  });
};

const done = ({ address }: TestRecipient): TestRecipient => ({ address, state: 'done', begun: true });

/** Null while there is no room to compile it. The request of a test refuses a template that cannot be compiled. */
async function compiled(
  test: TestMailDocument,
  { config, renderer }: WorkerContext,
): Promise<CompiledMail | null> {
  const source = trialSourceOf(test.content, { ...test, _id: `test-${test._id}` }, config);
  const computed = await renderer.compute('compile', source, test.user_id);
  return computed.state === 'done' ? inertMailOfDraft(computed.value as MailDraft) : null;
}

interface TestHandover {
  readonly test: TestMailDocument;
  readonly at: number;
  readonly mail: CompiledMail;
  readonly keys: Awaited<ReturnType<WorkerContext['mailKeys']['of']>>;
  readonly signal: AbortSignal;
}

async function handOver(
  { test, at, mail, keys, signal }: TestHandover,
  lease: TestLease,
  { config, transport, log }: WorkerContext,
): Promise<Outcome | null> {
  const recipient = test.recipients[at]!;
  const to = mailboxAddress(recipient.address);
  // With `hold`, a mail that a crash interrupted is not sent again: no person decides on a test.
  if (to === null || (recipient.begun && config.inDoubt === 'hold')) {
    await lease.write({ $set: field(`recipients.${at}`, done(recipient)) });
    return null;
  }
  // Another worker may have the test by now, and hands this mail over.
  if (!(await lease.write({ $set: field(`recipients.${at}.begun`, true) }))) return null;
  const messageId = `test-${test._id}-${at + 1}@${idDomainOf(test.content, config)}`;
  const raw = renderMail(mail, {
    to: { address: recipient.address },
    account: test.user_id,
    deliveryId: NO_DELIVERY,
    values: new Map(test.values),
    messageId,
    date: now(),
  });
  const fromOf = envelopeSender(
    test.content.from_email,
    config.signingSecrets[0]!,
    returnDomainOf(test.content, config),
  );
  const pool = transport.poolOf(test.user_id, domainOf(test.content.from_email.toLowerCase()));
  const from = fromOf(test.user_id, NO_DELIVERY, 1);
  const outcome = await transport.send({ from, to, raw, inOrder: true, messageId, keys, pool }, signal);
  if (outcome.kind === 'accepted') failpoint('after-250-before-record', at);
  if (outcome.kind === 'accepted') return outcome;
  log.warn({ test_id: test._id, to: maskAddress(to), outcome: outcome.kind }, 'test mail not accepted');
  if (outcome.kind === 'refused' && isOfAddress(outcome.class)) await suspect(test, recipient, outcome);
  // The next try is a hand-over of its own.
  if (outcome.kind !== 'in_doubt') await lease.write({ $set: field(`recipients.${at}.begun`, false) });
  return outcome;
}

/** A `gone` is believed only when a mail of a send gets it, too. */
const suspect = (
  { _id, user_id }: TestMailDocument,
  { address }: TestRecipient,
  { class: name, rule, reply }: Extract<Outcome, { kind: 'refused' }>,
): Promise<void> =>
  noteBouncedAddresses([
    {
      user_id,
      email: address,
      class: name,
      rule,
      reply,
      mailing: `test-${_id}`,
      believes: async () => false,
    },
  ]);

const isOver = (outcome: Outcome, { config }: WorkerContext): boolean =>
  outcome.kind === 'accepted' ||
  outcome.kind === 'refused' ||
  (outcome.kind === 'in_doubt' && config.inDoubt === 'hold');
