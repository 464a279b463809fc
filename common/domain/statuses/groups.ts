/** In characters: no group has a longer name. */
const NAME_MAX = 255;

/** The names of groups as one cell; `;` in a name is doubled. */
export const writeGroups = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(';', ';;')).join('; ');

/** The names in a cell of {@link writeGroups}. */
export function groupNamesIn(cell: string): string[] {
  const names: string[] = [''];
  for (const part of cell.split(/(;;|;)/)) {
    if (part === ';') names.push('');
    else names[names.length - 1] += part === ';;' ? ';' : part;
  }
  return [...new Set(names.map((name) => name.trim().slice(0, NAME_MAX)))].filter((name) => name !== '');
}
