import { removeAttachments } from '../../../common/changes/message-attachments.ts';
import { mailingOfMessage } from '../../../common/domain/mailing-keys.ts';
import { Delivery } from '../../../common/models/deliveries.ts';
import { Mailing } from '../../../common/models/mailings.ts';
import { Message, type MessageDocument, type MessageValue } from '../../../common/models/messages.ts';
import { type ErasureWork, namesOf } from './erasing.ts';
import { type ErasedRow, eraseReplies, eraseRows } from './ledger.ts';

const AT_ONCE = 500;

type ErasedMessage = Pick<
  MessageDocument,
  '_id' | 'email_norm' | 'name' | 'values' | 'metadata' | 'attachments' | 'attached'
>;

/** Messages to the people lose address and content, messages to others the values that name them. Unsent ones are not sent. */
export async function eraseMessages(erasing: ErasureWork): Promise<void> {
  const { userId, people, pattern, finder } = erasing;
  const messages = Message.of(userId);
  for (let after = 0; ; ) {
    const page = await messages
      .find({
        email_norm: { $in: namesOf(erasing) },
        _id: { $gt: after },
      })
      .project<ErasedMessage>({ email_norm: 1, attached: 1 })
      .sort({ _id: 1 })
      .limit(AT_ONCE)
      .toArray();
    await eraseThese(erasing, page);
    if (page.length < AT_ONCE) break;
    after = page.at(-1)!._id;
  }
  const others = messages
    .find({
      $or: ['name', 'values.value', 'metadata.value', 'attachments.name'].map((field) => ({
        [field]: pattern,
      })),
    })
    .project<ErasedMessage>({ name: 1, values: 1, metadata: 1, attachments: 1 });
  for await (const { _id, name, values, metadata, attachments } of others) {
    const without = (some: readonly MessageValue[]) =>
      some.map((one) => ({ ...one, value: finder.replace(one.value) }));
    const kept = { name, values, metadata, attachments };
    const left = {
      ...(name !== undefined && { name: finder.replace(name) }),
      values: without(values),
      ...(metadata && { metadata: without(metadata) }),
      ...(attachments && {
        attachments: attachments.map((file) => ({ ...file, name: finder.replace(file.name) })),
      }),
    };
    if (JSON.stringify(left) !== JSON.stringify(kept)) await messages.updateOne({ _id }, { $set: left });
  }

  async function eraseThese(by: ErasureWork, page: readonly ErasedMessage[]): Promise<void> {
    if (page.length === 0) return;
    const keys = page.map(({ _id }) => mailingOfMessage(_id));
    const found = await Delivery.of(userId)
      .find({ mailing: { $in: keys } })
      .project<ErasedRow>({ mailing: 1, batch: 1, email_norm: 1, reply: 1 })
      .hint({ user_id: 1, mailing: 1, email_norm: 1 })
      .toArray();
    await eraseRows(by, found);
    await eraseReplies(by, keys);
    await Mailing.of(userId).updateMany(
      { _id: { $in: keys } },
      {
        $set: { 'content.subject': '', 'content.html': '', 'content.text': null },
        $unset: { 'content.own_text': '' },
      },
    );
    for (const message of page) await removeAttachments({ ...message, user_id: userId });
    await messages.bulkWrite(
      page.map(({ _id, email_norm }) => {
        const name = people.get(email_norm)?.erased ?? email_norm;
        return {
          updateOne: {
            filter: { _id },
            update: {
              $set: { email: name, email_norm: name, subject: '', values: [] },
              $unset: { attachments: '', name: '', metadata: '', scheduled_for: '' },
            },
          },
        };
      }),
      { ordered: false },
    );
  }
}
