import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundled } from '../../support/bundled.ts';
import { until } from '../../support/until.ts';

describe('the start of a built program', () => {
  const FILES = {
    'package.json': '{ "version": "1.0.0", "type": "module", "scripts": {} }',
    'api/main.ts': "await import('./start.ts');\n",
    'api/start.ts': `import { readFileSync } from 'node:fs';
import { Failure } from './failure.ts';
import { Failure as Own } from './own.ts';

interface Given {
  readonly word: string;
}

async function start({ word }: Given): Promise<void> {
  const { later } = await import('./later.ts');
  const near = readFileSync(new URL('./near.txt', import.meta.url), 'utf8');
  console.log([word, later(), near, Failure.name, Own.name, import.meta.dirname.slice(-3)].join(' '));
  if (process.argv[2] === 'fail') throw new Failure('failed');
  if (process.argv[2] === 'stay') setInterval(() => {}, 1000);
}

start({ word: 'one' }).catch((error: unknown) => {
  console.error((error as Error).stack);
  process.exit(1);
});
`,
    'api/later.ts': "export const later = (): string => 'zwölf €';\n",
    'api/near.txt': 'near',
    'api/failure.ts': 'export class Failure extends Error {}\n',
    'api/own.ts': 'export class Failure extends Error {\n  static none = new Failure();\n}\n',
  };
  const { out } = bundled(FILES);
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--enable-source-maps', join(out, 'api/main.js'), ...words], {
      encoding: 'utf8',
    });
  const folder = () => join(out, 'compiled/api');
  const kept = () => join(folder(), readdirSync(folder()).find((name) => name.startsWith('start-'))!);
  const SAID = 'one zwölf € near Failure Failure api\n';

  it('keeps the compiled code when it ends with an error, and when it has lasted, and uses it', async () => {
    expect(run('fail').stdout).to.equal(SAID);
    const isWhole = () => readFileSync(kept())[8] === 1;
    expect(isWhole()).to.equal(false);
    const lasting = spawn(process.execPath, [join(out, 'api/main.js'), 'stay'], { stdio: 'ignore' });
    await until(isWhole, 'the code to be kept');
    lasting.kill();
    await once(lasting, 'exit');
    const { mtimeMs, ino } = statSync(kept());
    expect(run('fail').stdout).to.equal(SAID);
    expect(statSync(kept())).to.include({ mtimeMs, ino });
  });

  it('does not use code of another script of the same length', () => {
    const script = join(out, 'api/start.cjs');
    const text = readFileSync(script, 'utf8');
    writeFileSync(script, text.replace('word: "one"', 'word: "two"'));
    expect(run().stdout).to.equal(SAID.replace('one', 'two'));
    expect(run().stdout).to.equal(SAID.replace('one', 'two'));
    writeFileSync(script, text);
  });

  it('runs with a file that is not code, and replaces it', () => {
    writeFileSync(kept(), 'no code');
    expect(run('fail').stdout).to.equal(SAID);
    expect(statSync(kept()).size).to.be.above(100);
  });

  it('shows the lines of the sources in a trace', () => {
    const { stdout, stderr, status } = run('fail');
    expect([stdout, status]).to.deep.equal([SAID, 1]);
    expect(stderr).to.match(/^Error: failed\n {4}at start \(.*sources\/api\/start\.ts:13:/);
    expect(existsSync(join(out, 'api/start.cjs.map'))).to.equal(true);
  });
});
