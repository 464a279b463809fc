import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import { flags, type GuardedServer, startGuarded } from './guard.ts';
import { accepts, freePort, isFree, keptPort } from './ports.ts';
import { endLeftOver, keptPassword, lastWords, type ServerFiles, serverFiles } from './server-files.ts';
import { findServer, missingServer, SERVERS, SetupError } from './servers.mjs';

type Client = mongoose.mongo.MongoClient;

/** MongoDB's error code for a node that is already initialized. */
const ALREADY_INITIALIZED = 23;
const REPLICA_SET = 'rs0';
/** An empty journal is replayed in well under a second; after a crash under full load it may take long. */
const START_MS = 120_000;
/** At its start it needs room for one or two journal files (100 MB each). */
const LEAST_BYTES = 128 * 2 ** 20;

export interface MongodOptions {
  readonly folder: string;
  readonly binary?: string;
  readonly port?: number;
  /** GiB of WiredTiger's cache, at least 0.25. By default it takes half of the machine's memory. */
  readonly cacheGb?: number;
  /** Allows clients to make commands fail on purpose (`configureFailPoint`); only for tests. */
  readonly failCommands?: boolean;
  readonly say?: (line: string) => void;
  /**
   * Deletes files of dropped collections after 20 s, and journals writes after 20 ms. By default MongoDB keeps them for five minutes
   * for reads of the past, which only backups need, and other clients see a write that does not wait for the journal after 100 ms.
   * With 5 ms the journal takes three times the computing time that it takes with 30 ms.
   */
  readonly forgetful?: boolean;
}

export interface Mongod extends GuardedServer {
  readonly port: number;
  readonly url: (database: string) => string;
}

/**
 * Starts a private `mongod` on the loopback: a replica set of one (transactions and majority reads need one), with a journal and a
 * login. Resolves when it takes writes; throws a SetupError with the reason.
 */
export async function startMongod(options: MongodOptions): Promise<Mongod> {
  const { mongod } = SERVERS;
  const binary = options.binary ?? findServer(mongod);
  if (!binary)
    throw missingServer(mongod, 'No mongod was found. `node local/setup.mjs` downloads one on Linux x86_64.');
  const files = serverFiles(resolve(options.folder));
  await endLeftOver(files, options.say ?? (() => {}));
  const address = addressWith(keptPassword(files));
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (attempt === 1 ? await keptPort(files.portFile) : await freePort());
    const server = await launch(binary, port, files, options);
    if (await becomeWritable(server, port, address)) {
      return {
        ...server,
        port,
        url: (database) => address(port, database, { replicaSet: REPLICA_SET }),
      };
    }
    // Another process may have taken the port since it was checked. Only then is another attempt useful.
    if (attempt === 3 || options.port !== undefined || (await isFree(port))) throw failure(binary, files);
  }
}

const launch = (
  binary: string,
  port: number,
  files: ServerFiles,
  { cacheGb = 0.5, failCommands = false, forgetful = false }: MongodOptions,
): Promise<GuardedServer> =>
  startGuarded(
    [
      binary,
      ...flags({
        dbpath: files.data,
        logpath: files.log,
        logappend: true,
        bind_ip: '127.0.0.1',
        port,
        nounixsocket: true,
        // This release lacks the fix of CVE-2025-14847: by zlib messages a client reads the server's memory without a login.
        networkMessageCompressors: 'disabled',
        replSet: REPLICA_SET,
        // Members of a replica set authenticate with this file. A client that has it can log in as a member (`addressWith`).
        keyFile: files.passwordFile,
        oplogSize: 256,
        wiredTigerCacheSizeGB: cacheGb,
        // Turns the log of slow queries off: it would contain the addresses in the queries.
        slowms: 2_147_483_647,
        // Turns off diagnostic data for MongoDB's support, which takes some MB an hour.
        setParameter: 'diagnosticDataCollectionEnabled=false',
      }),
      ...(failCommands ? flags({ setParameter: 'enableTestCommands=1' }) : []),
      ...(forgetful
        ? flags({ setParameter: 'minSnapshotHistoryWindowInSeconds=20', journalCommitInterval: 20 })
        : []),
      // Without this, the first client could create a user without a password.
      '--setParameter',
      'enableLocalhostAuthBypass=0',
    ],
    { ...files, patience: 30 },
  );

type Address = (port: number, database: string, options: Readonly<Record<string, string>>) => string;

/**
 * URLs with the login of a replica set's member, whose password is the key file. So no user must be created, and a folder of an
 * earlier version without a login works unchanged. SCRAM never sends the key itself.
 */
const addressWith =
  (key: string): Address =>
  (port, database, options) =>
    `mongodb://__system:${key}@127.0.0.1:${port}/${database}?${new URLSearchParams({ ...options, authSource: 'local' })}`;

async function becomeWritable(server: GuardedServer, port: number, address: Address): Promise<boolean> {
  const deadline = Date.now() + START_MS;
  while (!server.gone()) {
    // The driver would wait half a second between its own attempts.
    if (
      (await accepts(port)) &&
      (await withClient(address(port, '', { directConnection: 'true' }), (client) =>
        untilWritable(client, server, deadline),
      ))
    ) {
      return true;
    }
    if (Date.now() > deadline) await server.stop();
    await delay(20);
  }
  return false;
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 2000 });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function untilWritable(client: Client, server: GuardedServer, deadline: number): Promise<boolean> {
  const admin = client.db('admin');
  try {
    // Another program's server on the port would answer, too.
    if ((await admin.command({ serverStatus: 1 }))['pid'] !== server.pid) return false;
    while (Date.now() < deadline) {
      const hello = await admin.command({ hello: 1 });
      if (hello['isWritablePrimary'] === true) return true;
      if (hello['isreplicaset'] === true) await join(admin, client.options.hosts[0]?.toString() ?? '');
      await delay(20);
    }
  } catch {
    // The server is starting, stopping or changing its role. The caller retries while it lives.
  }
  return false;
}

async function join(admin: mongoose.mongo.Db, host: string): Promise<void> {
  const config = await admin.command({ replSetGetConfig: 1 }).catch(() => undefined);
  if (config) await moveTo(host, admin, config['config']);
  else await initiate(host, admin);
}

async function initiate(host: string, admin: mongoose.mongo.Db): Promise<void> {
  try {
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
  } catch (error) {
    if ((error as { code?: number }).code !== ALREADY_INITIALIZED) throw error;
  }
}

/** Updates our address in the configuration of the replica set, because the port may change. */
async function moveTo(
  host: string,
  admin: mongoose.mongo.Db,
  config: mongoose.mongo.Document,
): Promise<void> {
  if (config['members']?.[0]?.host === host) return;
  const moved = { ...config, version: Number(config['version']) + 1, members: [{ _id: 0, host }] };
  await admin.command({ replSetReconfig: moved, force: true });
}

/** A line that says that the disk of `folder` is full; else nothing. mongod cannot say it, because its log is on the same disk. */
export function diskFull(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_BYTES ? `\nThe disk of ${folder} is full.` : '';
}

function failure(binary: string, files: ServerFiles): SetupError {
  const words = lastWords(files);
  const hint = words.includes('libcurl.so.4') ? '\nInstall libcurl4 (apt-get install libcurl4).' : '';
  return new SetupError(
    `${binary} did not start with the folder ${files.data}. Its last output:\n${words}${hint}${diskFull(files.data)}`,
  );
}
