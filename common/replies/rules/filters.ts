import { OF_RECIPIENT, type ReplyRule } from '../rule.ts';

/** Filters in front of mail servers: Proofpoint, Mimecast, Barracuda, Cisco, Symantec, and providers in North America with code lists. */
export const filters: readonly ReplyRule[] = [
  { rule: 'proofpoint-block-list', class: 'policy' },
  { rule: 'mimecast-later', class: 'later', provider: 'mimecast', kind: 4 },
  { rule: 'mimecast-authentication', class: 'auth', provider: 'mimecast' },
  { rule: 'mimecast-policy', class: 'policy', provider: 'mimecast' },
  { rule: 'mimecast-invalid-recipient', class: 'gone', provider: 'mimecast', kind: 5, stages: OF_RECIPIENT },
  { rule: 'barracuda-blocked', class: 'policy' },
  { rule: 'cisco-reputation', class: 'policy' },
  { rule: 'cisco-rate', class: 'slow', kind: 4 },
  { rule: 'symantec-rate', class: 'slow' },
  { rule: 'symantec-policy', class: 'policy' },
  { rule: 'spectrum-rate', class: 'slow' },
  { rule: 'cox-rate', class: 'slow' },
  { rule: 'cox-dns', class: 'auth' },
  { rule: 'aup-block-list', class: 'policy' },
  { rule: 'godaddy-rate', class: 'slow' },
  { rule: 'godaddy-authentication', class: 'auth' },
  { rule: 'godaddy-block-list', class: 'policy' },
  { rule: 'facebook-no-recipient', class: 'gone', provider: 'facebook', kind: 5, stages: OF_RECIPIENT },
  { rule: 'facebook-later', class: 'later', kind: 4 },
  { rule: 'facebook-preferences', class: 'policy', provider: 'facebook' },
  { rule: 'att-block-list', class: 'policy' },
];
