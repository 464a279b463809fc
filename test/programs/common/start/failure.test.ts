import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { startFailure } from '../../../../common/start/failure.ts';
import { checkReplicaSet } from '../../../../common/start/findings.ts';
import { lookAtStore } from '../../../../common/start/look.ts';
import { flags, type GuardedServer, startGuarded } from '../../../../local/guard.ts';
import { accepts, freePort } from '../../../../local/ports.ts';
import { findServer, SERVERS } from '../../../../local/servers.mjs';
import { until } from '../../../support/until.ts';

const PATIENCE = { serverSelectionTimeoutMS: 1000 };

describe('a start without the required MongoDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-alone-'));
  let mongod: GuardedServer;
  let port: number;

  const failure = async (url: string): Promise<unknown> => {
    const connection = mongoose.createConnection(url, PATIENCE);
    const error = await connection.asPromise().catch((refused: unknown) => refused);
    await connection.close();
    return startFailure(error);
  };

  before(async () => {
    port = await freePort();
    const settings = { dbpath: folder, port, bind_ip: '127.0.0.1', nounixsocket: true } as const;
    mongod = await startGuarded(
      [findServer(SERVERS.mongod)!, ...flags({ ...settings, wiredTigerCacheSizeGB: 0.25 })],
      { output: join(folder, 'output.log'), patience: 30 },
    );
    await until(() => accepts(port), 'a mongod without a replica set');
  });
  after(async () => {
    await mongoose.disconnect();
    await mongod?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fails with a server that is not a replica set', async () => {
    await mongoose.connect(`mongodb://127.0.0.1:${port}/x`, PATIENCE);
    expect(checkReplicaSet(await lookAtStore())).to.match(/not a replica set/);
  });

  it('fails when the URL names a replica set that the server does not belong to', async () => {
    expect(await failure(`mongodb://127.0.0.1:${port}/x?replicaSet=rs0`)).to.match(
      /not a member of the replica set/,
    );
  });

  it('reports what can not be reached, and never the password', async () => {
    const said = await failure('mongodb://ada:open-sesame@127.0.0.1:9/x?replicaSet=rs0');
    expect(said)
      .to.match(/cannot be reached.*127\.0\.0\.1:9.*ECONNREFUSED/)
      .and.not.include('sesame');
  });

  it('reports a refused login and an invalid URL', async () => {
    const said = await failure(`mongodb://ada:open-sesame@127.0.0.1:${port}/x`);
    expect(said)
      .to.match(/refuses the login/)
      .and.not.include('sesame');
    expect(startFailure(new mongoose.mongo.MongoParseError('no hosts'))).to.match(
      /MONGODB_URL cannot be used/,
    );
  });

  it('shows an unexpected error unchanged', () => {
    const error = new TypeError('undefined is no function');
    expect(startFailure(error)).to.equal(error);
  });
});
