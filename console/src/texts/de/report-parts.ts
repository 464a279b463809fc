import type * as english from '../en/report-parts.ts';
import { count, number } from './numbers.ts';

export const reportParts: typeof english.reportParts = {
  clickToOpen: 'Effektive Klickrate',
  clickToOpenHint: 'der Personen, die öffneten, klickten auch',
  notOpened: 'Nicht geöffnet',
  file: { count: 'Anzahl', share: 'Anteil' },
  provider: 'Anbieter',
  moreDomains: (n) => `und ${number(n)} weitere`,
  cumulative: 'Summe',
  clickedLink: (url) => `Personen, die ${url} geklickt haben`,
  anyLink: 'Alle Links anzeigen',
  mailTitle: 'Die E‑Mail mit ihren Klicks',
  mailHint: 'An jedem Link steht sein Anteil an allen Klicks von Personen.',
  mailUnclicked: 'Noch wurde kein Link geklickt.',
  troubleTitle: 'Einige E‑Mails warten',
  troubleHint: 'Sie werden automatisch erneut versucht. Sie müssen nichts tun.',
  troubleAt: {
    server: (host) => (host === '' ? 'Die Grenze Ihres Kontos' : `Der Mailserver ${host}`),
    domain: (host) => `Alle Postfächer bei ${host}`,
    recipient: (host) => `Einzelne Postfächer bei ${host}`,
  },
  troubleTurn: 'Sie warten, bis sie an der Reihe sind',
  troubleRows: (n, until) => `${count(n, 'E‑Mail wartet', 'E‑Mails warten')}, nächster Versuch am ${until}.`,
  troubleSince: (at) => `Seit ${at}`,
  troubleReply: (reply) => `Letzte Antwort: ${reply}`,
  delayed: (n) => `${count(n, 'E‑Mail wartet', 'E‑Mails warten')} seit einem Tag oder länger.`,
};
