import { LATE_QUESTION_MS } from '../../common/batching/late.ts';
import { together } from '../../common/batching/together.ts';
import { type AuthoredMail, contentOf } from '../../common/content/content.ts';
import { BLANK_TEMPLATE_ID, findTemplate } from '../../common/data/templates.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import type { MailingContent } from '../../common/models/mailings.ts';
import { Sender } from '../../common/models/senders.ts';
import { canSendFrom } from '../../common/queries/senders.ts';
import { hasMailPlace } from '../../common/quotas/mails.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import type { Account } from '../http/account.ts';
import type { CallOf } from '../http/endpoint.ts';
import { type FieldTexts, invalid, quotaReached } from '../http/failures.ts';
import { checkDesign } from './design-check.ts';
import { htmlOfText } from './html-of-text.ts';
import type { ContentInput } from './message-inputs.ts';
import { looksOf } from './rendered-looks.ts';
import { templateCodesOf } from './template-inputs.ts';
import { wrongReferences } from './wrong-references.ts';

type ContentCall = CallOf<'messageSend' | 'messageSendMany'>;

export function writtenOf(given: ContentInput, account: Account): AuthoredMail {
  const template_id = given.template_id ?? BLANK_TEMPLATE_ID;
  return {
    user_id: account.id,
    template_id,
    ...templateCodesOf(
      hasTextAlone(given) ? { ...given, template_html: htmlOfText(given.template_text!) } : given,
      null,
    ),
    sender_id: given.sender_id,
    unsubscribe_group_id: given.unsubscribe_group_id ?? 0,
    subject: given.subject || (findTemplate(template_id)?.template_name ?? ''),
    preheader: '',
    tracking: 0,
  };
}

const hasTextAlone = ({ template_id, template_html, template_json, template_text }: ContentInput): boolean =>
  template_id === undefined && !template_html && !template_json && Boolean(template_text);

interface SenderOfAccount {
  readonly userId: number;
  readonly id: number;
}

const senderOf = together(async (wanted: readonly SenderOfAccount[]) => {
  const found = await Sender.among(wanted.map(({ userId }) => userId))
    .find({ _id: { $in: wanted.map(({ id }) => id) } })
    .toArray();
  const byId = new Map(found.map((sender) => [sender._id, sender]));
  return new Map(
    wanted.flatMap((one) => {
      const sender = byId.get(one.id);
      return sender?.user_id === one.userId ? [[one, sender] as const] : [];
    }),
  );
}, LATE_QUESTION_MS);

/** Throws for a call that may not be made. Reads outside of the transaction of a keyed call, so that the queries run in parallel. */
export const checkedContent = (
  given: ContentInput,
  written: AuthoredMail,
  account: Account,
  call: ContentCall,
): Promise<MailingContent> =>
  outsideTransaction(async () => {
    const [wrong, sender, hasPlace] = await Promise.all([
      wrongInputs(given, written, account, call),
      senderOf({ userId: account.id, id: written.sender_id }),
      hasMailPlace(account.id, account.quotas.mails_per_day),
    ]);
    if (!sender || sender.deleted_at !== null)
      throw invalid({ ...wrong, sender_id: [texts.selected('sender_id')] });
    if (Object.keys(wrong).length > 0) throw invalid(wrong);
    if (sender.is_verified !== 1 || !canSendFrom(sender)) throw call.conflict('unverified');
    if (!hasPlace) throw quotaReached('mails_per_day');
    const content = await contentOf(written, await looksOf(written, call), sender);
    return given.reply_to === undefined ? content : { ...content, reply_to: given.reply_to };
  });

/** The texts of a 422, except for the sender. */
async function wrongInputs(
  given: ContentInput,
  written: AuthoredMail,
  account: Account,
  { renderer }: ContentCall,
): Promise<FieldTexts> {
  const hasDesign = given.template_id !== undefined || written.template_html || written.template_json;
  const [design, references] = await Promise.all([
    checkDesign(written, given, account, renderer),
    wrongReferences(account.id, {
      template_id: written.template_id,
      // The caller reads the whole sender.
      sender_id: undefined,
      unsubscribe_group_id: given.unsubscribe_group_id,
    }),
  ]);
  return {
    ...design.wrong,
    ...(!hasDesign && { template_html: [texts.required('template_html')] }),
    ...references,
  };
}
