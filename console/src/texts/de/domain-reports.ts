import type * as english from '../en/domain-reports.ts';
import { number } from './numbers.ts';

export const domainReports: typeof english.domainReports = {
  title: 'Berichte der E‑Mail-Anbieter',
  off: 'Dieser Dienst empfängt keine Berichte. Ihr Administrator richtet dafür eine Domain ein.',
  none: 'Keine Berichte aus den letzten 30 Tagen. Anbieter senden täglich einen, sobald Ihr DMARC-Eintrag die Adresse nennt.',
  noPolicy: 'Bisher fand keine Prüfung einen DMARC-Eintrag. Beginnen Sie mit diesem:',
  policy: (policy) => `Ihre DMARC-Richtlinie ist „${policy}“.`,
  strictest: 'Es ist die strengste.',
  next: (policy, ready) =>
    ready ? `Sie können sie ändern in „${policy}“:` : `Der nächste Schritt ist „${policy}“, aber noch nicht:`,
  waits: {
    no_record: 'Fügen Sie den DMARC-Eintrag in Ihr DNS ein und prüfen Sie erneut.',
    few_days: 'Berichte gibt es für weniger als 14 Tage.',
    few_mails: 'Weniger als 100 Ihrer E‑Mails wurden gemeldet.',
    own_mails_fail: 'Mehr als 1 % Ihrer eigenen E‑Mails schlagen fehl.',
    key_unproven: 'Der DKIM-Eintrag fehlt in Ihrem DNS.',
    unanswered: 'Das DNS gab keine Antwort zu Ihrem DMARC-Eintrag. Prüfen Sie später erneut.',
  },
  sum: ({ days, aligned, broken, foreign }) =>
    `Tage mit Berichten: ${number(days)}. Ihre E‑Mails, bestanden: ${number(aligned)}, fehlgeschlagen: ${number(broken)}. E‑Mails von anderen: ${number(foreign)}.`,
  sources: 'Server, die E‑Mails mit Ihrer Domain senden',
  tls: 'Verschlüsselte Verbindungen zu Ihren Mailservern',
  column: { date: 'Tag', reporter: 'Gemeldet von', source: 'Server', mails: 'E‑Mails', result: 'Ergebnis' },
  unverified: 'Nicht vom Absender signiert',
  passed: 'Bestanden',
  foreignPassed: 'Bestanden, von einem anderen Dienst gesendet',
  causes: {
    unsigned: 'Von Ihnen, ohne Signatur',
    signature_broken: 'Von Ihnen, die Signatur ist ungültig',
    not_aligned: 'Von Ihnen, aber für eine andere Domain signiert',
    forwarded: 'Von Ihnen, von einem anderen Server weitergeleitet',
    not_ours: 'Nicht von diesem Dienst gesendet',
  },
  since: (day) => `Seit ${day}`,
  change: (record, day) => `Letzte Änderung davor: ${record}, ${day}`,
  records: {
    dkim_rsa: 'DKIM (RSA)',
    dkim_ed25519: 'DKIM (Ed25519)',
    return_path_mx: 'MX des Rückwegs',
    return_path_spf: 'SPF',
    dmarc: 'DMARC',
    link_host: 'Host für Links',
    return_path_host: 'Host des Rückwegs',
    dmarc_reports: 'DMARC-Berichte',
    bimi: 'Logo (BIMI)',
    dkim_cname_1: 'DKIM (erster CNAME)',
    dkim_cname_2: 'DKIM (zweiter CNAME)',
  },
  logo: (isShown) =>
    isShown ? 'Ihr Logo (BIMI) ist eingerichtet.' : 'E‑Mail-Anbieter zeigen Ihr Logo (BIMI) nicht:',
  logoFaults: {
    dmarc: 'Die Domain hat keinen gültigen DMARC-Eintrag.',
    policy:
      'Die DMARC-Richtlinie ist zu schwach für ein Logo. Sie muss für alle E‑Mails quarantine oder reject sein.',
    record:
      'Der BIMI-Eintrag hat einen Fehler. Behalten Sie einen Eintrag mit der https-Adresse einer SVG-Datei.',
    place: 'Das Logo konnte von seiner Adresse nicht geladen werden.',
    size: 'Das Logo hat mehr als 32 kB.',
    shape: 'Das Logo ist nicht quadratisch.',
    form: 'Die Datei des Logos hat nicht das Format SVG Tiny PS.',
  },
  connections: (good, failed) => `Verschlüsselt: ${number(good)}, fehlgeschlagen: ${number(failed)}`,
};
