import { findTemplate } from '../../common/data/templates.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Sender } from '../../common/models/senders.ts';
import { UnsubscribeGroup } from '../../common/models/unsubscribe-groups.ts';
import type { FieldTexts } from '../http/failures.ts';

/** The references of a mail. The call checks only the ones that it gives. */
interface MailReferences {
  readonly template_id: number;
  readonly sender_id: number | undefined;
  readonly unsubscribe_group_id: number | undefined;
}

/** The texts of a 422, by input, for references that the account does not have. */
export async function wrongReferences(
  user_id: number,
  { template_id, sender_id, unsubscribe_group_id }: MailReferences,
): Promise<FieldTexts> {
  const [sender, group] = await Promise.all([
    sender_id === undefined || Sender.of(user_id).countDocuments({ _id: sender_id, deleted_at: null }),
    unsubscribe_group_id === undefined ||
      UnsubscribeGroup.of(user_id).countDocuments({ _id: unsubscribe_group_id }),
  ]);
  return {
    ...(!findTemplate(template_id) && { template_id: [texts.selected('template_id')] }),
    ...(!sender && { sender_id: [texts.selected('sender_id')] }),
    ...(!group && { unsubscribe_group_id: [texts.selected('unsubscribe_group_id')] }),
  };
}
