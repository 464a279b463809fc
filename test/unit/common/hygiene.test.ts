import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { askEach } from '../../../common/hygiene/ask-each.ts';
import { hygieneLists } from '../../../common/hygiene/lists.ts';
import { addressWarnings, lookAtAddress } from '../../../common/hygiene/look-at-address.ts';
import { createNearWords, isOneLetterOff } from '../../../common/hygiene/one-letter-off.ts';

const fine = { typo: null, role: false, disposable: false };

describe('the check of an address', () => {
  for (const [domain, meant] of Object.entries({
    'gmial.com': 'gmail.com',
    'gmail.con': 'gmail.com',
    'gmail.co': 'gmail.com',
    'gmaill.com': 'gmail.com',
    'hotmial.com': 'hotmail.com',
    'yaho.com': 'yahoo.com',
    'outlok.com': 'outlook.com',
    't-onlin.de': 't-online.de',
  }))
    it(`finds the typing error in ${domain}`, () => {
      expect(lookAtAddress(`ann@${domain}`, null)).to.deep.equal({ ...fine, typo: meant });
    });

  for (const role of ['abuse', 'noreply', 'spam', 'Postmaster', 'info+shop'])
    it(`finds the role ${role}`, () => {
      expect(lookAtAddress(`${role}@shop.example`, null)).to.deep.equal({ ...fine, role: true });
    });

  for (const domain of ['mailinator.com', 'guerrillamail.com', 'mx.MAILINATOR.com'])
    it(`finds the disposable domain ${domain}`, () => {
      expect(lookAtAddress(`eva@${domain}`, null)).to.deep.equal({ ...fine, disposable: true });
    });

  it('finds nothing wrong with large mailbox providers, short domains and other domains', () => {
    const domains = [...hygieneLists(null)['large-domains'], 'web.dk', 'shop.example', 'mail.shop.example'];
    for (const domain of domains) expect(lookAtAddress(`ann@${domain}`, null), domain).to.deep.equal(fine);
  });

  it('writes each doubt as a sentence', () => {
    expect(addressWarnings('abuse@gmial.com', null)).to.deep.equal([
      'abuse@gmial.com may have a typing error: did you mean gmail.com?',
      'abuse@gmial.com is the address of a role, not of a person.',
    ]);
    expect(addressWarnings('ann@example.com', null)).to.deep.equal([]);
  });

  it('reads the lists of an operator, and the built-in list where a file is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mailing-hygiene-'));
    try {
      writeFileSync(join(folder, 'role-names.txt'), '# Ours\nCaptain\n');
      expect(lookAtAddress('captain@ship.example', folder).role).to.equal(true);
      expect(lookAtAddress('abuse@ship.example', folder).role).to.equal(false);
      expect(lookAtAddress('eva@mailinator.com', folder).disposable).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('finds the same words as isOneLetterOff, for every change of one letter', () => {
    const [word, letters] = ['mailbox.org', 'abmx.'];
    const near = createNearWords([word]);
    const changed = Array.from({ length: word.length }, (_, at) => [
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ...[...letters].flatMap((letter) => [
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
      ]),
    ]).flat();
    for (const other of changed.filter((one) => !one.includes('undefined'))) {
      expect(near(other), other).to.equal(other === word ? null : word);
      expect(isOneLetterOff(other, word), other).to.equal(other !== word);
    }
    for (const other of ['malibxo.org', 'mailbox', 'xmailbox.orgx', '']) expect(near(other)).to.equal(null);
  });
});

describe('DNS queries about many domains', () => {
  it('share one abort signal without a warning about too many listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    try {
      const domains = Array.from({ length: 20 }, (_, at) => `shop-${at}.example`);
      await askEach(
        domains,
        { most: 20, mostMs: 1 },
        (_domain, signal) =>
          new Promise((done) => signal.addEventListener('abort', () => done(), { once: true })),
      );
      expect(warnings).to.deep.equal([]);
    } finally {
      process.off('warning', note);
    }
  });
});
