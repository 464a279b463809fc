import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../../local/servers.mjs';
import { temporaryFolder } from '../../support/temporary.ts';

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
  const folder = temporaryFolder();
  const at = (file: string): string => join(folder(), file);

  /** Runs it, and returns what it says. */
  function generate(): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['local/generated.mjs'], {
      cwd: folder(),
      encoding: 'utf8',
    });
    expect([status, stdout], stderr).to.deep.equal([0, '']);
    return stderr;
  }

  beforeEach(() => {
    for (const name of TREE)
      cpSync(join(ROOT, name), at(name), { recursive: true, filter: (source) => !GENERATED.test(source) });
    symlinkSync(join(ROOT, 'node_modules'), at('node_modules'));
  });

  it('makes all in a clean clone, with the bytes of this tree, and nothing the second time', () => {
    expect(MADE.filter((file) => existsSync(at(file)))).to.deep.equal([]);
    expect(generate()).to.equal('making the templates\nmaking the clients\n');
    for (const file of MADE)
      expect(readFileSync(at(file)).equals(readFileSync(join(ROOT, file))), file).to.equal(true);
    const times = MADE.map((file) => statSync(at(file)).mtimeMs);
    expect(generate()).to.equal('');
    expect(MADE.map((file) => statSync(at(file)).mtimeMs)).to.deep.equal(times);
  });

  it('makes again what was lost or changed by hand, and what a changed source is for', () => {
    generate();
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
