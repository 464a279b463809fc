import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundled } from '../../support/bundled.ts';

describe('a class in a built program', () => {
  /** Classes that esbuild renames: two of one name, and one that names itself. */
  const FILES = {
    'package.json': '{ "version": "1.0.0", "type": "module", "scripts": {} }',
    'api/failure.ts': 'export class Failure extends Error {}\n',
    'api/own.ts': 'export class Failure extends Error {\n  static none = new Failure();\n}\n',
    'api/plain.ts': 'export const make = () => {\n  class Failure {}\n  return Failure;\n};\n',
    'api/main.ts':
      "import { Failure } from './failure.ts';\nimport { Failure as Own } from './own.ts';\nimport { make } from './plain.ts';\nconsole.log(Failure.name, Own.name, make().name);\n",
  };

  const { out } = bundled(FILES);

  it('has the name that its source gives', () => {
    expect(execFileSync(process.execPath, [join(out, 'api/main.js')], { encoding: 'utf8' })).to.equal(
      'Failure Failure Failure\n',
    );
  });
});
