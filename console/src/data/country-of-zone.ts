interface Region {
  readonly id: number;
  readonly iso2: string;
}

/** The name of a time zone that browsers agree on: some zones have several. Null: this browser does not know it. */
function oneName(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Not in all type definitions and browsers yet; earlier ones have a property in place of the method. */
interface LocaleWithZones extends Intl.Locale {
  readonly getTimeZones?: () => readonly string[] | undefined;
  readonly timeZones?: readonly string[];
}

function zonesOf(iso2: string): readonly string[] {
  try {
    const locale = new Intl.Locale(`und-${iso2}`) as LocaleWithZones;
    return locale.getTimeZones?.() ?? locale.timeZones ?? [];
  } catch {
    return [];
  }
}

/** The id of the country with a time zone; null: none or several have it, or the browser does not know. */
export function countryOfZone(timezone: string, countries: readonly Region[]): number | null {
  const wanted = oneName(timezone);
  if (wanted === null) return null;
  const found = countries.filter(({ iso2 }) =>
    zonesOf(iso2).some((zone) => zone === timezone || oneName(zone) === wanted),
  );
  return found.length === 1 ? found[0]!.id : null;
}
