const PREFIX = 'custom_field.';

export const customPath = (name: string) => `${PREFIX}${name}` as const;

export const customNameOf = (path: string): string | null =>
  path.startsWith(PREFIX) ? path.slice(PREFIX.length) : null;
