import { expect } from 'chai';
import { Message, type MessageDocument } from '../../../../common/models/messages.ts';
import { dueMessages } from '../../../../common/queries/messages.ts';
import { connectMongo, disconnectMongo } from '../../../../common/store/connection.ts';
import { rows } from '../../../support/rows.ts';
import { mongodbUrl } from '../../../support/services.ts';

const [MANY, FEW] = [600, 3];

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

  const dueOf = async (at: number): Promise<Map<number, number[]>> => {
    const found = new Map<number, number[]>();
    for (const { messageId, userId } of await dueMessages(new Date(at)))
      found.set(userId, [...(found.get(userId) ?? []), messageId]);
    return found;
  };

  it('are those of each account, also when two have hundreds of older ones', async () => {
    await rows(Message).insertMany([
      ...Array.from({ length: MANY }, (_, at) => message(at + 1, 1 + (at % 2), at)),
      ...Array.from({ length: FEW }, (_, at) => message(MANY + at + 1, 3, MANY + at)),
      message(MANY + FEW + 1, 3, 2 * MANY),
    ]);
    const due = await dueOf(1.5 * MANY);
    expect(due.get(3)).to.deep.equal([601, 602, 603]);
    const first = Array.from({ length: 250 }, (_, at) => 2 * at + 1);
    expect([due.get(1), due.get(2)]).to.deep.equal([first, first.map((id) => id + 1)]);
  });

  it('are found once each where few are due', async () => {
    expect(await dueOf(2)).to.deep.equal(
      new Map([
        [1, [1, 3]],
        [2, [2]],
      ]),
    );
  });
});
