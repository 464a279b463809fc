import { expect } from 'chai';
import { Message, type MessageDocument } from '../../../../common/models/messages.ts';
import { dueMessages } from '../../../../common/queries/messages.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

const [MANY, FEW] = [1000, 3];

describe('due messages', () => {
  before(async () => {
    await connectMongo(await mongodbUrl('due-messages'));
    await rows(Message).deleteMany({});
  });
  after(disconnectMongo);

  const message = (_id: number, user_id: number, at: number): MessageDocument => ({
    _id,
    user_id,
    utr: `message-${_id}`,
    email: 'ada@x.example',
    email_norm: 'ada@x.example',
    sender_id: 1,
    template_id: 1,
    unsubscribe_group_id: null,
    subject: 'Due',
    values: [],
    send_at: new Date(at),
    look_at: new Date(at),
    created_at: new Date(0),
  });

  it('are those of each account, also when one has a thousand older ones', async () => {
    await rows(Message).insertMany([
      ...Array.from({ length: MANY }, (_, at) => message(at + 1, 1, at)),
      ...Array.from({ length: FEW }, (_, at) => message(MANY + at + 1, 2, MANY + at)),
      message(MANY + FEW + 1, 2, 2 * MANY),
    ]);
    const due = await dueMessages(new Date(1.5 * MANY));
    const of = (account: number) =>
      due.flatMap(({ messageId, userId }) => (userId === account ? [messageId] : []));
    expect(of(2)).to.deep.equal([1001, 1002, 1003]);
    expect(of(1)).to.deep.equal(Array.from({ length: 500 }, (_, at) => at + 1));
  });
});
