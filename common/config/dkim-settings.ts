/** Only the form is checked here; the worker reads the keys (`worker/sending/signing/keys.ts`). */
export interface DkimSettings {
  /** In order; `<selector>._domainkey.<domain>` has the public key. */
  readonly selectors: readonly { readonly domain: string; readonly selector: string }[];
  /** PEM texts, one a selector; null when they are in files. */
  readonly pem: string | null;
  readonly files: readonly string[];
}

type Environment = Readonly<Record<string, unknown>>;

const NAMES = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY', 'DKIM_KEY_FILE'] as const;
/** RFC 6376, 3.1: a selector is sub-domains; A-labels when it is not ASCII. */
const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

const list = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(',').map((one) => one.trim()) : [];

/** Returns null when none of the four settings is set. `problems`: one line each. */
export function readDkimSettings(environment: Environment): {
  settings: DkimSettings | null;
  problems: string[];
} {
  const problems: string[] = [];
  const given = NAMES.filter((name) => environment[name] !== undefined);
  if (given.length === 0) return { settings: null, problems };

  for (const name of ['DKIM_DOMAIN', 'DKIM_SELECTOR'] as const) {
    if (!given.includes(name)) problems.push(`${name} is not set; ${given[0]} needs it`);
    for (const one of list(environment[name])) {
      if (!DOMAIN.test(one)) problems.push(`${name}: "${one}" is not a DNS name`);
    }
  }
  if (given.includes('DKIM_KEY') === given.includes('DKIM_KEY_FILE'))
    problems.push('DKIM_KEY or DKIM_KEY_FILE must be set, but not both');
  const domains = list(environment['DKIM_DOMAIN']);
  const names = list(environment['DKIM_SELECTOR']);
  if (domains.length > 1 && domains.length !== names.length)
    problems.push('DKIM_DOMAIN must have one domain, or one for each selector');
  const selectors = names.map((selector, at) => ({
    selector: selector.toLowerCase(),
    domain: (domains[at] ?? domains[0] ?? '').toLowerCase(),
  }));
  if (new Set(selectors.map(({ selector, domain }) => `${selector} ${domain}`)).size < selectors.length)
    problems.push('DKIM_SELECTOR has a selector twice');

  const pem = environment['DKIM_KEY'];
  const settings = {
    selectors,
    // In an environment file a line break is `\n`.
    pem: typeof pem === 'string' ? pem.replaceAll('\\n', '\n') : null,
    files: list(environment['DKIM_KEY_FILE']),
  };
  return { settings: problems.length > 0 ? null : settings, problems };
}
