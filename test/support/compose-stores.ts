import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import mongoose from 'mongoose';
import { type GuardedServer, startGuarded } from '../../local/guard.ts';
import { accepts, freePort } from '../../local/ports.ts';
import { findServer, SERVERS } from '../../local/servers.mjs';
import type { Service } from './compose.ts';
import { until } from './until.ts';

/** The port of each store in its container. */
const PORTS = { mongodb: 27_017, redis: 6379 } as const;
type StoreName = keyof typeof PORTS;

/** A store of docker-compose.yml as a program of this machine. */
export interface ComposeStore {
  readonly port: number;
  /** A text about the container's store, for this one. */
  here(text: string): string;
  stop(): Promise<void>;
}

/**
 * Starts a store by its command line in docker-compose.yml, with its files and environment. Only the folder, the port and the paths of the
 * files are those of this machine. What it stores stays in the folder. `before`: the port that it had.
 */
export async function startComposeStore(
  name: StoreName,
  service: Service,
  folder: string,
  before?: number,
): Promise<ComposeStore> {
  const port = before ?? (await freePort());
  mkdirSync(join(folder, 'data'), { recursive: true });
  const placeOf = (path: string): string => join(folder, basename(path));
  for (const [path, { text, mode }] of Object.entries(service.files)) {
    rmSync(placeOf(path), { force: true });
    writeFileSync(placeOf(path), text, { mode });
  }
  const given = service.command!.slice(1).map((word) => (word in service.files ? placeOf(word) : word));
  const server = SERVERS[name === 'mongodb' ? 'mongod' : 'redis'];
  const command = [findServer(server)!, ...given, '--port', String(port), ...ofThisMachine(name, folder)];
  const output = join(folder, 'output');
  const env = { ...process.env, ...service.environment };
  const program = await startGuarded(command, { output, env, patience: 30 });
  await until(() => listens(program, port, output), `${name} to listen`);
  const here = `127.0.0.1:${port}`;
  return { port, here: (text) => text.replaceAll(`${name}:${PORTS[name]}`, here), stop: program.stop };
}

/** The embedded MongoDB lacks the fix of CVE-2025-14847 (`local/mongod.ts`). */
const ofThisMachine = (name: StoreName, folder: string): string[] =>
  name === 'mongodb'
    ? ['--dbpath', join(folder, 'data'), '--nounixsocket', '--networkMessageCompressors', 'disabled']
    : ['--dir', join(folder, 'data')];

function listens(program: GuardedServer, port: number, output: string): Promise<boolean> {
  if (program.gone()) throw new Error(`It ended:\n${readFileSync(output, 'utf8')}`);
  return accepts(port);
}

type Script = (db: object, quit: (code: number) => void, environment: object) => Promise<void>;
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (...texts: string[]) => Script;

/** Uses the store from its own machine, without a login. */
export async function besideMongodb<Result>(
  { port }: ComposeStore,
  use: (client: mongoose.mongo.MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = await mongoose.mongo.MongoClient.connect(
    `mongodb://127.0.0.1:${port}/?directConnection=true`,
  );
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** Runs the health check of MongoDB once; returns its exit code. As in mongosh, commands go to the server, and the script waits for each. */
export const checkMongodb = (service: Service, store: ComposeStore): Promise<number> =>
  besideMongodb(store, async (client) => {
    const [kind, shell, ...words] = service.healthcheck!;
    if (kind !== 'CMD' || shell !== 'mongosh') throw new Error(`Not mongosh: ${String(service.healthcheck)}`);
    let code = 0;
    const db = { adminCommand: (command: object) => client.db('admin').command(command) };
    const text = store.here(words.at(-1)!).replaceAll('db.adminCommand(', 'await db.adminCommand(');
    const script = new AsyncFunction('db', 'quit', 'process', text);
    const quit = (given: number): void => {
      code = given;
    };
    await script(db, quit, { env: service.environment }).catch(() => quit(1));
    return code;
  });

/** Both stores, once they are healthy. */
export async function startComposeStores(
  services: Readonly<Record<string, Service>>,
  folder: string,
): Promise<Omit<ComposeStore, 'port'>> {
  const [mongodb, redis] = await Promise.all([
    startComposeStore('mongodb', services['mongodb']!, join(folder, 'mongodb')),
    startComposeStore('redis', services['redis']!, join(folder, 'redis')),
  ]);
  await until(async () => (await checkMongodb(services['mongodb']!, mongodb)) === 0, 'MongoDB to be healthy');
  return {
    here: (text) => redis.here(mongodb.here(text)),
    stop: async () => {
      await Promise.all([mongodb.stop(), redis.stop()]);
    },
  };
}
