import type { Placeholder, Segment } from './placeholders.ts';

/** A piece of the text made of HTML: text as it is, a placeholder, or an address that has placeholders in it. */
export type TextPiece = string | { readonly placeholder: Placeholder } | { readonly url: readonly Segment[] };

const written = (segment: Segment): string => {
  if (typeof segment === 'string') return segment;
  const { name, fallback } = segment;
  return fallback === '' ? `((${name}))` : `((${name}|${fallback}))`;
};

/** The text as its author reads it: placeholders as they were written. */
export const shownText = (pieces: readonly TextPiece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return 'url' in piece ? piece.url.map(written).join('') : written(piece.placeholder);
    })
    .join('');
