import { randomUUID } from 'node:crypto';
import { inTransactionInTurn } from '../../common/changes/account-transactions.ts';
import { TEST_MAILS, takeTestPlaces } from '../../common/changes/verification-quotas.ts';
import { now } from '../../common/clock.ts';
import { type AuthoredMail, contentOf } from '../../common/content/content.ts';
import { mailDigest } from '../../common/content/mail-digest.ts';
import { trialValuesOf } from '../../common/content/trial-mail.ts';
import { normalizeAddress } from '../../common/domain/addresses.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Sender } from '../../common/models/senders.ts';
import { SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import type { SuppressionReason } from '../../common/models/suppressions.ts';
import { TestMail } from '../../common/models/test-mails.ts';
import { canSendFrom } from '../../common/queries/senders.ts';
import { suppressedOf } from '../../common/queries/suppressions.ts';
import { hasMailPlace } from '../../common/quotas/mails.ts';
import type { Renderer } from '../../common/rendering/renderer.ts';
import type { Account } from '../http/account.ts';
import { type CallOf, endpoints } from '../http/endpoint.ts';
import { type FieldTexts, invalid, quotaReached, tooMany } from '../http/failures.ts';
import { addressList, integer, recordUtr, refuse, text } from '../http/inputs.ts';
import { inputs, optional, required, stated, unlessGiven, type ValuesOf } from '../http/typed-input.ts';
import { checkDesign } from './design-check.ts';
import { looksOf } from './rendered-looks.ts';
import { SUBJECT_MAX, templateCodesOf, templateHtml, templateJson, templateText } from './template-inputs.ts';
import { contactNamed, whoseMail } from './trial-mails.ts';
import { wrongReferences } from './wrong-references.ts';

const MOST_ADDRESSES = 10;
/** Before the subject, so that no recipient takes the test for the mail itself. */
const MARK = '[Test] ';

const addresses = addressList().custom((given, helpers) => {
  const different = new Map(given.map((one) => [normalizeAddress(one), one]));
  return different.size > MOST_ADDRESSES
    ? refuse(helpers, (key) => texts.items(key, MOST_ADDRESSES))
    : [...different.values()];
});

const ID = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 } as const;
const reference = (about: string) =>
  stated(unlessGiven('utr', integer()), ID).description(`${about} Required without \`utr\`.`);
const line = (about: string) =>
  stated(unlessGiven('utr', text({ max: SUBJECT_MAX })), {
    type: 'string',
    maxLength: SUBJECT_MAX,
  }).description(`${about} Required without \`utr\`.`);

const testInputs = {
  utr: optional(recordUtr()).description('The single send. Without it, the other inputs give the content.'),
  email_address: required(addresses)
    .description(`The addresses for the test: at most ${MOST_ADDRESSES}, separated by commas.`)
    .example('editor@example.com,letters@example.com'),
  contact_id: whoseMail,
  template_id: reference('An id from `get-design/template`. Use 1 for a design of your own.'),
  template_json: templateJson,
  template_html: templateHtml,
  template_text: templateText,
  sender_id: reference('The id of a sender.'),
  unsubscribe_group_id: reference('The id of an unsubscribe group.'),
  subject: line('The subject line. It may contain placeholders.'),
  preheader: line('The text that mail readers show next to the subject.'),
};

type TestInput = ValuesOf<typeof testInputs>;
type TestCall = CallOf<'singleSendTest'>;

export const singleSendTests = endpoints({
  singleSendTest: {
    input: inputs(testInputs),
    async run({ utr, email_address: to, contact_id, ...given }, account, call) {
      const stored =
        utr === undefined ? null : await SingleSend.of(account.id).findOne({ utr, deleted_at: null });
      if (utr !== undefined && !stored) return null;
      const written = writtenOf(given, stored, account);
      await checkInputs(given, written, to, account, call);
      const contact = await contactNamed(account, contact_id);
      await checkSender(written, call);
      const looks = await looksOf(written, call);
      const content = await contentOf(written, looks);
      const test = {
        _id: randomUUID(),
        user_id: account.id,
        sender_id: written.sender_id,
        unsubscribe_group_id: written.unsubscribe_group_id,
        content: { ...content, subject: `${MARK}${content.subject}` },
        values: [...trialValuesOf(contact)],
        recipients: to.map((address) => ({ address, state: 'waiting' as const, begun: false })),
        due_at: now(),
        claim: null,
        attempts: 0,
        created_at: now(),
      };
      await takePlaces(account, test._id, to.length);
      // Both or none: after an error, the caller sends the test again.
      await inTransactionInTurn(account.id, async () => {
        await TestMail.of(account.id).insertOne(test);
        if (stored)
          await SingleSend.of(account.id).updateOne(
            { _id: stored._id },
            { $set: { last_test: { at: test.created_at, digest: mailDigest(written, content) } } },
          );
      });
      await call.ring('send-test', { testId: test._id, userId: account.id });
      return true;
    },
  },
});

/** The stored send, with the inputs of the call in its place. */
function writtenOf(
  given: Partial<TestInput>,
  stored: SingleSendDocument | null,
  account: Account,
): AuthoredMail {
  // Without a stored send, all of these are required.
  const { template_id, sender_id, unsubscribe_group_id, subject, preheader } = {
    ...stored,
    ...given,
  } as Required<
    Pick<TestInput, 'template_id' | 'sender_id' | 'unsubscribe_group_id' | 'subject' | 'preheader'>
  >;
  return {
    user_id: account.id,
    template_id,
    ...templateCodesOf(given, stored),
    sender_id,
    unsubscribe_group_id,
    subject,
    preheader,
  };
}

/** Throws a 422 with all errors of the inputs. */
async function checkInputs(
  given: Partial<TestInput>,
  written: AuthoredMail,
  to: readonly string[],
  account: Account,
  { renderer }: { renderer: Renderer },
): Promise<void> {
  const [design, references, suppressed] = await Promise.all([
    checkDesign(written, given, account, renderer),
    wrongReferences(account.id, {
      template_id: written.template_id,
      sender_id: given.sender_id,
      unsubscribe_group_id: given.unsubscribe_group_id,
    }),
    suppressedOf(account.id, to),
  ]);
  const wrong: FieldTexts = {
    ...design.wrong,
    ...references,
    ...(suppressed.size > 0 && { email_address: [texts.selected('email_address')] }),
  };
  if (Object.keys(wrong).length === 0) return;
  const hints = to.flatMap((address) => {
    const reason = suppressed.get(normalizeAddress(address));
    return reason === undefined ? [] : [`${address} ${SUPPRESSED[reason]}.`];
  });
  throw invalid(wrong, hints.length > 0 ? { email_address: hints } : {});
}

const SUPPRESSED: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: 'unsubscribed from all mails of this account; see global-unsubscribes',
  bounced: 'bounced; see suppressions',
  complained: 'reported a mail as spam; see suppressions',
  manual: 'is suppressed; see suppressions',
};

async function checkSender(
  { user_id, sender_id }: AuthoredMail,
  { conflict }: Pick<TestCall, 'conflict'>,
): Promise<void> {
  const sender = await Sender.of(user_id).findOne({ _id: sender_id, deleted_at: null });
  if (!sender) throw conflict('deleted');
  if (sender.is_verified !== 1 || !canSendFrom(sender)) throw conflict('unverified');
}

/** Tests do not count in the quota of mails, but an account that has used it up sends none. */
async function takePlaces({ id, quotas }: Account, testId: string, mails: number): Promise<void> {
  if (!(await hasMailPlace(id, quotas.mails_per_day))) throw quotaReached('mails_per_day');
  const at = now();
  const free = await takeTestPlaces(id, testId, mails, at);
  if (free)
    throw tooMany(
      Math.max(1, Math.ceil((free.getTime() - at.getTime()) / 1000)),
      `${TEST_MAILS} test mails an hour`,
    );
}
