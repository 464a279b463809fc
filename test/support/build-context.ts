/** A pattern of .dockerignore as an expression for a path from the context's root. `**` goes over any number of folders. */
const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/^\/|\/$/g, '')
      .split(/(\*\*\/|\*\*|\*|\?)/)
      .map((part) => WILD[part] ?? part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`))
      .join('')}$`,
  );

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** The path itself, and each folder above it. */
const withParents = (path: string): string[] =>
  path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));

/**
 * Returns whether the build context has a file, by the text of .dockerignore. As Docker decides it: the last pattern that matches the
 * file, or a folder above it, is the one that counts.
 */
export function contextFilter(dockerignore: string): (path: string) => boolean {
  const patterns = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), expression: expressionOf(line.replace(/^!/, '')) }));
  return (path) => {
    const places = withParents(path);
    const last = patterns.findLast(({ expression }) => places.some((place) => expression.test(place)));
    return last?.lets ?? true;
  };
}
