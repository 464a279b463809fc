/** The parts of the English words that describe a browser, such as `Safari on an iPhone`, so that each language has its own. Null: unknown. */
export interface DeviceParts {
  readonly browser: string | null;
  readonly system: string | null;
}

const UNKNOWN: ReadonlySet<string> = new Set(['', 'A browser', 'An unknown browser']);

export function deviceParts(words: string | null): DeviceParts {
  const text = words ?? '';
  const [, browser = text, system = null] = /^(.+?) on (?:an? )?(.+)$/.exec(text) ?? [];
  return { browser: UNKNOWN.has(browser) ? null : browser, system };
}
