import { number } from './numbers.ts';

interface Sums {
  readonly days: number;
  readonly aligned: number;
  readonly broken: number;
  readonly foreign: number;
}

/** Reports of receivers about a sending domain (`pages/settings/domain-reports.tsx`). */
export const domainReports = {
  title: 'Reports of mailbox providers',
  off: 'This service receives no reports. Your administrator sets a domain for them.',
  none: 'No reports of the last 30 days. Providers send one a day once your DMARC record names the address.',
  noPolicy: 'No check found a DMARC record yet. Start with this one:',
  policy: (policy: string) => `Your DMARC policy is “${policy}”.`,
  strictest: 'It is the strictest one.',
  next: (policy: string, ready: boolean) =>
    ready ? `You can change it to “${policy}”:` : `The next step is “${policy}”, but not yet:`,
  waits: {
    no_record: 'Add the DMARC record to your DNS, then check again.',
    few_days: 'Fewer than 14 days have reports.',
    few_mails: 'Fewer than 100 of your emails were reported.',
    own_mails_fail: 'More than 1% of your own emails fail.',
    key_unproven: 'The DKIM record is not in your DNS.',
    unanswered: 'The DNS gave no answer about your DMARC record. Check again later.',
  } as Record<string, string>,
  sum: ({ days, aligned, broken, foreign }: Sums) =>
    `Days with reports: ${number(days)}. Your emails that passed: ${number(aligned)}, that failed: ${number(broken)}. Emails of others: ${number(foreign)}.`,
  sources: 'Servers that sent emails with your domain',
  tls: 'Encrypted connections to your mail servers',
  column: { date: 'Day', reporter: 'Reported by', source: 'Server', mails: 'Emails', result: 'Result' },
  unverified: 'Not signed by its sender',
  passed: 'Passed',
  foreignPassed: 'Passed, sent by another service',
  causes: {
    unsigned: 'Yours, without a signature',
    signature_broken: 'Yours, the signature is not valid',
    not_aligned: 'Yours, but signed for another domain',
    forwarded: 'Yours, forwarded by another server',
    not_ours: 'Not sent by this service',
  } as Record<string, string>,
  since: (day: string) => `Since ${day}`,
  change: (record: string, day: string) => `Last change before: ${record}, ${day}`,
  records: {
    dkim_rsa: 'DKIM (RSA)',
    dkim_ed25519: 'DKIM (Ed25519)',
    return_path_mx: 'MX of the return path',
    return_path_spf: 'SPF',
    dmarc: 'DMARC',
    link_host: 'host for links',
    return_path_host: 'host of the return path',
    dmarc_reports: 'DMARC reports',
    bimi: 'logo (BIMI)',
    dkim_cname_1: 'DKIM (first CNAME)',
    dkim_cname_2: 'DKIM (second CNAME)',
  } as Record<string, string>,
  logo: (isShown: boolean): string =>
    isShown ? 'Your logo (BIMI) is set up.' : 'Mailbox providers do not show your logo (BIMI):',
  logoFaults: {
    dmarc: 'The domain has no valid DMARC record.',
    policy: 'The DMARC policy is too weak for a logo. It must be quarantine or reject for all emails.',
    record: 'The BIMI record has an error. Keep one record, with the https address of an SVG file.',
    place: 'The logo could not be loaded from its address.',
    size: 'The logo has more than 32 kB.',
    shape: 'The logo is not square.',
    form: 'The file of the logo does not keep to the form SVG Tiny PS.',
  },
  connections: (good: number, failed: number) => `Encrypted: ${number(good)}, failed: ${number(failed)}`,
};
