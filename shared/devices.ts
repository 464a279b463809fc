/** A browser and its system. Null: unknown. */
export interface DeviceParts {
  readonly browser: string | null;
  readonly system: string | null;
}

/** In place of an unknown browser, by itself and before a system. */
const [UNKNOWN, UNKNOWN_ON] = ['An unknown browser', 'A browser'];

/** In English, as sessions and the activity of an account keep it, such as `Firefox on Windows`. */
export const deviceWords = ({ browser, system }: DeviceParts): string =>
  system === null ? (browser ?? UNKNOWN) : `${browser ?? UNKNOWN_ON} on ${system}`;

/** The parts of kept words, so that each language has words of its own. The system has no article. */
export function deviceParts(words: string | null): DeviceParts {
  const text = words ?? UNKNOWN;
  const [, browser = text, system = null] = /^(.+?) on (?:an? )?(.+)$/.exec(text) ?? [];
  return { browser: browser === UNKNOWN || browser === UNKNOWN_ON ? null : browser, system };
}
