import type { ReplyRule } from '../rule.ts';

const OF_RECIPIENT = ['RCPT', 'DATA', 'dot', 'report'] as const;

/** GMX, web.de, 1&1, mail.com: https://postmaster.gmx.net/en/error-messages */
const gmx: readonly ReplyRule[] = [
  { rule: 'gmx-reverse-dns', class: 'auth', texts: ['bad DNS PTR resource record'] },
  {
    rule: 'gmx-rate',
    class: 'slow',
    provider: 'gmx',
    kind: 4,
    texts: ['too many connections', 'reject due to policy*', 'rate limit*', 'please slow down'],
  },
  {
    rule: 'gmx-policy',
    class: 'policy',
    texts: [
      'reject due to policy restrictions',
      'reject due to policy violations',
      'Nemesis ESMTP Service not available*',
    ],
  },
  {
    rule: 'gmx-size',
    class: 'size',
    provider: 'gmx',
    texts: ['message exceeded fixed size*', 'mail size limit exceeded'],
  },
  { rule: 'gmx-full', class: 'full', texts: ['exceeded storage allocation', 'mailbox quota usage exceeded'] },
  {
    rule: 'gmx-no-mailbox',
    class: 'gone',
    provider: 'gmx',
    kind: 5,
    stages: ['RCPT', 'report'],
    texts: ['requested action not taken: mailbox unavailable', 'no such user here', 'unknown local part'],
  },
];

/** Orange, Wanadoo and La Poste number their replies, OFR_… and LPN…_…: https://postmaster.orange.fr */
const orange: readonly ReplyRule[] = [
  {
    rule: 'orange-rate',
    class: 'slow',
    provider: 'orange',
    kind: 4,
    texts: ['trop de connexions*', 'OFR*_104', 'OFR*_103', 'OFR_108', 'OFR_109', 'LPN*_104', 'LPN*_103'],
  },
  { rule: 'orange-refused-now', class: 'slow', provider: 'orange', kind: 4, texts: ['service refuse*'] },
  {
    rule: 'orange-full',
    class: 'full',
    provider: 'orange',
    texts: ['OFR*_417', 'LPN*_417', 'boite du destinataire pleine'],
  },
  {
    rule: 'orange-block-list',
    class: 'policy',
    provider: 'orange',
    texts: [
      'adresse IP source bloquee*',
      'OFR*_102',
      'OFR*_506',
      'OFR*_507',
      'OFR*_515',
      'LPN*_102',
      'LPN*_506',
      'LPN*_108',
      'LPN*_630',
      'LPN*_517',
      'service refuse*',
      'mail rejete*',
      'client host blocked for spamming issues',
    ],
  },
  {
    rule: 'orange-dmarc',
    class: 'auth',
    texts: ['mail rejected. DMARC check failed', 'OFR*_518', 'LPN*_518'],
  },
  {
    rule: 'orange-blocked-account',
    class: 'inactive',
    provider: 'orange',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: [
      'OFR*_426',
      'LPN*_426',
      'OFR*_425',
      'LPN*_425',
      'le compte du destinataire est bloque*',
      'boite du destinataire archivee*',
    ],
  },
  {
    rule: 'orange-no-recipient',
    class: 'gone',
    provider: 'orange',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['OFR*_416', 'LPN*_416', 'adresse*destinataire invalide*'],
  },
];

/** Free, SFR, T-Online, iiNet and others. */
const others: readonly ReplyRule[] = [
  {
    rule: 'free-rate',
    class: 'slow',
    provider: 'free',
    texts: ['too many errors from your IP*', 'too many connections*'],
  },
  { rule: 'free-spam', class: 'policy', texts: ['too many spams from your IP*', 'spam detected by*'] },
  {
    rule: 'free-unused',
    class: 'inactive',
    provider: 'free',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: ['this mailbox has been blocked due to inactivity'],
  },
  { rule: 'sfr-abuse', class: 'policy', texts: ['abus detecte*'] },
  { rule: 't-online-reputation', class: 'policy', texts: ['None/bad reputation', 'bad reputation'] },
  {
    rule: 'inconnu',
    class: 'gone',
    kind: 5,
    stages: OF_RECIPIENT,
    texts: [
      'utilisateur inconnu',
      'destinataire inconnu',
      'nessun utente simile in questo indirizzo',
      'no existe dicha persona',
      'no existe ese usuario',
      'usuario desconocido',
      'usuario inexistente',
      'empfaenger unbekannt',
      'empfänger unbekannt',
      'benutzer unbekannt',
      'utente sconosciuto',
      'destinatario sconosciuto',
      'usuário desconhecido',
      'пользователь не найден',
      'nieznany odbiorca',
    ],
  },
];

export const europe: readonly ReplyRule[] = [...gmx, ...orange, ...others];
