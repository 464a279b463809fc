import type { HtmlPiece } from './html-pieces.ts';
import { plainTextOf } from './plain-text.ts';
import type { TextPiece } from './text-template.ts';

// A placeholder passes the conversion as a number between private-use characters, which it does not change.
const [MARK, MARK_END] = ['\ue000', '\ue001'];

const plain = (literal: string): string => literal.replace(/[\ue000\ue001]/g, '');

/** It takes as long as html-to-text (minutes, for hostile HTML) and throws its errors, so call it only in processes that can be killed. */
export function textTemplateOf(pieces: readonly HtmlPiece[]): TextPiece[] {
  const marked: TextPiece[] = [];
  const mark = (piece: TextPiece): string => `${MARK}${marked.push(piece) - 1}${MARK_END}`;
  let html = '';
  let hidden = false;
  for (const piece of pieces) {
    if (typeof piece !== 'string' && piece.kind === 'mark') {
      if (piece.mark === 'hidden') hidden = true;
      else if (piece.mark === 'hidden-end') hidden = false;
    } else if (hidden) continue;
    else if (typeof piece === 'string') html += plain(piece);
    else if (piece.kind === 'charset') html += piece.written;
    else if (piece.kind === 'url') {
      const [only] = piece.segments;
      if (only === undefined) continue;
      html +=
        piece.segments.length === 1 && typeof only === 'string' ? plain(only) : mark({ url: piece.segments });
    } else if (piece.kind === 'value' && (piece.context === 'text' || piece.context === 'attribute')) {
      html += mark({ placeholder: piece.placeholder });
    }
  }
  return plainTextOf(html)
    .split(/\ue000(\d+)\ue001/)
    .flatMap((text, at): TextPiece[] => {
      const piece = at % 2 === 0 ? text : marked[Number(text)];
      return piece === undefined || piece === '' ? [] : [piece];
    });
}
