/**
 * Words of people, and those of this reference for the same: a part of a title, such as the method, or of the text. A test reads the words of
 * users in docs/glossary.md.
 */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  'api key': ['keys'],
  authentication: ['publickey'],
  authorization: ['scope'],
  campaign: ['single send'],
  newsletter: ['single send'],
  broadcast: ['single send'],
  transactional: ['messages/send', 'message'],
  receipt: ['messages/send', 'message'],
  drip: ['automation'],
  flow: ['automation'],
  journey: ['automation'],
  blast: ['single send'],
  'transactional mail': ['messages/send', 'message'],
  subscriber: ['contact'],
  lead: ['contact'],
  user: ['account'],
  tenant: ['account'],
  customer: ['account'],
  'dynamic list': ['segment'],
  filter: ['segment'],
  query: ['rule'],
  criteria: ['rule'],
  target: ['recipient'],
  bot: ['machine', 'machines'],
  blacklisted: ['suppressed', 'suppress'],
  blocked: ['suppressed', 'suppress'],
  suppression: ['suppressionsave'],
  list: ['contact type', 'list'],
  audience: ['contact type', 'audience'],
  idempotency: ['idempotency-key'],
  pagination: ['lists', 'after_id'],
  paging: ['lists', 'after_id'],
  cursor: ['lists', 'after_id'],
  'rate limit': ['429'],
  throttling: ['retry-after'],
  limits: ['429', 'quota'],
  'error codes': ['invalid_inputs'],
  'verify signature': ['receiving webhooks', 'check signatures'],
  'standard webhooks': ['receiving webhooks', 'check signatures'],
  signature: ['receiving webhooks', 'signature', 'signatures'],
  'double opt-in': ['confirm', 'unconfirmed'],
  stats: ['statistics'],
  analytics: ['statistics'],
  'open rate': ['accountstatistics', 'statistics', 'opens', 'openings'],
  timeout: ['503'],
  sandbox: ['testing without mail', 'single/send/test', 'dry_run'],
  spf: ['dns', 'records of'],
  dkim: ['dkim', 'sending domain'],
  dmarc: ['sending domain'],
  blocklist: ['suppress'],
  blacklist: ['suppress'],
  unsubscribe: ['unsubscribe', 'opt-out'],
  changelog: ['changes of'],
  'release notes': ['changes of'],
  versioning: ['changes of'],
  sdk: ['typescript'],
  library: ['typescript'],
  attachment: ['attachment'],
};

export interface SearchItem {
  readonly title: string;
  /** Names of inputs and fields. */
  readonly keys: string;
  readonly text: string;
}

/**
 * The places of the items that have the words, or what else they may mean, the best first: in a title (at its beginning, as whole words, then as
 * parts of words; types and events last), in a name, or else in the text. It is also part of the page's script, so it uses nothing but its arguments, and names no
 * function, for which the bundle would call another one.
 */
export function foundIn(
  items: readonly SearchItem[],
  typed: string,
  synonyms: Readonly<Record<string, readonly string[]>>,
): number[] {
  const query = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const phrases = [query, ...(synonyms[query] ?? synonyms[query.replace(/s$/, '')] ?? [])];
  const byTitle = phrases.map((one, phrase) =>
    items.flatMap(({ title }, at) => {
      if (!one.split(' ').every((word) => title.includes(word))) return [];
      const place = ` ${title} `.indexOf(` ${one} `);
      // The typed words are before their other meanings, and a part of a word is after both. The shortest title says the most.
      const rank =
        place < 0 ? 5000 : 200 * phrase + (place === 0 ? 0 : 100) + Math.min(99, title.split(' ').length);
      return { at, rank: / (?:record|event)-/.test(title) ? rank + 10_000 : rank };
    }),
  );
  const byKeys = phrases.map((one, phrase) =>
    // Several words in a title say what is meant; names have most words in some place.
    byTitle[phrase]!.length > 0 && one.includes(' ')
      ? []
      : items.flatMap(({ keys }, at) => (one.split(' ').every((word) => keys.includes(word)) ? at : [])),
  );
  const byText = phrases.map((one, phrase) =>
    byTitle[phrase]!.length + byKeys[phrase]!.length > 0
      ? []
      : items.flatMap(({ text }, at) => (one.split(' ').every((word) => text.includes(word)) ? at : [])),
  );
  const titled = byTitle
    .flat()
    .sort((one, other) => one.rank - other.rank)
    .map(({ at }) => at);
  return [...new Set([titled, ...byKeys, ...byText].flat())];
}
