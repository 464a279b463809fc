import { expect } from 'chai';
import {
  connectProducer,
  connectSubscriber,
  type RedisConnection,
} from '../../../../../common/redis/redis.ts';
import { createNewSends, type NewSends } from '../../../../../worker/sending/audience/new-sends.ts';
import { redisUrl } from '../../../../support/services.ts';
import { until } from '../../../../support/until.ts';

describe('a new send', () => {
  const connections: RedisConnection[] = [];

  const connected = async (connect: (url: string) => RedisConnection): Promise<RedisConnection> => {
    const connection = connect(await redisUrl('worker-audience-new-sends'));
    connections.push(connection);
    return connection;
  };

  /** That of a worker which hears what all tell. */
  async function newSends(): Promise<NewSends> {
    const publisher = await connected(connectProducer);
    const made = createNewSends(publisher, await connected(connectSubscriber));
    await until(() => publisher.status === 'ready');
    await until(() => {
      made.begun('probe');
      return made.wait() !== null;
    });
    made.over('probe');
    await until(() => made.wait() === null);
    return made;
  }

  let one: NewSends;
  let other: NewSends;

  beforeEach(async () => {
    one = await newSends();
    other = await newSends();
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.disconnect();
  });

  it('makes the walks of all workers wait until the last of them is over', async () => {
    one.begun('send-1');
    other.begun('send-2');
    await until(() => one.wait() !== null && other.wait() !== null);
    const waits = [one.wait()!, other.wait()!];
    let over = 0;
    for (const wait of waits) void wait.then(() => (over += 1));
    one.over('send-1');
    one.over('send-1');
    other.over('send-3');
    other.begun('send-2');
    await until(() => one.wait() !== null);
    expect(over).to.equal(0);
    // Redis keeps the order of what one connection tells, and none between two.
    other.over('send-2');
    await Promise.all(waits);
    expect([one.wait(), other.wait()]).to.deep.equal([null, null]);
  });

  it('makes the walks wait a second at most when its worker is gone', async () => {
    one.begun('send-4');
    await until(() => other.wait() !== null);
    await other.wait();
    expect(other.wait()).to.equal(null);
  });
});
