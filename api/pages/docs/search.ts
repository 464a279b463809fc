/** Words of people, and those of this reference for the same; docs/glossary.md has more. A key may have several words. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  'api key': ['publickey'],
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
  subscriber: ['contact'],
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
  'open rate': ['statistics', 'opens', 'openings'],
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
 * The places of the items that have the words, the best first: in a title, in a name, or else in the text; the same again for what else
 * the words may mean. It is also part of the page's script, so it uses nothing but its arguments, and names no
 * function, for which the bundle would call another one.
 */
export function foundIn(
  items: readonly SearchItem[],
  typed: string,
  synonyms: Readonly<Record<string, readonly string[]>>,
): number[] {
  const query = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  const others = synonyms[query] ?? synonyms[query.replace(/s$/, '')] ?? [];
  const found = new Set<number>();
  for (const one of [query, ...others]) {
    const words = one.split(' ');
    const [byTitle, byKeys, byText] = (['title', 'keys', 'text'] as const).map((part) =>
      items.flatMap((item, at) => (words.every((word) => item[part].includes(word)) ? at : [])),
    ) as [number[], number[], number[]];
    // Several words in a title say what is meant; names have most words in some place.
    const byName = byTitle.length === 0 || words.length === 1 ? [...byTitle, ...byKeys] : byTitle;
    const places = byName.length > 0 ? byName : byText;
    for (const at of places) found.add(at);
  }
  return [...found];
}
