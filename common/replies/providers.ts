import { partsOfPattern } from './words.ts';

/** Signs of a receiver whose replies have their own meaning. */
interface Signs {
  /** Suffixes of server names. */
  readonly servers: readonly string[];
  /** Domains of recipients. Limits of the pace apply to those of one provider together (`worker/sending/pace/pace-file.ts`). */
  readonly domains?: readonly string[];
  /** Words that only this receiver's replies have. */
  readonly texts?: readonly string[];
}

export const MAIL_PROVIDERS = Object.freeze({
  gmail: {
    servers: ['google.com', 'googlemail.com'],
    domains: ['gmail.com', 'googlemail.com'],
    texts: ['gsmtp', 'support.google.com'],
  },
  microsoft: {
    servers: ['outlook.com', 'hotmail.com', 'mx.microsoft', 'office365.us', 'partner.outlook.cn'],
    domains: [
      'outlook.com',
      'hotmail.com',
      'live.com',
      'msn.com',
      'hotmail.co.uk',
      'hotmail.fr',
      'live.co.uk',
      'live.fr',
      'outlook.fr',
      'outlook.de',
    ],
    texts: ['outlook.com', 'go.microsoft.com', 'postmaster.live.com', 'mail.live.com', 'sender.office.com'],
  },
  yahoo: {
    servers: ['yahoodns.net', 'yahoo.com', 'aol.com', 'yahoo.co.jp'],
    domains: [
      'yahoo.com',
      'aol.com',
      'ymail.com',
      'rocketmail.com',
      'yahoo.co.uk',
      'yahoo.fr',
      'yahoo.de',
      'yahoo.es',
      'yahoo.it',
      'att.net',
      'verizon.net',
    ],
    texts: [
      'postmaster.yahooinc.com',
      'postmaster.verizonmedia.com',
      'help.yahoo.com',
      'mail*.yahoo.com',
      'postmaster.yahoo.com',
      'postmaster.info.aol.com',
      'postmaster.aol.com',
    ],
  },
  apple: {
    servers: ['icloud.com', 'me.com', 'apple.com'],
    domains: ['icloud.com', 'me.com', 'mac.com'],
    texts: ['support.apple.com'],
  },
  comcast: {
    servers: ['comcast.net'],
    domains: ['comcast.net', 'xfinity.com'],
    texts: ['comcast', 'xfinity'],
  },
  gmx: {
    servers: [
      'gmx.net',
      'gmx.com',
      'web.de',
      'kundenserver.de',
      'mail.com',
      'ionos.com',
      'ionos.de',
      '1and1.com',
    ],
    domains: ['gmx.de', 'gmx.net', 'gmx.com', 'gmx.at', 'gmx.ch', 'web.de', 'mail.com'],
    texts: [
      'nemesis esmtp',
      'postmaster.gmx*',
      'postmaster.web.de',
      'postmaster.1und1.de',
      'postmaster.ionos*',
      'postmaster.mail.com',
    ],
  },
  mailru: {
    servers: ['mail.ru'],
    domains: ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru', 'internet.ru'],
    texts: ['help.mail.ru'],
  },
  yandex: {
    servers: ['yandex.ru', 'yandex.net', 'yandex.com'],
    domains: ['yandex.ru', 'yandex.com', 'ya.ru'],
    texts: ['ya.cc', 'yandex.ru'],
  },
  qq: {
    servers: ['qq.com'],
    domains: ['qq.com', 'foxmail.com'],
    texts: ['service.mail.qq.com', 'open.work.weixin.qq.com'],
  },
  netease: {
    servers: ['163.com', '126.com', 'netease.com'],
    domains: ['163.com', '126.com', 'yeah.net', '188.com'],
    texts: ['mail.163.com', 'mail.126.com', 'mail.yeah.net'],
  },
  orange: {
    servers: ['orange.fr', 'wanadoo.fr', 'laposte.net'],
    domains: ['orange.fr', 'wanadoo.fr', 'laposte.net'],
    texts: ['ofr*', 'lpn*', 'mwinf*'],
  },
  free: {
    servers: ['free.fr', 'proxad.net'],
    domains: ['free.fr'],
    texts: ['postmaster.free.fr'],
  },
  proofpoint: {
    servers: ['pphosted.com', 'ppe-hosted.com'],
    texts: ['support.proofpoint.com', 'pphosted', 'ppe-hosted'],
  },
  mimecast: {
    servers: ['mimecast.com', 'mimecast.co.za'],
    texts: ['mimecast*'],
  },
  barracuda: {
    servers: ['barracudanetworks.com', 'cudasvc.com', 'cudamail.com'],
    texts: ['barracuda*'],
  },
  // Recognised by the server's name, because other servers use the same words.
  docomo: { servers: ['docomo.ne.jp'], domains: ['docomo.ne.jp'] },
  googlegroups: { servers: [], domains: ['googlegroups.com'] },
  facebook: { servers: ['facebook.com'], domains: ['facebook.com'], texts: ['postmaster.facebook.com'] },
  spectrum: { servers: ['charter.net', 'rr.com', 'spectrum.net'], texts: ['spectrum.net', 'charter.net'] },
  cox: { servers: ['cox.net'], domains: ['cox.net'], texts: ['cox.com', 'aup cdrbl'] },
  godaddy: { servers: ['secureserver.net'], texts: ['x.co', 'secureserver'] },
  ses: { servers: ['amazonses.com', 'amazonaws.com', 'ses'], texts: ['amazon ses', 'throttling failure'] },
  sendgrid: { servers: ['sendgrid.net', 'sendgrid'] },
  postmark: { servers: ['postmarkapp.com', 'mtasv.net', 'postmark'] },
  mailgun: { servers: ['mailgun.org', 'mailgun.net', 'mailgun'] },
  resend: { servers: ['resend.com', 'resend'] },
} satisfies Record<string, Signs>);

export type Provider = keyof typeof MAIL_PROVIDERS;

const NAMES = Object.keys(MAIL_PROVIDERS) as Provider[];
const SIGNS: readonly (readonly [Provider, Signs])[] = NAMES.map((name) => [name, MAIL_PROVIDERS[name]]);
const byDomain = new Map<string, Provider>();
for (const [name, { domains = [] }] of SIGNS) for (const domain of domains) byDomain.set(domain, name);
const byServer = new Map<string, Provider>();
for (const [name, { servers }] of SIGNS) for (const end of servers) byServer.set(end, name);

/** In the form of `words.ts`. */
export const PROVIDER_TEXTS: readonly (readonly [Provider, readonly string[]])[] = SIGNS.flatMap(
  ([name, { texts = [] }]) => texts.map((text) => [name, partsOfPattern(text)] as const),
);

/** By the end of a server's name in lower case. */
export function providerOfServer(host: string): Provider | undefined {
  for (let from = 0; ; ) {
    const found = byServer.get(from === 0 ? host : host.slice(from));
    const dot = host.indexOf('.', from);
    if (found !== undefined || dot === -1) return found;
    from = dot + 1;
  }
}

/** By a recipient's domain in lower case. */
export const providerOfDomain = (domain: string): Provider | undefined => byDomain.get(domain);

export const isProvider = (name: string): name is Provider => Object.hasOwn(MAIL_PROVIDERS, name);
