import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ROOT } from '../../../local/servers.mjs';
import { bareEnvironment } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary.ts';

describe('local/env-file', () => {
  const folder = temporaryFolder();

  /** PORT and HOST after the file was read. */
  async function read(environment: Readonly<Record<string, string>>): Promise<unknown> {
    const program =
      "const { readEnvFile } = await import('./local/env-file.ts'); readEnvFile(); console.log(JSON.stringify([process.env.PORT, process.env.HOST]))";
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', './local/typescript.mjs', '--input-type=module', '--eval', program],
      { cwd: ROOT, env: bareEnvironment(environment) },
    );
    return JSON.parse(stdout);
  }

  it('adds the settings of the file, and keeps variables that are set already', async () => {
    const file = join(folder(), 'settings');
    writeFileSync(file, '# ours\nPORT=3100\nHOST=::1\n');
    expect(await read({ ENV_FILE: file, PORT: '3200' })).to.deep.equal(['3200', '::1']);
  });

  it('names lines and names that are no settings', async () => {
    const file = join(folder(), 'misspelt');
    writeFileSync(
      file,
      'PORT=3100\nSMTP_RATES=5\nthis is no line\nDKIM_KEY="-----BEGIN\nno setting\n"\nCOMPOSE_PROJECT_NAME=a\n',
    );
    const { stderr } = await promisify(execFile)(
      process.execPath,
      [
        '--import',
        './local/typescript.mjs',
        '--input-type=module',
        '--eval',
        "(await import('./local/env-file.ts')).readEnvFile()",
      ],
      { cwd: ROOT, env: bareEnvironment({ ENV_FILE: file }) },
    );
    expect(stderr.trim().split('\n')).to.deep.equal([
      `${file}: line 3 is not a setting`,
      `${file}: SMTP_RATES is not a setting. Did you mean SMTP_RATE?`,
    ]);
  });

  it('reports a named file that does not exist', async () => {
    const file = join(folder(), 'nowhere');
    const failed = await read({ ENV_FILE: file }).catch((error: { stderr: string }) => error.stderr);
    expect(failed).to.include(`ENV_FILE is ${file}, which does not exist.`);
  });
});
