import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { texts } from '../../../common/domain/validation-texts.ts';
import {
  brakeWords,
  callWords,
  failureWords,
  lastReplyWords,
  logoWords,
  rowReason,
  serverWords,
  standingWords,
} from '../../../console/src/data/own-failures.ts';
import { keepSpeech } from '../../../console/src/texts/texts.ts';
import { ROOT } from '../../../local/servers.mjs';
import { HOLD_REASONS, PAUSE_REASONS } from '../../../shared/hold-reasons.ts';
import { ERASED_ROW } from '../../../worker/importing/erased-rows.ts';
import { templateHold } from '../../../worker/sending/content/template-hold.ts';
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

  const NONE = { hold_reason: null, hold_detail: null, paused_reason: null, paused_detail: null } as const;

  it('shows no detail of a held or paused campaign as the service wrote it', () => {
    const detail = 'The template can not be used: no such thing';
    for (const reason of HOLD_REASONS)
      expect(standingWords({ ...NONE, hold_reason: reason, hold_detail: detail }, de), reason).to.equal(null);
    for (const reason of PAUSE_REASONS)
      expect(standingWords({ ...NONE, paused_reason: reason, paused_detail: detail }, de), reason).to.equal(
        null,
      );
  });

  it('says more of a held or paused campaign in its own words, and quotes mail servers', () => {
    const busy = templateHold({ state: 'later' } as never);
    const held = (hold_detail: string) =>
      standingWords({ ...NONE, hold_reason: 'template_failed', hold_detail }, en);
    expect(held(busy.detail!)).to.equal('The service is busy. It tries again automatically.');
    expect(held('The template can not be used: Line 3 (mj-foo): unknown.')).to.equal(
      'The error is in line 3 of the content.',
    );
    const paused = (paused_reason: 'refused' | 'too_many_bounces' | 'too_many_complaints', text: string) =>
      standingWords({ ...NONE, paused_reason, paused_detail: text }, en);
    expect(paused('too_many_bounces', '40 of 500 mailboxes do not exist')).to.equal(
      '40 of 500\u00a0addresses do not exist.',
    );
    expect(paused('too_many_complaints', '4 of 1000 recipients reported spam')).to.equal(
      '4 of 1,000\u00a0people reported it as spam.',
    );
    expect(paused('refused', 'a.example: 550 5.7.1 blocked')).to.equal(
      'Last reply: a.example: 550 5.7.1 blocked',
    );
    expect(paused('refused', 'connect ECONNREFUSED 127.0.0.1:25')).to.equal(null);
    expect(paused('too_many_bounces', 'it answered 550 of 900 late')).to.equal(null);
    expect(
      standingWords(
        {
          ...NONE,
          paused_reason: 'failed',
          paused_detail:
            'The audience does not add up: 10 recipients were counted, and 8 are in the ledger. When you resume, those in the ledger get their mail.',
        },
        en,
      ),
    ).to.match(/^10.people were counted, but the list has 8\./);
    expect(lastReplyWords('450 4.2.1 later', en)).to.equal('Last reply: 450 4.2.1 later');
    expect(lastReplyWords('421', en)).to.equal('Last reply: 421');
    expect(lastReplyWords('no answer in 450 ms', en)).to.equal(en.doubtCauses.silent);
    expect(brakeWords('', en)).to.equal(null);
    expect(en.operatorPage.brakedSince('1 May', null)).to.match(/since 1 May\.$/);
    expect(serverWords('450 4.2.1 later', de)).to.equal('450 4.2.1 later');
    expect(serverWords('no answer', de)).to.equal(de.doubtCauses.silent);
    expect(brakeWords('4 of 1000 recipients reported spam in 7 days', en)).to.equal(
      '4 of 1,000\u00a0recipients reported spam in 7\u00a0days',
    );
    expect(brakeWords('60 of 1000 mailboxes do not exist in 24 hours', de)).to.match(
      /^60 von 1\.000.E.Mails gingen in 1.Tag /,
    );
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
