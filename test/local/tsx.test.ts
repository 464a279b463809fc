import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../local/servers.mjs';
import { bareEnvironment } from './programs.ts';
import { temporaryFolder } from './temporary.ts';

describe('local/tsx', () => {
  const folder = temporaryFolder();
  const uid = process.getuid!();

  /** Runs a program by a copy of our loader that has packages of its own; answers what it prints. */
  function run(): { out: string; cache: string; shared: string } {
    const root = folder();
    const shared = join(root, 'shared');
    mkdirSync(join(root, 'local'), { recursive: true });
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    mkdirSync(shared, { recursive: true });
    cpSync(join(ROOT, 'local/tsx.mjs'), join(root, 'local/tsx.mjs'));
    for (const name of ['tsx', 'esbuild', '@esbuild', 'get-tsconfig'])
      if (existsSync(join(ROOT, 'node_modules', name)) && !existsSync(join(root, 'node_modules', name)))
        symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
    const program = join(root, 'program.ts');
    writeFileSync(program, 'const folder: string | undefined = process.env.TMPDIR; console.log(folder);');
    const out = execFileSync(process.execPath, ['--import', join(root, 'local/tsx.mjs'), program], {
      env: bareEnvironment({ TMPDIR: shared }),
      encoding: 'utf8',
    }).trim();
    return { out, cache: join(root, 'node_modules/.cache/tsx'), shared };
  }

  it('keeps what it compiled where no other user reaches it, and leaves TMPDIR as it was', () => {
    const { out, cache, shared } = run();
    expect(out).to.equal(shared);
    expect(readdirSync(shared)).to.deep.equal([]);
    expect(statSync(cache).mode & 0o777).to.equal(0o700);
    expect(readdirSync(join(cache, `tsx-${uid}`))).not.to.deep.equal([]);
  });

  it('keeps nothing where another user could write', () => {
    const cache = join(folder(), 'node_modules/.cache/tsx');
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o777);
    const { out, shared } = run();
    expect(out).to.equal(shared);
    expect(readdirSync(shared)).to.deep.equal([]);
    expect(readdirSync(cache)).to.deep.equal([]);
  });

  it('is what every command runs by', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [name, script] of Object.entries(scripts))
      expect(script, name).not.to.match(/--import tsx|npx tsx/);
  });
});
