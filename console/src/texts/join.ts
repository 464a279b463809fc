type TextGroup = Record<string, unknown>;

/** Adds texts to those that are loaded: a group that both have gets the parts of both. A list is one text. */
export function joinTexts(loaded: object, more: object): void {
  const into = loaded as TextGroup;
  for (const [name, text] of Object.entries(more)) {
    const own = into[name];
    if (typeof own === 'object' && own !== null && !Array.isArray(own)) {
      // A copy: what a language file exports stays as it is.
      into[name] = { ...own };
      joinTexts(into[name] as object, text as object);
    } else into[name] = text;
  }
}
