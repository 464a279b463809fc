import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { ROOT } from '../../local/servers.mjs';
import { contextFilter } from './build-context.ts';
import { type Instruction, pairsOf, stagesOf } from './dockerfile.ts';
import { bareEnvironment } from './programs.ts';

/** The image as a folder of this machine. */
export interface Image {
  /** The working folder of its programs, which they can not write. */
  readonly folder: string;
  /** What `ENV` sets, with the image's own Node first in PATH. */
  readonly environment: Readonly<Record<string, string>>;
  /** The user that `USER` names; no user where this process may not become another. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

interface Building {
  root: string;
  workdir: string;
  readonly environment: Record<string, string>;
  /** What `ARG` named so far in this stage, with what the build was given. */
  readonly given: Record<string, string>;
  readonly said: Map<string, string>;
}

/** Instructions that say something of the image, and change no file. */
const SAID = ['CMD', 'HEALTHCHECK', 'EXPOSE', 'LABEL', 'USER'];

/**
 * Builds the image in the folder `into`, without containers: each stage is a folder, which gets the files that `COPY` names and
 * .dockerignore lets through. `RUN` is run there, with this machine's Node. Throws for a file that is filtered out, and for an instruction that it
 * does not know.
 * `given`: as `--build-arg` of `docker build`.
 */
export function buildImage(into: string, given: Readonly<Record<string, string>> = {}): Image {
  chmodSync(into, 0o755);
  const built = new Map<string, Building>();
  let last: Building | undefined;
  for (const [at, { name, instructions }] of stagesOf(read('Dockerfile')).entries()) {
    if (last) setAside(last, join(into, `built-${at}`));
    // Each at the same place, as in a container: what Node compiles is kept by path.
    last = beginStage(join(into, 'stage'));
    for (const one of instructions) follow(one, last, built, given);
    built.set(name ?? String(at), last);
  }
  for (const stage of built.values()) if (stage !== last) rmSync(stage.root, { recursive: true });
  return imageOf(last!);
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

function setAside(stage: Building, folder: string): void {
  renameSync(stage.root, folder);
  stage.root = folder;
}

/** The base image has Node, where each user can run it. */
function beginStage(root: string): Building {
  const bin = join(root, 'usr/local/bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(process.execPath, join(bin, 'node'));
  return { root, workdir: '/', environment: {}, given: {}, said: new Map() };
}

function follow(
  { name, rest }: Instruction,
  stage: Building,
  built: ReadonlyMap<string, Building>,
  given: Readonly<Record<string, string>>,
): void {
  if (name === 'WORKDIR') {
    stage.workdir = resolve(stage.workdir, rest);
    mkdirSync(join(stage.root, stage.workdir), { recursive: true });
  } else if (name === 'ENV') Object.assign(stage.environment, Object.fromEntries(pairsOf(rest)));
  else if (name === 'COPY') copy(rest.split(/\s+/), stage, built);
  else if (name === 'ARG') {
    for (const word of rest.split(/\s+/)) if (given[word] !== undefined) stage.given[word] = given[word];
  } else if (name === 'RUN') run(rest, stage);
  else if (SAID.includes(name)) stage.said.set(name, rest);
  else throw new Error(`This test can not follow ${name} of the Dockerfile`);
}

/** Packages come from npm's cache where it has them. */
function run(command: string, { root, workdir, environment, given }: Building): void {
  execFileSync('/bin/sh', ['-c', command], {
    cwd: join(root, workdir),
    env: bareEnvironment({ ...environment, ...given, npm_config_prefer_offline: 'true' }),
    stdio: 'pipe',
  });
}

function copy(given: readonly string[], stage: Building, built: ReadonlyMap<string, Building>): void {
  const from = given.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const [target = '', ...sources] = given.filter((word) => !word.startsWith('--')).toReversed();
  const isFolder = target.endsWith('/') || sources.length > 1;
  const to = join(stage.root, resolve(stage.workdir, target));
  for (const source of sources) {
    if (from !== undefined) {
      const path = join(built.get(from)!.root, source);
      const into = isFolder ? join(to, basename(source)) : to;
      execFileSync('cp', ['-R', path, into]);
      continue;
    }
    const files = contextFiles(source);
    if (files.length === 0)
      throw new Error(`COPY ${source}: .dockerignore lets no such file into the build context`);
    for (const file of files) {
      // Of a folder its content is copied, not the folder itself.
      const within = relative(source, file) || (isFolder ? basename(file) : '');
      mkdirSync(dirname(join(to, within)), { recursive: true });
      copyFileSync(join(ROOT, file), join(to, within));
    }
  }
}

const isInContext = contextFilter(read('.dockerignore'));

/** The files of the build context that a source of `COPY` stands for. */
export function contextFiles(source: string): string[] {
  const path = join(ROOT, source);
  const found = statSync(path).isFile()
    ? [source]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  return found.filter(isInContext);
}

function imageOf({ root, workdir, environment, said }: Building): Image {
  const folder = join(root, workdir);
  return {
    folder,
    environment: { ...environment, PATH: `${join(root, 'usr/local/bin')}:${process.env['PATH']}` },
    user: become(folder, said.get('USER') ?? ''),
    command: wordsOf(said.get('CMD')),
    healthcheck: wordsOf(/ CMD (.*)$/.exec(said.get('HEALTHCHECK') ?? '')?.[1]),
  };
}

const wordsOf = (text = '[]'): string[] => JSON.parse(text) as string[];

/** Kubernetes can tell from a number alone that a user is not root. */
function become(folder: string, user: string): Image['user'] {
  const [, uid, gid] = /^([1-9]\d*):([1-9]\d*)$/.exec(user) ?? [];
  if (uid === undefined) throw new Error(`USER ${user}: it must be numbers, and not root`);
  if (process.getuid?.() === 0) return { uid: Number(uid), gid: Number(gid) };
  execFileSync('chmod', ['-R', 'a-w', folder]);
  return {};
}
