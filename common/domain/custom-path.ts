const PREFIX = 'custom_field.';

/** Where a contact has the value of a custom field. */
export const customPath = (name: string) => `${PREFIX}${name}` as const;

/** The name of the custom field at a path of a contact; null for other paths. */
export const customNameOf = (path: string): string | null =>
  path.startsWith(PREFIX) ? path.slice(PREFIX.length) : null;
