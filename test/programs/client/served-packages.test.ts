import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { VERSION_PLACES, versionsIn } from '../../../local/release.ts';
import { type Api, startApi } from '../../support/api.ts';

const run = promisify(execFile);

const TYPESCRIPT = `
  const client = createClient({ url: process.env.URL, publicKey: process.env.PUBLIC_KEY, secretKey: process.env.SECRET_KEY });
  const { id } = await client.contactTypeAdd({ name: 'Readers' });
  console.log((await client.contactTypeView({ contact_type_id: id })).name);`;

const PYTHON = `
import os
from mailing_service import Client
client = Client(os.environ["URL"], os.environ["PUBLIC_KEY"], os.environ["SECRET_KEY"])
made = client.contact_type_add(name="Readers")
print(client.contact_type_view(contact_type_id=made["id"])["name"])
from mailing_service.generated.version import VERSION
print(VERSION)
`;

const [VERSION = ''] = versionsIn('.', VERSION_PLACES.api);

/** Paths that the reference names, and the same files by their full names. */
const FILES = {
  npm: ['typescript.tgz', `mailing-service-client-${VERSION}.tgz`],
  pip: ['python.whl', `mailing_service-${VERSION}-py3-none-any.whl`],
} as const;

describe('the packages of the clients that an instance serves', () => {
  let api: Api;
  let user: string;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    api = await startApi('served-packages');
    user = await mkdtemp(join(tmpdir(), 'mailing-packages-'));
    const keys = await api.account();
    env = { ...process.env, URL: api.url, PUBLIC_KEY: keys.public_key, SECRET_KEY: keys.secret_key };
  });
  after(async () => {
    await api?.stop();
    await rm(user, { recursive: true, force: true });
  });

  const taken = async (file: string): Promise<Response> => fetch(`${api.url}/docs/client/${file}`);

  for (const [kind, [short, full]] of Object.entries(FILES))
    it(`are the same for ${kind} by both names, and stay the same`, async () => {
      const answers = await Promise.all([taken(short), taken(full)]);
      const bytes = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(bytes[0]!.equals(bytes[1]!)).to.equal(true);
      expect(answers[0].headers.get('content-disposition')).to.include(full);
      expect(answers[0].headers.get('etag')).to.equal(answers[1].headers.get('etag'));
    });

  it('are installed by npm, for both kinds of modules', async () => {
    await writeFile(join(user, 'package.json'), '{}');
    await run('npm', ['install', '--no-audit', '--no-fund', `${api.url}/docs/client/typescript.tgz`], {
      cwd: user,
    });
    const imports = `import { createClient } from '@mailing-service/client';${TYPESCRIPT}`;
    const requires = `const { createClient } = require('@mailing-service/client');(async () => {${TYPESCRIPT}})();`;
    await Promise.all([writeFile(join(user, 'a.mjs'), imports), writeFile(join(user, 'b.cjs'), requires)]);
    for (const file of ['a.mjs', 'b.cjs'])
      expect((await run(process.execPath, [file], { cwd: user, env })).stdout).to.equal('Readers\n');
  });

  it('are installed by pip, which checks each file', async () => {
    const python = process.env['PYTHON'] ?? 'python3';
    const target = join(user, 'python');
    const [, full] = FILES.pip;
    await run(python, [
      '-m',
      'pip',
      'install',
      '--no-index',
      '--no-deps',
      '--target',
      target,
      `${api.url}/docs/client/${full}`,
    ]);
    await writeFile(join(user, 'use.py'), PYTHON);
    const { stdout } = await run(python, ['use.py'], { cwd: user, env: { ...env, PYTHONPATH: target } });
    expect(stdout).to.equal(`Readers\n${VERSION}\n`);
    const shown = await run(python, ['-m', 'pip', 'list', '--path', target]);
    expect(shown.stdout.split(/\s+/)).to.include.members(['mailing-service', VERSION]);
  });
});
