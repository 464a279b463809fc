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
import { ROOT } from '../../../local/servers.mjs';
import { bareEnvironment } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('local/typescript', () => {
  const folder = temporaryFolder();
  const uid = process.getuid!();

  /** Runs a program with a copy of our loader and with packages for it; returns its output. */
  function run(): { out: string; cache: string; shared: string } {
    const root = folder();
    const shared = join(root, 'shared');
    mkdirSync(join(root, 'local'), { recursive: true });
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    mkdirSync(shared, { recursive: true });
    cpSync(join(ROOT, 'local/typescript.mjs'), join(root, 'local/typescript.mjs'));
    for (const name of ['tsx', 'esbuild', '@esbuild', 'get-tsconfig'])
      if (existsSync(join(ROOT, 'node_modules', name)) && !existsSync(join(root, 'node_modules', name)))
        symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
    const program = join(root, 'program.ts');
    writeFileSync(program, 'const folder: string | undefined = process.env.TMPDIR; console.log(folder);');
    const out = execFileSync(process.execPath, ['--import', join(root, 'local/typescript.mjs'), program], {
      env: bareEnvironment({ TMPDIR: shared }),
      encoding: 'utf8',
    }).trim();
    return { out, cache: join(root, 'node_modules/.cache/typescript'), shared };
  }

  it('keeps compiled code where no other user has access, and does not change TMPDIR', () => {
    const { out, cache, shared } = run();
    expect(out).to.equal(shared);
    expect(readdirSync(shared)).to.deep.equal([]);
    expect(statSync(cache).mode & 0o777).to.equal(0o700);
    const all = readdirSync(cache, { recursive: true, encoding: 'utf8' });
    const kept = all.filter((path) => new RegExp(`(^|-)${uid}$`).test(path));
    expect(kept, all.join(', ')).to.have.lengthOf(1);
    expect(readdirSync(join(cache, kept[0]!))).not.to.deep.equal([]);
  });

  it('keeps nothing when another user could write', () => {
    const cache = join(folder(), 'node_modules/.cache/typescript');
    mkdirSync(cache, { recursive: true });
    chmodSync(cache, 0o777);
    const { out, shared } = run();
    expect(out).to.equal(shared);
    expect(readdirSync(shared)).to.deep.equal([]);
    expect(readdirSync(cache)).to.deep.equal([]);
  });

  it('runs in every command', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const [name, script] of Object.entries(scripts))
      expect(script, name).not.to.match(/--import tsx|npx tsx/);
  });
});
