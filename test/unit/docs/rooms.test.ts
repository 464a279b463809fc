import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect } from 'chai';
import { withDrawing } from '../../../local/rooms/drawing.ts';
import { arrowsIn, circleIn, importsOf, partOf, sourcesOf } from '../../../local/rooms/imports.ts';
import { PROGRAMS } from '../../../local/rooms/layers.ts';
import { withLayerRules } from '../../../local/rooms/lint-rules.ts';

const STALE = 'run npm run docs:rooms';
const ALL = ['api', 'worker', 'common', 'inbound', 'shared', 'console/src'];
/** Names that say nothing without their folder. */
const INDEX_LIKE = ['main', 'all', 'routes', 'style', 'chores', 'mailing-owner'];
/** A table lists these files one by one. A program's first file, and the heap's settings, which it imports first, have one user by nature. */
const LISTED = /^worker\/.*(?:jobs\/[\w-]+|chores)\.ts$|^api\/resources\/|\/(?:heap|main)\.ts$/;
const FEWEST_LINES = 12;

const files = ALL.flatMap(sourcesOf);
const imports = importsOf(files);
/** Of the whole repository. */
const users = importsOf([...files, ...['test', 'local', 'bench', 'client'].flatMap(sourcesOf)]);
const linesOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

describe('the tree of rooms', () => {
  for (const { root, floors, most } of PROGRAMS)
    describe(root, () => {
      it('names each of its folders', () => {
        const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
        expect(folders.map(({ name }) => name)).to.have.members(floors.flat());
      });

      it(`keeps to ${most} floors`, () => {
        expect(floors.length).to.be.at.most(most);
      });

      it('imports no room of its own floor or of one above', () => {
        const floorOf = new Map(
          floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
        );
        const back = imports.filter(({ from, to }) => {
          const [here, there] = [partOf(root, from), partOf(root, to)];
          if (here === null || there === null || here === there || !floorOf.has(here)) return false;
          // A file of the program's own folder is above all rooms; the contract and a few common files are what all know.
          return (floorOf.get(there) ?? -1) >= floorOf.get(here)!;
        });
        expect(back).to.deep.equal([]);
      });
    });

  it('contains no circle of folders, however deep', () => {
    const folders = new Set(files.flatMap((file) => parents(file)));
    const circles = [...folders].flatMap((folder) => {
      const circle = circleIn(arrowsIn(folder, imports));
      return circle.some(({ from, to }) => isFolder(folder, from) || isFolder(folder, to)) ? [circle] : [];
    });
    expect(circles).to.deep.equal([]);
  });

  it('contains no folder for one file', () => {
    const lonely = [...new Set(files.map((file) => dirname(file)))].filter(
      (folder) => readdirSync(folder).length === 1,
    );
    expect(lonely).to.deep.equal([]);
  });

  it(`contains no file of under ${FEWEST_LINES} lines with one user`, () => {
    const small = files.filter((file) => linesOf(file) < FEWEST_LINES && !LISTED.test(file));
    const usersOf = (file: string): number => users.filter(({ to }) => to === file).length;
    expect(small.filter((file) => usersOf(file) === 1)).to.deep.equal([]);
  });

  it('contains one file of a name in each room', () => {
    const seen = new Map<string, string[]>();
    for (const file of files.filter((one) => !one.startsWith('console/'))) {
      const room = file.split('/').slice(0, 2).join('/');
      const name = basename(file).replace(/\.tsx?$/, '');
      if (INDEX_LIKE.includes(name)) continue;
      const key = `${room}/…/${name}`;
      seen.set(key, [...(seen.get(key) ?? []), file]);
    }
    expect([...seen.values()].filter((same) => same.length > 1)).to.deep.equal([]);
  });

  it('equals the drawing in docs/architecture.md', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    expect(withDrawing(page) === page, STALE).to.equal(true);
  });

  it('equals the rules of the linter', () => {
    const rules = JSON.parse(readFileSync('.oxlintrc.json', 'utf8'));
    expect(rules, STALE).to.deep.equal(withLayerRules(rules));
  });
});

function parents(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...parents(folder)];
}

/** Whether a file is in a folder of this folder, not in itself. */
const isFolder = (folder: string, file: string): boolean => dirname(file) !== folder;
