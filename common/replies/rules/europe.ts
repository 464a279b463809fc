import { OF_RECIPIENT, type ReplyRule } from '../rule.ts';

/** GMX, web.de, 1&1, mail.com: https://postmaster.gmx.net/en/error-messages */
const gmx: readonly ReplyRule[] = [
  { rule: 'gmx-reverse-dns', class: 'auth' },
  { rule: 'gmx-rate', class: 'slow', provider: 'gmx', kind: 4 },
  { rule: 'gmx-policy', class: 'policy' },
  { rule: 'gmx-size', class: 'size', provider: 'gmx' },
  { rule: 'gmx-full', class: 'full' },
  { rule: 'gmx-no-mailbox', class: 'gone', provider: 'gmx', kind: 5, stages: ['RCPT', 'report'] },
];

/** Orange, Wanadoo and La Poste number their replies, OFR_… and LPN…_…: https://postmaster.orange.fr */
const orange: readonly ReplyRule[] = [
  { rule: 'orange-rate', class: 'slow', provider: 'orange', kind: 4 },
  { rule: 'orange-refused-now', class: 'slow', provider: 'orange', kind: 4 },
  { rule: 'orange-full', class: 'full', provider: 'orange' },
  { rule: 'orange-block-list', class: 'policy', provider: 'orange' },
  { rule: 'orange-dmarc', class: 'auth' },
  { rule: 'orange-blocked-account', class: 'inactive', provider: 'orange', kind: 5, stages: OF_RECIPIENT },
  { rule: 'orange-no-recipient', class: 'gone', provider: 'orange', kind: 5, stages: OF_RECIPIENT },
];

/** Free, SFR, T-Online, iiNet and others. */
const others: readonly ReplyRule[] = [
  { rule: 'free-rate', class: 'slow', provider: 'free' },
  { rule: 'free-spam', class: 'policy' },
  { rule: 'free-unused', class: 'inactive', provider: 'free', kind: 5, stages: OF_RECIPIENT },
  { rule: 'sfr-abuse', class: 'policy' },
  { rule: 't-online-reputation', class: 'policy' },
  { rule: 'inconnu', class: 'gone', kind: 5, stages: OF_RECIPIENT },
];

export const europe: readonly ReplyRule[] = [...gmx, ...orange, ...others];
