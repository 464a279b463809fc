import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundled } from '../../support/bundled.ts';

describe('the source map of a built program', () => {
  const FILES = {
    'package.json': '{ "version": "1.0.0", "type": "module", "scripts": {} }',
    'node_modules/caller/package.json': '{ "name": "caller", "main": "index.js" }',
    'node_modules/caller/index.js': 'exports.call = function call(work) {\n  return work();\n};\n',
    'api/main.ts':
      "import { call } from 'caller';\nimport { fail } from './fail.ts';\n\ninterface Unused {\n  readonly a: number;\n}\n\ncall(() => fail({ a: 1 } satisfies Unused));\n",
    'api/fail.ts':
      'type Given = { readonly a: number };\n\nexport function fail({ a }: Given): never {\n  throw new Error(`failed ${a}`);\n}\n',
  };

  const { out } = bundled(FILES);

  it('leads a stack trace to lines of our sources, and of the bundle for packages', () => {
    const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', join(out, 'api/main.js')], {
      encoding: 'utf8',
    });
    const frames = stderr.split('\n').filter((line) => line.startsWith('    at '));
    expect(stderr).to.contain('Error: failed 1');
    expect(frames[0]).to.match(/fail \(.*sources\/api\/fail\.ts:4:/);
    expect(frames[1]).to.match(/sources\/api\/main\.ts:8:/);
    expect(frames[2]).to.match(/call2? \(.*out\/api\/main\.js:\d+:/);
    expect(frames[3]).to.match(/sources\/api\/main\.ts:8:/);
  });

  it('has one segment for each line of our sources, and none for packages', () => {
    const map = JSON.parse(readFileSync(join(out, 'api/main.js.map'), 'utf8'));
    expect(map.sources.filter((source: string) => source !== '')).to.have.members([
      '../../sources/api/fail.ts',
      '../../sources/api/main.ts',
    ]);
    expect(map.mappings).to.not.contain(',');
    expect(map.names).to.deep.equal([]);
  });
});
