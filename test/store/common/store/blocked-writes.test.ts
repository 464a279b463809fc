import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import type { MongoClient } from 'mongodb';
import { createClient } from '../../../../common/store/connection.ts';
import { mongodbUrl } from '../../../support/services.ts';

/** More bytes of a command than sockets accept while its reader is paused. */
const LARGE = 12 * 2 ** 20;

describe('a command that is larger than the buffer of its socket', () => {
  let proxy: Server;
  const sockets: Socket[] = [];
  let client: MongoClient;

  before(async () => {
    const store = new URL(await mongodbUrl('common-mongo-blocked-writes'));
    const target = Number(store.port);
    proxy = createServer((near) => {
      const far = dial(target, store.hostname);
      sockets.push(near, far);
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on('error', () => {});
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    store.port = String((proxy.address() as AddressInfo).port);
    store.searchParams.delete('replicaSet');
    store.searchParams.set('directConnection', 'true');
    client = createClient(store.href, 2);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
    await client.close();
  });

  it('does not wait forever on a connection that hangs: it is sent again on another one', async () => {
    const texts = client.db().collection<{ text: string }>('texts');
    await texts.insertOne({ text: 'small' });
    for (const socket of sockets) socket.unpipe().pause();
    const text = 'x'.repeat(LARGE);
    await Promise.all(Array.from({ length: 4 }, () => texts.insertOne({ text })));
    expect(await texts.countDocuments({ text })).to.equal(4);
  });
});
