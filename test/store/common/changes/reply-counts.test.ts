import { expect } from 'chai';
import { countReplies, NO_REPLIES, repliesOf } from '../../../../common/changes/reply-counts.ts';
import { startOwnApi } from '../../../support/api.ts';

describe('the count of replies', () => {
  it('forgets an account once the process is connected to another store', async () => {
    const first = await startOwnApi('common-replies-first');
    const { user_id } = await first.account();
    // The second time it is early, so that the replies are kept to be written later.
    for (let time = 0; time < 2; time += 1) await countReplies(user_id, { ...NO_REPLIES, replies: 60 });
    expect((await repliesOf(user_id)).replies).to.be.at.least(60);
    await first.stop();
    const second = await startOwnApi('common-replies-second');
    try {
      expect((await second.account()).user_id).to.equal(user_id);
      expect(await repliesOf(user_id)).to.deep.equal(NO_REPLIES);
    } finally {
      await second.stop();
    }
  });
});
