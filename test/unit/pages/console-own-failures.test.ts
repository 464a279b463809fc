import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { texts } from '../../../common/domain/validation-texts.ts';
import { callWords, failureWords, logoWords, rowReason } from '../../../console/src/data/own-failures.ts';
import { keepSpeech } from '../../../console/src/texts/texts.ts';
import { ROOT } from '../../../local/servers.mjs';
import { ERASED_ROW } from '../../../worker/importing/erased-rows.ts';
import { consoleTexts } from '../../support/console-texts.ts';

const de = await consoleTexts('de');
const en = await consoleTexts('en');

/** Of these, rows of files get their texts. */
const SOURCES = [
  'worker/importing/import-rows.ts',
  'common/domain/written-values.ts',
  'common/domain/custom-values.ts',
];

type Forming = (key: string, detail: number) => string;

describe('the reason of a failure, in the words of the console,', () => {
  before(() => keepSpeech({ language: 'en', texts: en }));

  const nameOf = (field: string): string => `“${field}”`;
  const names = SOURCES.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\btexts\.(\w+)\(/g)].map(([, name]) => name!),
  );

  for (const name of new Set(names))
    it(`names the field of a row and its fault: ${name}`, () => {
      if (name === 'cells') {
        expect(rowReason(texts.cells(5, 3), nameOf)).to.equal(en.inputRefusals.cells({} as never));
        return;
      }
      const said = rowReason((texts[name as keyof typeof texts] as Forming)('favourite_shop', 5), nameOf);
      expect(said).to.match(/^“favourite_shop”: \S/);
      expect(said).not.to.contain(en.inputRefusals.other({} as never));
    });

  it('says that the person of a row was erased', () => {
    expect(rowReason(ERASED_ROW, nameOf)).to.equal('The data of this person was erased.');
  });

  it('names a field whose name has the words of a rule', () => {
    expect(rowReason(texts.number('what_is_due'), nameOf)).to.equal('“what_is_due”: Enter a number.');
  });

  it('names each fault of the logo of a domain', () => {
    const source = readFileSync(join(ROOT, 'api/services/dns/bimi.ts'), 'utf8');
    const faults = [...source.matchAll(/['`](The [^'`]+)['`]/g)].map(([, fault]) => fault!);
    expect(faults.length).to.be.greaterThan(15);
    const said = new Set(faults.map((fault) => logoWords(fault, de)));
    said.add(logoWords('There are several BIMI records, so none counts', de));
    expect([...said]).to.have.members(Object.values(de.domainReports.logoFaults));
    expect(logoWords('The logo is not square', en)).to.equal('The logo is not square.');
  });

  it('keeps the line of a file, and the status or the code of a failed call', () => {
    expect(failureWords('Line 7: a quoted cell does not end', en)).to.match(/^Line 7: /);
    expect(callWords('It answered 503', en)).to.equal('The address answered with 503');
    const expired = 'It could not be reached (CERT_HAS_EXPIRED)';
    expect(callWords(expired, en)).to.equal('The address could not be reached (CERT_HAS_EXPIRED)');
    expect(callWords(expired, de)).to.equal('Die Adresse war nicht erreichbar (CERT_HAS_EXPIRED)');
    expect(callWords('', en)).to.equal('The address could not be reached');
  });
});
