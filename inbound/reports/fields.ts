import { LIMITS } from './limits.ts';

/** Fields of a header or of a group of a delivery status: values by name in lower case. */
export type ReportFields = ReadonlyMap<string, readonly string[]>;

const NAME = /^[A-Za-z][A-Za-z0-9-]{0,75}$/;

export const lines = (text: string): string[] =>
  text
    .slice(0, LIMITS.text)
    .split(/\r\n|\r|\n/)
    .map((line) => line.slice(0, LIMITS.line));

/** Groups of fields with blank lines between them (RFC 3464, 2.1). Other lines are skipped; folded ones are joined. */
export function readGroups(text: string): ReportFields[] {
  const groups: Map<string, string[]>[] = [];
  let group: Map<string, string[]> | null = null;
  let last: string[] | null = null;
  for (const line of lines(text)) {
    if (line.trim() === '') {
      group = null;
      last = null;
      continue;
    }
    if (/^[ \t]/.test(line)) {
      if (last && last.at(-1)!.length < LIMITS.line) last.push(`${last.pop()!} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim();
    if (!NAME.test(name)) {
      last = null;
      continue;
    }
    if (group === null) {
      group = new Map();
      groups.push(group);
      if (groups.length > LIMITS.recipients * 2) break;
    }
    last = group.get(name.toLowerCase()) ?? [];
    last.push(line.slice(colon + 1).trim());
    group.set(name.toLowerCase(), last);
  }
  return groups;
}

export const first = (fields: ReportFields, name: string): string | null => fields.get(name)?.[0] ?? null;
