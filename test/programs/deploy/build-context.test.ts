import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { stagesOf } from '../../support/dockerfile.ts';
import { contextFiles } from '../../support/image.ts';

const BUILDAH = '/usr/bin/buildah';

/** The sources and the target of a COPY from the build context. */
const copiesOf = (text: string) =>
  stagesOf(text).flatMap(({ instructions }) =>
    instructions
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from='))
      .map(({ rest }) => rest.split(/\s+/)),
  );

/** Buildah reads .dockerignore as Docker does. It needs no base image for the files that both stages copy. */
describe('the build context of the image, for buildah', function buildContext() {
  const folder = mkdtempSync(join(tmpdir(), 'mailing-test-context-'));

  before(function needsBuildah() {
    if (!existsSync(BUILDAH)) this.skip();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has each file that the Dockerfile copies, and those that the tests of deployments have', () => {
    const copies = copiesOf(readFileSync('Dockerfile', 'utf8'));
    expect(copies.length).to.be.above(10);
    // Each source at its own path, so that the files can be compared.
    const sources = copies.flatMap((words) => words.slice(0, -1));
    const file = join(folder, 'Dockerfile');
    writeFileSync(file, ['FROM scratch', ...sources.map((source) => `COPY ${source} /${source}`)].join('\n'));
    const out = join(folder, 'out');
    const stores = [
      '--root',
      join(folder, 'root'),
      '--runroot',
      join(folder, 'run'),
      '--storage-driver',
      'vfs',
    ];
    const build = ['bud', '--isolation', 'chroot', '--output', `type=local,dest=${out}`, '--file', file, '.'];
    const { status, stderr } = spawnSync(BUILDAH, [...stores, ...build], { encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
    const built = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(out, join(entry.parentPath, entry.name)));
    expect(built).to.have.members([...new Set(sources.flatMap((source) => contextFiles(source)))]);
  });
});
