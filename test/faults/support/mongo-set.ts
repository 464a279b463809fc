import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { flags, type GuardedServer, startGuarded } from '../../../local/guard.ts';
import type { Mongod } from '../../../local/mongod.ts';
import { freePort } from '../../../local/ports.ts';
import { findServer, SERVERS } from '../../../local/servers.mjs';
import { hang } from '../../support/hang.ts';
import { until } from '../../support/until.ts';
import type { Host } from './network.ts';

/** One member of a replica set. */
export interface SetMember {
  readonly port: number;
  /** Its machine; null for the loopback of this machine. */
  readonly host: Host | null;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again, on its files. */
  start(): Promise<void>;
  /** Stops it, and lets it continue. */
  hang(): Promise<void>;
  goOn(): void;
  /** kill -9; then its files are deleted, and it starts without them. */
  wipe(): Promise<void>;
}

/** Three real mongod on this machine that form one replica set. */
export interface MongoSet extends Mongod {
  /** Waits for a primary that is none of these; returns it, and when it was found. */
  primary(but?: readonly SetMember[]): Promise<{ member: SetMember; at: number }>;
  readonly members: readonly SetMember[];
  /** Waits until each member is the primary or a secondary. */
  whole(): Promise<void>;
  /** Makes a secondary replicate so many seconds late; 0 is normal. */
  lag(member: SetMember, seconds: number): Promise<void>;
}

export interface MongoSetOptions {
  /** Milliseconds of a primary's silence after which the others elect another. */
  readonly electionMs?: number;
  /** The machines of the members; by default the loopback of this machine. */
  readonly hosts?: readonly Host[];
}

type Client = mongoose.mongo.MongoClient;
type Command = mongoose.mongo.Document;

const SET = 'rs0';
const MEMBERS = 3;

export async function startMongoSet(
  folder: string,
  { electionMs = 10_000, hosts = [] }: MongoSetOptions = {},
): Promise<MongoSet> {
  const key = randomBytes(48)
    .toString('base64')
    .replaceAll(/[^a-zA-Z0-9]/g, 'x');
  mkdirSync(folder, { recursive: true });
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, key, { mode: 0o600 });
  const login = `__system:${key}@`;
  const addressOf = (at: number): string => hosts[at]?.address ?? '127.0.0.1';
  const filesOf = (at: number): string => join(folder, String(at));

  async function launch(at: number, port: number): Promise<GuardedServer> {
    mkdirSync(filesOf(at), { recursive: true });
    const command = [
      findServer(SERVERS.mongod)!,
      ...flags({
        dbpath: filesOf(at),
        logpath: join(folder, `${at}.log`),
        logappend: true,
        bind_ip: addressOf(at),
        port,
        nounixsocket: true,
        replSet: SET,
        keyFile,
        oplogSize: 256,
        wiredTigerCacheSizeGB: 0.5,
        setParameter: 'diagnosticDataCollectionEnabled=false',
      }),
    ];
    const output = join(folder, `${at}.out`);
    return startGuarded(hosts[at]?.run(command) ?? command, { output, patience: 30 });
  }

  /** A client of one member alone, whatever its state is. */
  const clientOf = ({ host, port }: SetMember, socketTimeoutMS: number): Client => {
    const address = `${host?.address ?? '127.0.0.1'}:${port}`;
    return new mongoose.mongo.MongoClient(
      `mongodb://${login}${address}/?directConnection=true&authSource=local`,
      {
        serverSelectionTimeoutMS: 500,
        connectTimeoutMS: 500,
        socketTimeoutMS,
        heartbeatFrequencyMS: 500,
        minHeartbeatFrequencyMS: 100,
      },
    );
  };

  /** A log-in takes some 20 ms of computing time, and states are asked for often: so each member's client is kept. */
  const clients = new Map<SetMember, Client>();
  function keptClient(member: SetMember): Client {
    const client = clients.get(member) ?? clientOf(member, 1000);
    clients.set(member, client);
    return client;
  }

  /** The member's answer to a command; null when it does not answer. A client that could not connect is of no more use. */
  async function ask(
    member: SetMember,
    command: Command,
    client = keptClient(member),
  ): Promise<Command | null> {
    try {
      return await client.db('admin').command(command);
    } catch {
      if (clients.delete(member)) await client.close();
      return null;
    }
  }

  const servers: GuardedServer[] = [];
  const members: SetMember[] = [];
  for (let at = 0; at < MEMBERS; at += 1) {
    const port = await freePort();
    servers.push(await launch(at, port));
    const start = async (): Promise<void> => {
      servers[at] = await launch(at, port);
    };
    members.push({
      port,
      host: hosts[at] ?? null,
      kill: () => servers[at]!.kill(),
      start,
      hang: () => hang(servers[at]!.pid),
      goOn: () => void process.kill(servers[at]!.pid, 'SIGCONT'),
      async wipe() {
        await servers[at]!.kill();
        rmSync(filesOf(at), { recursive: true });
        await start();
      },
    });
  }
  for (const member of members) {
    await until(async () => (await ask(member, { ping: 1 })) !== null, 'a member to answer', 60_000);
  }
  const names = members.map(({ port }, at) => `${addressOf(at)}:${port}`);
  const initiated = {
    _id: SET,
    members: names.map((host, _id) => ({ _id, host })),
    settings: { electionTimeoutMillis: electionMs },
  };
  await until(
    async () => (await ask(members[0]!, { replSetInitiate: initiated }))?.['ok'] === 1,
    'the set to be made',
    60_000,
  );

  const primary: MongoSet['primary'] = (but = []) =>
    until(
      async () => {
        const others = members.filter((member) => !but.includes(member));
        const said = await Promise.all(others.map((member) => ask(member, { hello: 1 })));
        const at = said.findIndex((hello) => hello?.['isWritablePrimary'] === true);
        return at === -1 ? null : { member: others[at]!, at: performance.now() };
      },
      'a primary',
      120_000,
    );
  await primary();
  const [first] = servers as [GuardedServer];
  const ends = (how: (server: GuardedServer) => Promise<void>) => async () => {
    await Promise.all([...servers.map(how), ...[...clients.values()].map((client) => client.close())]);
  };
  return {
    pid: first.pid,
    port: members[0]!.port,
    exited: first.exited,
    gone: () => servers.every((server) => server.gone()),
    url: (database) => `mongodb://${login}${names.join(',')}/${database}?replicaSet=${SET}&authSource=local`,
    stop: ends((server) => server.stop()),
    kill: ends((server) => server.kill()),
    primary,
    members,
    async lag(member, seconds) {
      const behind = { priority: 0, hidden: true, secondaryDelaySecs: seconds };
      const level = { priority: 1, hidden: false, secondaryDelaySecs: 0 };
      // A set that is still changing does not accept another configuration.
      await until(
        async () => {
          const { member: asked } = await primary();
          const config = (await ask(asked, { replSetGetConfig: 1 }))?.['config'];
          if (!config) return false;
          config.version += 1;
          Object.assign(config.members[members.indexOf(member)], seconds > 0 ? behind : level);
          const patient = clientOf(asked, 20_000);
          const answer = await ask(asked, { replSetReconfig: config }, patient);
          await patient.close();
          return answer?.['ok'] === 1;
        },
        'the set to be changed',
        240_000,
      );
    },
    async whole() {
      await until(
        async () => {
          const said = await Promise.all(members.map((member) => ask(member, { hello: 1 })));
          return said.every(
            (hello) => hello?.['isWritablePrimary'] === true || hello?.['secondary'] === true,
          );
        },
        'each member to follow the primary',
        240_000,
      );
    },
  };
}
