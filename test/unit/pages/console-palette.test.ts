import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { OPERATOR_PLACES, PALETTE_ENTRIES, SETTINGS_PLACES } from '../../../console/src/app/inner-places.ts';
import { ROOT } from '../../../local/servers.mjs';
import { consoleTexts } from '../../support/console-texts.ts';

const SOURCES = join(ROOT, 'console/src');
const read = (file: string): string => readFileSync(join(SOURCES, file), 'utf8');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, one]) => one!);

/** Pages of one record have its id in their address. */
const isOfRecord = (path: string): boolean => path.includes('$');
const routes = found(read('routes.tsx'), /^ {4}path: '([^']+)',$/gm);
const menu = found(read('app/navigation.tsx'), /\bto: '([^']+)',/g);

const SETTINGS = 'pages/settings';
/** Parts of a page of one record. */
const OF_RECORDS = ['group-page.tsx', 'webhook.tsx', 'attempts.tsx'];
const settingsSources = readdirSync(join(SOURCES, SETTINGS)).filter((file) => file.endsWith('.tsx'));

describe('the palette of the console', () => {
  it('opens each page without a record', () => {
    const pages = routes.filter((path) => !isOfRecord(path));
    expect(pages).to.have.length.above(20);
    const opened = new Set<string>([...menu, ...PALETTE_ENTRIES.map(({ to }) => to)]);
    expect(pages.filter((path) => !opened.has(path))).to.deep.equal([]);
    expect([...opened].filter((path) => !pages.includes(path))).to.deep.equal([]);
  });

  it('opens each section of the settings', () => {
    const headings = settingsSources
      .filter((file) => !OF_RECORDS.includes(file))
      .flatMap((file) =>
        found(
          read(join(SETTINGS, file)),
          /(?:<section [^>]*aria-labelledby|<RecordSection\s+id)="([\w-]+)"/g,
        ),
      );
    expect(headings).to.have.length.above(15);
    expect(SETTINGS_PLACES.flatMap(({ sections = {} }) => Object.keys(sections))).to.have.members(headings);
  });

  it('opens each dialog that has an address, and no other', () => {
    const dialogs = readdirSync(join(SOURCES, 'pages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => found(read(join('pages', file)), /useAddressedDialog\('([\w-]+)'\)/g));
    expect(dialogs).to.have.length.above(8);
    const hashes = PALETTE_ENTRIES.flatMap(({ hash }) => (hash?.startsWith('add-') ? [hash] : []));
    expect(hashes).to.have.members(dialogs);
  });

  for (const language of readdirSync(join(SOURCES, 'texts')).filter((name) => /^\w\w$/.test(name)))
    it(`has a name of its own for each entry in ${language}`, async () => {
      const texts = await consoleTexts(language);
      const lines = PALETTE_ENTRIES.map(({ of, to, hash, name }) => `${of} ${name(texts)} ${to} ${hash}`);
      expect(new Set(lines).size).to.equal(lines.length);
      const nameless = [...PALETTE_ENTRIES, ...OPERATOR_PLACES].filter(({ name }) => !name(texts)?.trim());
      expect(nameless.map(({ to }) => to)).to.deep.equal([]);
    });
});
