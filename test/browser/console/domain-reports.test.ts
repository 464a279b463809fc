import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { DmarcRow } from '../../../common/domain/domain-reports.ts';
import { dayOf, firstDayWithin } from '../../../common/domain/segment-days.ts';
import { type DomainReportDocument, StoredDomainReport } from '../../../common/models/domain-reports.ts';
import { SendingDomain } from '../../../common/models/sending-domains.ts';
import { type Client, startApi } from '../../support/api.ts';
import { rows } from '../../support/rows.ts';
import { type Console, DESK, isInOrder, PHONE, startConsole } from './support.ts';

/** A query that fails is tried twice more. */
const SLOW_MS = 60_000;
const TODAY = dayOf(new Date(), 'utc');
const shownDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
const SHOWN_TODAY = shownDay(TODAY);
/** In the account's time zone, its last hour is of the day after. */
const CHANGED = firstDayWithin(TODAY, 3);
/** The servers of a domain's mails, from that with the most mails to that with the fewest. */
const [OWN, BROKEN, MAIL_LIST, OTHER_TOOL, STRANGER] = [
  '192.0.2.10',
  '192.0.2.11',
  '198.51.100.20',
  '198.51.100.30',
  '203.0.113.66',
];

const mailsOf = (ip: string, mails: number, given: Partial<DmarcRow> = {}): DmarcRow => ({
  ip,
  mails,
  disposition: 'none',
  aligned_spf: false,
  aligned_dkim: false,
  selector: null,
  dkim_domain: 'shop.example',
  dkim_result: null,
  spf_domain: null,
  spf_result: null,
  reason: null,
  ...given,
});

/** The tables of what mailbox providers reported, in the settings. */
describe('the reports of mailbox providers in the console', () => {
  let running: Console;
  let client: Client;
  let domainId: number;
  before(async () => {
    running = await startConsole('browser-console-domain-reports', (name, settings) =>
      startApi(name, { ...settings, BOUNCE_DOMAIN: 'bounces.example' }),
    );
    client = await running.api.account({ timezone: 'Pacific/Kiritimati' });
    domainId = (await client.post('/sending-domains/save', { domain: 'shop.example' })).body.id;
  });
  after(() => running?.stop());

  const visit = (use: (page: Page) => Promise<void>, locale = 'en-GB') =>
    running.visit(client, { viewport: DESK, locale }, use);

  async function openReports(page: Page, button = 'Reports of mailbox providers') {
    await page.goto(`${running.api.url}/console/settings`);
    const row = page.getByRole('listitem').filter({ hasText: 'shop.example' });
    await row.getByRole('button', { name: button }).click();
    return row;
  }

  const report = (id: string, given: Partial<DomainReportDocument>) =>
    rows(StoredDomainReport).insertOne({
      _id: `${domainId} ${id}`,
      user_id: client.user_id,
      sending_domain_id: domainId,
      kind: 'dmarc',
      reporter: 'mailbox.example',
      verified: true,
      day: TODAY,
      received_day: TODAY,
      expires_at: new Date(Date.now() + 24 * 3600_000),
      rows: [],
      tls: [],
      ...given,
    });

  const hasDmarc = (policy: string) =>
    rows(SendingDomain).updateOne(
      { _id: domainId },
      {
        $set: {
          proven: ['rsa'],
          check: {
            at: new Date(),
            records: { dmarc: { status: 'ok', found: [`v=DMARC1; p=${policy}`], problem: null } },
          },
        },
      },
    );

  /** Emails of ours that pass, that fail and that a list forwards, those of another service and of a stranger, and connections by TLS. */
  async function reportAll(selector: string): Promise<void> {
    const signed = { selector, dkim_result: 'pass' };
    await report('dmarc', {
      rows: [
        mailsOf(OWN, 900, { ...signed, aligned_dkim: true }),
        mailsOf(BROKEN, 120, { ...signed, dkim_result: 'fail' }),
        mailsOf(MAIL_LIST, 9, { ...signed, dkim_result: 'fail', reason: 'mailing_list' }),
        mailsOf(OTHER_TOOL, 6, { aligned_spf: true }),
      ],
    });
    await report('dmarc unproven', {
      reporter: 'unproven.example',
      verified: false,
      rows: [mailsOf(STRANGER, 3)],
    });
    await report('tls', {
      kind: 'tls',
      tls: [
        {
          policy_type: 'sts',
          policy_domain: 'shop.example',
          successes: 40,
          failures: 2,
          details: [{ result_type: 'certificate-expired', receiving_mx: 'mx.shop.example', sessions: 2 }],
        },
      ],
    });
  }

  it('names the first step of a new domain, which has no reports', () =>
    visit(async (page) => {
      const row = await openReports(page);
      for (const text of [
        'No check found a DMARC record yet. Start with this one:',
        'v=DMARC1; p=none',
        'Add the DMARC record to your DNS, then check again.',
        'Days with reports: 0. Your emails that passed: 0, that failed: 0. Emails of others: 0.',
        'No reports of the last 30 days.',
      ])
        await row.getByText(text).last().waitFor();
      await isInOrder(page, 'a domain without reports');
    }));

  it('offers another try where the reports did not load', () =>
    running.visit(client, { viewport: DESK }, async (first) => {
      // The browser's log, in which the test looks for errors of the console, is that of the first tab.
      const page = await first.context().newPage();
      await page.route('**/sending-domains/reports*', (route) => route.fulfill({ status: 503, body: '{}' }));
      const row = await openReports(page);
      const alert = row.getByRole('alert');
      await alert.getByRole('button', { name: 'Try again' }).waitFor({ timeout: SLOW_MS });
      await page.unroute('**/sending-domains/reports*');
      await alert.getByRole('button', { name: 'Try again' }).click();
      await row.getByText('No reports of the last 30 days.').waitFor();
      await page.close();
    }));

  describe('which came', () => {
    before(async () => {
      const { keys } = (await rows(SendingDomain).findOne({ _id: domainId }))!;
      const { selector } = keys.rsa;
      await hasDmarc('none');
      await rows(SendingDomain).updateOne(
        { _id: domainId },
        {
          $set: {
            changes: [
              { at: new Date(`${CHANGED}T23:00:00Z`), purpose: 'return_path_spf', status: 'missing' },
            ],
          },
        },
      );
      await reportAll(selector);
    });

    it('names each server, why its emails fail and since when, those that fail first', () =>
      visit(async (page) => {
        const row = await openReports(page);
        const table = row.getByRole('region', { name: 'Servers that sent emails with your domain' });
        await table.getByRole('row').nth(5).waitFor();
        const shown = (await table.getByRole('row').allInnerTexts()).slice(1);
        const expected = [
          [
            BROKEN,
            '120',
            'Yours, the signature is not valid',
            `Since ${SHOWN_TODAY}`,
            `Last change before: SPF, ${shownDay(CHANGED)}`,
          ],
          [MAIL_LIST, '9', 'Yours, forwarded by another server', `Since ${SHOWN_TODAY}`],
          [STRANGER, '3', 'Not sent by this service', 'unproven.example', 'Not signed by its sender'],
          [OWN, '900', 'Passed', 'mailbox.example'],
          [OTHER_TOOL, '6', 'Passed, sent by another service'],
        ];
        expect(shown).to.have.lengthOf(expected.length);
        for (const [at, words] of expected.entries())
          for (const word of [SHOWN_TODAY, ...words]) expect(shown[at], word).to.include(word);
        for (const at of [2, 3, 4]) expect(shown[at]).to.not.include('Since');
        expect(shown[3]).to.not.include('Not signed');
        await row.getByText('Encrypted: 40, failed: 2').waitFor();
        await isInOrder(page, 'the reports of a domain');
      }));

    it('shows what the stricter policy waits for', () =>
      visit(async (page) => {
        const row = await openReports(page);
        await row
          .getByText('Your DMARC policy is “none”. The next step is “quarantine”, but not yet:')
          .waitFor();
        await row.getByText('Fewer than 14 days have reports.').waitFor();
        await row.getByText('More than 1% of your own emails fail.').waitFor();
        // Only reports that a provider signed count.
        await row
          .getByText(
            'Days with reports: 1. Your emails that passed: 900, that failed: 129. Emails of others: 6.',
          )
          .waitFor();
        expect(await row.getByText('p=quarantine').count()).to.equal(0);
      }));

    it('is in German, too, and fits a phone', () =>
      running.visit(client, { viewport: PHONE, locale: 'de-DE' }, async (page) => {
        const row = await openReports(page, 'Berichte der E‑Mail-Anbieter');
        for (const text of [
          'Ihre DMARC-Richtlinie ist „none“. Der nächste Schritt ist „quarantine“, aber noch nicht:',
          'Von Ihnen, die Signatur ist ungültig',
          'Von Ihnen, von einem anderen Server weitergeleitet',
          'Nicht von diesem Dienst gesendet',
          'Verschlüsselt: 40, fehlgeschlagen: 2',
        ])
          await row.getByText(text).waitFor();
        expect(await row.innerText()).to.not.match(/\b(?:Passed|Yours|Since|Day)\b/);
      }));

    it('names the record of the stricter policy when two weeks of reports allow it, and that reject is the last', async () => {
      await rows(StoredDomainReport).deleteMany({ user_id: client.user_id });
      const { keys } = (await rows(SendingDomain).findOne({ _id: domainId }))!;
      for (let days = 0; days < 14; days++)
        await report(`day ${days}`, {
          day: firstDayWithin(TODAY, days),
          rows: [mailsOf(OWN, 20, { selector: keys.rsa.selector, dkim_result: 'pass', aligned_dkim: true })],
        });
      await visit(async (page) => {
        const row = await openReports(page);
        await row.getByText('Your DMARC policy is “none”. You can change it to “quarantine”:').waitFor();
        await row.getByText('v=DMARC1; p=quarantine').waitFor();
        await hasDmarc('reject');
        const again = await openReports(page);
        await again.getByText('Your DMARC policy is “reject”. It is the strictest one.').waitFor();
        expect(await again.getByText('You can change it').count()).to.equal(0);
      });
    });
  });

  it('name no first policy while the DNS gives no answer about the record', async () => {
    const dmarc = { status: 'unknown', found: [], problem: null } as const;
    await rows(SendingDomain).updateOne(
      { _id: domainId },
      { $set: { check: { at: new Date(), records: { dmarc: { ...dmarc, found: [] } } } } },
    );
    await visit(async (page) => {
      const row = await openReports(page);
      await row.getByText('The DNS gave no answer about your DMARC record. Check again later.').waitFor();
      expect(await row.getByText('Start with this one').count()).to.equal(0);
    });
  }).timeout(SLOW_MS);
});
