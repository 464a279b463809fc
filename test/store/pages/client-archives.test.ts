import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Api, startApi } from '../../support/api.ts';
import { unzip } from '../../support/unzip.ts';

const PACKAGES = {
  typescript: { folder: 'client', among: ['package.json', 'build.mjs', 'src/index.ts', 'src/generated.ts'] },
  python: {
    folder: 'client/python',
    among: ['pyproject.toml', 'src/mailing_service/py.typed', 'src/mailing_service/generated/calls.py'],
  },
} as const;

describe('the archive of a client', () => {
  let api: Api;
  before(async () => {
    api = await startApi('pages-client-archives');
  });
  after(() => api?.stop());

  for (const [name, { folder, among }] of Object.entries(PACKAGES)) {
    const path = `/docs/client/${name}.zip`;

    it(`contains the files of the package under its name: ${name}`, async () => {
      const answer = await fetch(api.url + path);
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('application/zip');
      expect(answer.headers.get('content-disposition')).to.equal(
        `attachment; filename="mailing-service-${name}.zip"`,
      );
      const files = unzip(Buffer.from(await answer.arrayBuffer()));
      expect([...files.keys()]).to.include.members(among.map((file) => `mailing-service-${name}/${file}`));
      for (const [file, bytes] of files) {
        const source = file.replace(`mailing-service-${name}/`, `${folder}/`);
        expect(bytes.equals(readFileSync(source)), source).to.equal(true);
      }
    });

    it(`answers 304 to a client that has it: ${name}`, async () => {
      const { headers } = await fetch(api.url + path);
      // Node's fetch sends `no-cache` with If-None-Match unless told otherwise.
      const known = { 'If-None-Match': headers.get('etag')!, 'Cache-Control': 'max-age=0' };
      const again = await fetch(api.url + path, { headers: known });
      expect([again.status, await again.text()]).to.deep.equal([304, '']);
    });
  }

  for (const path of ['/docs/client/typescript.tgz', '/docs/client/python.whl'])
    it(`is offered as a package in the reference: ${path}`, async () => {
      expect((await api.request('/docs')).body).to.include(`href="${path}"`);
    });
});
