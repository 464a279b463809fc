import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../../local/servers.mjs';

const TREE = ['api', 'client', 'common', 'local', 'shared', 'package.json', 'package-lock.json'];
const GENERATED =
  /\/client\/(?:archives|src\/generated\.ts|python\/src\/mailing_service\/generated)$|\/templates\/[^/]+\.html$/;

const HTML = 'common/data/templates/letter.html';
const TYPESCRIPT = 'client/src/generated.ts';
const MADE = [
  HTML,
  TYPESCRIPT,
  'client/python/src/mailing_service/generated/calls.py',
  'client/archives/typescript.zip',
  'client/archives/python.zip',
  'client/archives/typescript.tgz',
  'client/archives/python.whl',
  'client/archives/names.json',
];

describe('local/generated', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mailing-generated-')));
  const at = (file: string): string => join(folder, file);
  /** The generated files of a clean clone, and the output of the first run there. */
  let had: readonly string[];
  let said: string;

  /** Runs it, and returns what it says. */
  function generate(): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['local/generated.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout], stderr).to.deep.equal([0, '']);
    return stderr;
  }

  before(() => {
    for (const name of TREE)
      cpSync(join(ROOT, name), at(name), { recursive: true, filter: (source) => !GENERATED.test(source) });
    symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
    had = MADE.filter((file) => existsSync(at(file)));
    said = generate();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('makes all in a clean clone, with the bytes of this tree, and nothing the second time', () => {
    expect(had).to.deep.equal([]);
    expect(said).to.equal('making the templates\nmaking the clients\n');
    for (const file of MADE)
      expect(readFileSync(at(file)).equals(readFileSync(join(ROOT, file))), file).to.equal(true);
    const times = MADE.map((file) => statSync(at(file)).mtimeMs);
    expect(generate()).to.equal('');
    expect(MADE.map((file) => statSync(at(file)).mtimeMs)).to.deep.equal(times);
  });

  it('makes files again that were lost or changed by hand, or whose source changed', () => {
    rmSync(at(TYPESCRIPT));
    expect(generate()).to.equal('making the clients\n');
    expect(existsSync(at(TYPESCRIPT))).to.equal(true);

    const html = readFileSync(at(HTML), 'utf8');
    writeFileSync(at(HTML), 'by hand');
    expect(generate()).to.equal('making the templates\n');
    expect(readFileSync(at(HTML), 'utf8')).to.equal(html);

    const entry = at('api/openapi/entries/places.ts');
    writeFileSync(entry, readFileSync(entry, 'utf8').replace('Unique within its country.', 'Unique there.'));
    expect(generate()).to.equal('making the clients\n');
    expect(readFileSync(at(TYPESCRIPT), 'utf8')).to.include('* Unique there.');
  });
});
