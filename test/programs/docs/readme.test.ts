import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { type Api, type Client, startApi } from '../../support/api.ts';

/** The calls of the README, as a person copies them into a shell. */
const CALLS = [...readFileSync('README.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
  .map(([, text = '']) => text)
  .find((text) => text.includes('call() {'))!;

describe('the sequence of calls in the README', () => {
  let api: Api;
  const folder = mkdtempSync(join(tmpdir(), 'mailing-readme-'));

  before(async () => {
    api = await startApi('docs-readme');
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await api?.stop();
  });

  async function run({ public_key, secret_key }: Client): Promise<string> {
    const script = CALLS.replace(/^export PUBLIC_KEY=\S+ SECRET_KEY=\S+.*$/m, '').replace(
      'http://localhost:3000',
      api.url,
    );
    // BASH_ENV would make the shell read a file of this machine first.
    const { BASH_ENV: _, ...environment } = process.env;
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', script], {
      cwd: folder,
      env: { ...environment, PUBLIC_KEY: public_key, SECRET_KEY: secret_key },
    });
    expect(stderr).to.equal('');
    return stdout;
  }

  for (const whose of ['the first account', 'a second account, whose ids are others']) {
    it(`works for ${whose}, and again`, async () => {
      const client = await api.account();
      for (let time = 1; time <= 2; time += 1) {
        const said = await run(client);
        expect(said).not.to.include('"failed"').and.not.to.include('undefined');
        const { singleSends } = (await client.get('/single-send/list')).body.message;
        expect(singleSends).to.have.length(time);
        // The sender waits until the link is opened, which a person must do.
        expect(singleSends.at(-1)).to.deep.include({ status: 0, hold_reason: 'sender_unverified' });
        const { contactTypes } = (await client.get('/contacts-type')).body.message;
        expect(singleSends.at(-1).recipient_id).to.deep.equal([
          { id: String(contactTypes.at(-1).id), table: 'contacts_' },
        ]);
        const { imports } = (await client.get('/contacts/imports')).body.message;
        expect(imports.at(-1)).to.deep.include({ contact_type_id: contactTypes.at(-1).id });
      }
    });
  }
});
