import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientFeature, FeatureMatch } from '../mail-clients.ts';

interface SupportTable {
  readonly last_update_date: string;
  readonly data: readonly {
    readonly slug: string;
    readonly title: string;
    readonly url: string;
    /** By family, platform and version, oldest first: `y`, `n`, `a` (partly), `u` (unknown), with numbers of notes. */
    readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  }[];
}

/** Reported clients, by caniemail's names; together they open most mails. */
const CLIENTS: readonly (readonly [name: string, ...of: string[]])[] = [
  ['Gmail', 'gmail.desktop-webmail', 'gmail.android', 'gmail.ios'],
  ['Outlook (Windows)', 'outlook.windows'],
  ['Outlook.com', 'outlook.outlook-com'],
  ['Outlook (macOS)', 'outlook.macos'],
  ['Yahoo! Mail', 'yahoo.desktop-webmail'],
  ['Apple Mail', 'apple-mail.ios', 'apple-mail.macos'],
  ['Samsung Email', 'samsung-email.android'],
  ['Thunderbird', 'thunderbird.macos'],
];

/** Features whose absence a reader sees. Harmless losses, such as round corners, shadows and `:hover`, are left out. */
const readFeatures = (): Record<string, FeatureMatch> =>
  JSON.parse(readFileSync(new URL('mail-client-features.json', import.meta.url), 'utf8')) as Record<
    string,
    FeatureMatch
  >;

function isMissing(stats: SupportTable['data'][number]['stats'], of: string): boolean {
  const [family, platform] = of.split('.') as [string, string];
  return (
    Object.values(stats[family]?.[platform] ?? {})
      .at(-1)
      ?.startsWith('n') ?? false
  );
}

/** Writes the missing features of mail clients, from the package caniemail in this folder. Returns a summary. */
export function buildMailClients(folder: string): string {
  const file = join(folder, 'node_modules/caniemail/data/caniemail.json');
  const source = JSON.parse(readFileSync(file, 'utf8')) as SupportTable;
  const features = Object.entries(readFeatures()).map(([slug, match]): ClientFeature => {
    const found = source.data.find((one) => one.slug === slug);
    if (!found) throw new Error(`${file} has no ${slug}`);
    const missing = CLIENTS.filter(([, ...of]) => of.some((client) => isMissing(found.stats, client)));
    return { title: found.title, url: found.url, match, missing: missing.map(([name]) => name) };
  });
  const lacking = features.filter(({ missing }) => missing.length > 0);
  const target = new URL('../mail-clients.json', import.meta.url);
  const rows = lacking.map((feature) => `  ${JSON.stringify(feature)}`);
  writeFileSync(
    target,
    `{"updated":${JSON.stringify(source.last_update_date.slice(0, 10))},"features":[\n${rows.join(',\n')}\n]}\n`,
  );
  return `${lacking.length} features`;
}
