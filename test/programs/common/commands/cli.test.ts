import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { COMMANDS } from '../../../../common/commands/list.ts';
import { BUILD_IN_WORDS } from '../../../../common/config/version.ts';
import { nodeProgram } from '../../../support/built.ts';

/** Runs the command line without a store. */
const run = async (
  command: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, command, { env: { ...process.env, ...settings } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
const CLI = 'common/commands/cli.ts';

/** As `npm run cli -- …` does. */
const cli = (...args: string[]) => run(['--import', './local/typescript.mjs', CLI, ...args]);

/** Stores and a mail server that are not there. */
const AWAY = {
  MONGODB_URL: 'mongodb://127.0.0.1:1/mailing?replicaSet=rs0&serverSelectionTimeoutMS=100',
  REDIS_URL: 'redis://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  APP_SECRET: '3f1c77aa09be4d6582e7b1d04c9fe3a85d20761bb94c8f3e6a17d5208e4bc9f1',
};

/** As an image does. */
function builtCli(...args: string[]) {
  const { options, script } = nodeProgram(CLI);
  return run([...options, script, ...args]);
}

describe('the command line', () => {
  it('lists each module of common/commands that is a command', () => {
    const folder = new URL('../../../../common/commands/', import.meta.url);
    const modules = readdirSync(folder).filter((name) =>
      readFileSync(new URL(name, folder), 'utf8').includes('await runCommand('),
    );
    const files = Object.keys(COMMANDS).filter((name) => name !== 'check');
    expect(modules).to.have.members(files.map((name) => (name === 'migrate' ? 'indexes.ts' : `${name}.ts`)));
  });

  it('says its version and its commands', async () => {
    const [version, ...helps] = await Promise.all([cli('--version'), cli(), cli('help')]);
    expect(version).to.include({ code: 0, stdout: `${BUILD_IN_WORDS}\n` });
    for (const help of helps)
      for (const name of Object.keys(COMMANDS)) expect(help.stdout).to.include(`  ${name} `);
  });

  it('describes each command, and needs no settings for that', async () => {
    for (const name of Object.keys(COMMANDS)) {
      const { code, stdout } = await builtCli(name, '--help');
      expect(code, name).to.equal(0);
      // A sentence says what the command does.
      expect(stdout, name)
        .to.match(new RegExp(`^Usage: node dist/cli\\.js ${name}\\b.*\n\n.*[a-z]`))
        .and.match(new RegExp(`\\nExamples?:\n  node dist/cli\\.js ${name}`))
        // The image has no scripts of package.json.
        .and.not.include('npm run');
    }
  });

  it('answers --version of each command, and needs no settings for that', async () => {
    for (const name of [...Object.keys(COMMANDS), 'indexes'])
      for (const words of [['--version'], ['-v']])
        expect(await builtCli(name, ...words), name).to.include({
          code: 0,
          stdout: `${BUILD_IN_WORDS}\n`,
          stderr: '',
        });
    expect(await builtCli('account', 'keys', '--version')).to.include({
      code: 0,
      stdout: `${BUILD_IN_WORDS}\n`,
    });
  });

  it('answers --help and --version of the programs, and needs no settings for that', async () => {
    for (const program of ['api', 'worker', 'inbound']) {
      expect(await builtCli(program, '--version')).to.include({ code: 0, stdout: `${BUILD_IN_WORDS}\n` });
      const { code, stdout } = await builtCli(program, '--help');
      expect(code, program).to.equal(0);
      expect(stdout).to.match(new RegExp(`^Usage: ${program}\n\n.*[a-z]`));
    }
  });

  it('starts a program, and still knows the earlier name of a command', async () => {
    const [api, indexes] = await Promise.all([cli('api'), cli('indexes', '--help')]);
    expect(api.code).to.equal(1);
    expect(api.stderr).to.match(/^Invalid settings:\n/);
    expect(indexes.stdout).to.match(/^Usage: npm run cli -- migrate\b/);
  });

  it('checks settings that are not there', async () => {
    const { code, stdout } = await cli('check');
    expect(code).to.equal(1);
    expect(stdout)
      .to.match(/^refused  MONGODB_URL: MONGODB_URL is not set$/m)
      .and.match(/^ok       PUBLIC_URL: Is it an address without a path\?$/m);
  });

  it('names each file that is not there, before it tries the stores', async () => {
    const { options, script } = nodeProgram(CLI);
    const { code, stdout } = await run([...options, script, 'check'], {
      ...AWAY,
      PACE_FILE: '/nowhere/pace',
      REPLY_RULES_FILE: '/nowhere/rules',
      PREFETCH_NETWORKS_FILE: '/nowhere/networks',
      INBOUND_TLS_CERT: '/nowhere/certificate',
      INBOUND_TLS_KEY: '/nowhere/certificate',
    });
    expect(code).to.equal(1);
    for (const file of ['pace', 'rules', 'networks', 'certificate'])
      expect(stdout).to.match(new RegExp(`^refused  .*(?:\\n .*)?/nowhere/${file}`, 'm'));
  });

  it('refuses a file of networks with a line that the API refuses', async () => {
    const { options, script } = nodeProgram(CLI);
    const { code, stdout } = await run([...options, script, 'check'], {
      ...AWAY,
      PREFETCH_NETWORKS_FILE: '/etc/passwd',
    });
    expect(code).to.equal(1);
    expect(stdout).to.match(
      /^refused  PREFETCH_NETWORKS_FILE: Invalid settings:\n.*line 1 must begin with a network/m,
    );
    expect(stdout).not.to.include('root:');
  });

  it('refuses a command that does not exist, with the list of those that do', async () => {
    const { code, stderr } = await cli('acount', 'create');
    expect(code).to.equal(1);
    expect(stderr).to.match(/^Unknown command acount\.\nUsage: /);
  });
});
