import { type Provider, providerOfDomain, providerOfServer } from './providers.ts';

/** For people. Senders and forwarders of mail have none. */
const NAMES: Readonly<Partial<Record<Provider, string>>> = {
  gmail: 'Google',
  microsoft: 'Microsoft',
  yahoo: 'Yahoo',
  apple: 'Apple iCloud',
  comcast: 'Comcast',
  gmx: 'GMX, WEB.DE, IONOS',
  mailru: 'Mail.ru',
  yandex: 'Yandex',
  qq: 'QQ',
  netease: 'NetEase',
  orange: 'Orange, La Poste',
  free: 'Free',
  proofpoint: 'Proofpoint',
  mimecast: 'Mimecast',
  barracuda: 'Barracuda',
  docomo: 'NTT Docomo',
  spectrum: 'Spectrum',
  cox: 'Cox',
  godaddy: 'GoDaddy',
  ses: 'Amazon',
};

/** Providers whose replies need no rules of their own: ends of the names of their servers, without dots at the beginning. */
const OTHERS: Readonly<Record<string, string>> = {
  'T-Online': 't-online.de',
  freenet: 'freenet.de',
  Strato: 'rzone.de',
  Hetzner: 'your-server.de',
  'mailbox.org': 'mailbox.org',
  Posteo: 'posteo.de',
  Proton: 'protonmail.ch proton.me',
  Fastmail: 'messagingengine.com fastmail.com',
  Zoho: 'zoho.com zoho.eu zoho.in',
  OVH: 'ovh.net',
  Gandi: 'gandi.net',
  Infomaniak: 'infomaniak.ch infomaniak.com',
  SFR: 'sfr.fr',
  Libero: 'libero.it',
  Rackspace: 'emailsrvr.com',
  Cisco: 'iphmx.com',
  Hornetsecurity: 'hornetsecurity.com antispameurope.com',
  Symantec: 'messagelabs.com',
  'Trend Micro': 'trendmicro.com trendmicro.eu',
  Sophos: 'sophos.com',
};

const otherNames = new Map(
  Object.entries(OTHERS).flatMap(([name, ends]) => ends.split(' ').map((end) => [end, name] as const)),
);

/** The mailbox provider of a well-known domain, for people; null for others. */
export function mailboxOfDomain(domain: string): string | null {
  const provider = providerOfDomain(domain.toLowerCase());
  return (provider && NAMES[provider]) ?? null;
}

/** By the name of an MX host; null for others. */
export function mailboxOfServer(given: string): string | null {
  const host = given.toLowerCase().replace(/\.$/, '');
  const provider = providerOfServer(host);
  if (provider && NAMES[provider]) return NAMES[provider];
  const labels = host.split('.');
  const ends = labels.map((_, from) => labels.slice(from).join('.'));
  return ends.map((end) => otherNames.get(end)).find((name) => name !== undefined) ?? null;
}
