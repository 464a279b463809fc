import { normalizeAddress } from '../../../common/domain/addresses.ts';
import { TestMail, type TestMailDocument } from '../../../common/models/test-mails.ts';
import type { ErasureWork } from './erasing.ts';

/** Removes tests to the people or with their values; the unsent mails of such a test are not sent. */
export async function eraseTests({ userId, people, finder }: ErasureWork): Promise<void> {
  const tests = TestMail.find({ user_id: userId }).project<
    Pick<TestMailDocument, '_id' | 'recipients' | 'values'>
  >({ recipients: 1, values: 1 });
  for await (const { _id, recipients, values } of tests) {
    const isNamed =
      recipients.some(({ address }) => people.has(normalizeAddress(address))) ||
      values.some(([, value]) => finder.find(value).length > 0);
    if (isNamed) await TestMail.deleteOne({ _id });
  }
}
