import { lazily } from './lazily.ts';
import { readCountryAliases, readCountryRows } from './places-files.ts';

/** As in `get/country-state-city`. `numeric` is ISO 3166-1's three digits, as text: `004`. */
export type Country = { id: number; name: string; iso2: string; iso3: string; numeric: string };

/** By ascending id (at the first build: alphabetical). */
export const countriesById: () => ReadonlyMap<number, Country> = lazily(
  () =>
    new Map(
      readCountryRows().map(([name, iso2, iso3, numeric], at) => [
        at + 1,
        Object.freeze({ id: at + 1, name, iso2, iso3, numeric }),
      ]),
    ),
);

/** Languages of files whose names of countries are read, in addition to English. */
const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl'] as const;

const idsByText = lazily(() => {
  const ids = new Map<string, number>();
  const aliases = readCountryAliases();
  readCountryRows().forEach(([name, iso2, iso3, , isoName], at) => {
    for (const text of [name, isoName, iso2, iso3, ...(aliases[iso2] ?? [])]) {
      ids.set(comparable(text), at + 1);
    }
  });
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    readCountryRows().forEach(([, iso2], at) => {
      const name = comparable(names.of(iso2) ?? '');
      if (name !== '' && !ids.has(name)) ids.set(name, at + 1);
    });
  }
  return ids;
});

/** A longer text is no country, and is not folded. */
const NAME_MAX = 255;

/** Only letters and digits, without case, accents, "the" and "&": "U.S.A." is "usa", "Côte d’Ivoire" "cotedivoire". */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/&/g, ' and ')
    .replace(/^\s*the\s+/, '')
    .replace(/\bst\b\.?/g, 'saint')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The id of a country by our id, its English name (the common or ISO's), its name in one of five other languages, an ISO 3166-1
 * alpha-2 or alpha-3 code, or another usual name (`country-aliases.json`). Case, accents and punctuation are ignored. Digits are always an id, never ISO's numeric code, which would
 * overlap. Null when none matches.
 */
export function findCountry(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed.length > NAME_MAX) return null;
  if (/^\d{1,9}$/.test(trimmed)) return countriesById().has(Number(trimmed)) ? Number(trimmed) : null;
  return idsByText().get(comparable(trimmed)) ?? null;
}

export const countryName = (id: number): string | null => countriesById().get(id)?.name ?? null;

/** `''` for a contact without a country. */
export const shownCountry = (id: number | null | undefined): string =>
  typeof id === 'number' ? (countryName(id) ?? '') : '';
