import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../api/http/zip.ts';
import { filesOf } from '../digest.mjs';
import { ROOT, SetupError } from '../servers.mjs';
import { ALWAYS } from './archives.ts';
import { tgzOf } from './tar.ts';

/** A package that npm or pip installs. `name` has its version: pip takes a wheel by such a name only. */
export interface ClientPackage {
  readonly name: string;
  readonly bytes: Buffer;
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What `npm pack` makes of `client`, with its generated file, which must exist. */
export function npmPackage(): ClientPackage {
  const { version } = JSON.parse(textOf('client/package.json')) as { version: string };
  const work = mkdtempSync(join(tmpdir(), 'mailing-client-'));
  try {
    for (const [config, out] of [
      ['tsconfig.json', 'esm'],
      ['tsconfig.cjs.json', 'cjs'],
    ] as const) {
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      const args = [compiler, '-p', join(ROOT, 'client', config), '--outDir', join(work, 'dist', out)];
      const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      if (status !== 0) throw new SetupError(`The client could not be compiled:\n${stdout}`);
    }
    // Without it, Node would read these files as ES modules, as the package's own `type` says.
    writeFileSync(join(work, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
    const files = [
      ...['LICENSE', 'README.md', 'package.json'].map((name) => [name, join(ROOT, 'client', name)] as const),
      ...filesOf(work, ['dist']).map((name) => [name, join(work, name)] as const),
    ];
    return {
      name: `mailing-service-client-${version}.tgz`,
      bytes: tgzOf(files.map(([name, path]) => ({ name: `package/${name}`, bytes: readFileSync(path) }))),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The wheel of `client/python` (PEP 427), with its generated files, which must exist. */
export async function wheel(): Promise<ClientPackage> {
  const manifest = textOf('client/python/pyproject.toml');
  const value = (key: string): string => new RegExp(`^${key} = "(.*)"$`, 'm').exec(manifest)![1]!;
  const version = value('version');
  const info = `mailing_service-${version}.dist-info`;
  const source = join(ROOT, 'client/python/src');
  const files = new Map<string, Buffer>([
    ...filesOf(source, ['mailing_service'])
      .filter((name) => !name.includes('__pycache__'))
      .map((name) => [name, readFileSync(join(source, name))] as const),
    [`${info}/licenses/LICENSE`, Buffer.from(textOf('client/python/LICENSE'))],
    [
      `${info}/METADATA`,
      Buffer.from(
        [
          'Metadata-Version: 2.1',
          `Name: ${value('name')}`,
          `Version: ${version}`,
          `Summary: ${value('description')}`,
          'License: MIT',
          `Requires-Python: ${value('requires-python')}`,
          'Description-Content-Type: text/markdown',
          '',
          textOf('client/python/README.md'),
        ].join('\n'),
      ),
    ],
    [
      `${info}/WHEEL`,
      Buffer.from(
        'Wheel-Version: 1.0\nGenerator: mailing-service\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      ),
    ],
  ]);
  const record = [...files].map(([name, bytes]) => {
    const digest = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${digest},${bytes.length}`;
  });
  files.set(`${info}/RECORD`, Buffer.from(`${[...record, `${info}/RECORD,,`].join('\n')}\n`));
  // oxlint-disable-next-line typescript/require-await -- An archive takes its files one after another.
  async function* zipped() {
    for (const [name, bytes] of files) yield { name, bytes: blocksOf(bytes) };
  }
  return {
    name: `mailing_service-${version}-py3-none-any.whl`,
    bytes: await buffer(zipOf(zipped(), ALWAYS)),
  };
}

// oxlint-disable-next-line typescript/require-await -- The archive reads streams.
async function* blocksOf(bytes: Buffer) {
  yield bytes;
}
