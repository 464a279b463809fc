import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { flags, type Guarded, startGuarded } from '../../../local/guard.ts';
import type { Mongod } from '../../../local/mongod.ts';
import { freePort } from '../../../local/ports.ts';
import { findServer, SERVERS } from '../../../local/servers.mjs';
import { hang } from '../../support/hang.ts';
import { until } from '../../support/until.ts';

/** One member of a replica set. */
export interface Member {
  readonly port: number;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again, on its files. */
  start(): Promise<void>;
  /** Has it stand still, and go on. */
  hang(): Promise<void>;
  goOn(): void;
}

/** Three real mongod on this machine that are one replica set. */
export interface MongoSet extends Mongod {
  /** Waits for a primary that is none of these; answers it and when it was seen. */
  primary(but?: readonly Member[]): Promise<{ member: Member; at: number }>;
}

const SET = 'rs0';
const MEMBERS = 3;

/** `electionMs`: how long a primary is silent before the others elect another. */
export async function startMongoSet(folder: string, electionMs = 10_000): Promise<MongoSet> {
  const key = randomBytes(48)
    .toString('base64')
    .replaceAll(/[^a-zA-Z0-9]/g, 'x');
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, key, { mode: 0o600 });
  const login = `__system:${key}@`;

  async function launch(at: number, port: number): Promise<Guarded> {
    const own = join(folder, String(at));
    mkdirSync(own, { recursive: true });
    return startGuarded(
      [
        findServer(SERVERS.mongod)!,
        ...flags({
          dbpath: own,
          logpath: join(folder, `${at}.log`),
          logappend: true,
          bind_ip: '127.0.0.1',
          port,
          nounixsocket: true,
          replSet: SET,
          keyFile,
          oplogSize: 256,
          wiredTigerCacheSizeGB: 0.5,
          setParameter: 'diagnosticDataCollectionEnabled=false',
        }),
      ],
      { output: join(folder, `${at}.out`), patience: 30 },
    );
  }

  /** What a member says of itself; null where it does not answer. */
  async function ask(
    port: number,
    command: mongoose.mongo.Document,
  ): Promise<mongoose.mongo.Document | null> {
    const url = `mongodb://${login}127.0.0.1:${port}/?directConnection=true&authSource=local`;
    const limits = { serverSelectionTimeoutMS: 500, connectTimeoutMS: 500, socketTimeoutMS: 1000 };
    const client = new mongoose.mongo.MongoClient(url, limits);
    try {
      return await client.db('admin').command(command);
    } catch {
      return null;
    } finally {
      await client.close();
    }
  }

  const servers: Guarded[] = [];
  const members: Member[] = [];
  for (let at = 0; at < MEMBERS; at += 1) {
    const port = await freePort();
    servers.push(await launch(at, port));
    members.push({
      port,
      kill: () => servers[at]!.kill(),
      async start() {
        servers[at] = await launch(at, port);
      },
      hang: () => hang(servers[at]!.pid),
      goOn: () => void process.kill(servers[at]!.pid, 'SIGCONT'),
    });
  }
  for (const { port } of members) {
    await until(async () => (await ask(port, { ping: 1 })) !== null, 'a member to answer', 60_000);
  }
  const initiated = {
    _id: SET,
    members: members.map(({ port }, _id) => ({ _id, host: `127.0.0.1:${port}` })),
    settings: { electionTimeoutMillis: electionMs },
  };
  await until(
    async () => (await ask(members[0]!.port, { replSetInitiate: initiated }))?.['ok'] === 1,
    'the set to be made',
    60_000,
  );

  const primary: MongoSet['primary'] = (but = []) =>
    until(
      async () => {
        const others = members.filter((member) => !but.includes(member));
        const said = await Promise.all(others.map(({ port }) => ask(port, { hello: 1 })));
        const at = said.findIndex((hello) => hello?.['isWritablePrimary'] === true);
        return at === -1 ? null : { member: others[at]!, at: performance.now() };
      },
      'a primary',
      120_000,
    );
  await primary();
  const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const [first] = servers as [Guarded];
  const ends = (how: (server: Guarded) => Promise<void>) => async () => {
    await Promise.all(servers.map(how));
  };
  return {
    pid: first.pid,
    port: members[0]!.port,
    exited: first.exited,
    gone: () => servers.every((server) => server.gone()),
    url: (database) => `mongodb://${login}${hosts}/${database}?replicaSet=${SET}&authSource=local`,
    stop: ends((server) => server.stop()),
    kill: ends((server) => server.kill()),
    primary,
  };
}
