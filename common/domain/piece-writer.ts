import type { HtmlMark, HtmlPiece } from './html-pieces.ts';
import type { Segment } from './placeholders.ts';

export interface PiecePlace {
  readonly index: number;
  readonly offset: number;
}

/** Writes the pieces of HTML: unchanged source between other pieces. */
export class PieceWriter {
  readonly pieces: HtmlPiece[] = [];
  text = '';
  /** In a conditional comment of Outlook, where no mark is put. */
  conditional = false;
  /** The current address, whose parts replace pieces. */
  url: Segment[] | null = null;
  #flushed = 0;
  readonly #cuts: (PiecePlace & { readonly mark: HtmlMark })[] = [];

  begin(text: string, from = 0): void {
    this.text = text;
    this.#flushed = from;
  }

  flush(to: number): void {
    if (to > this.#flushed) (this.url ?? this.pieces).push(this.text.slice(this.#flushed, to));
    this.#flushed = to;
  }

  mark(mark: HtmlMark, at: number): void {
    if (this.conditional || at < this.#flushed) return;
    this.flush(at);
    this.pieces.push({ kind: 'mark', mark });
  }

  placeOf(at: number): PiecePlace {
    return { index: this.pieces.length, offset: Math.max(0, at - this.#flushed) };
  }

  /** Puts a mark at an earlier place. The places ascend. */
  cut({ index, offset }: PiecePlace, mark: HtmlMark): void {
    this.#cuts.push({ index, offset, mark });
  }

  whole(): HtmlPiece[] {
    const cuts = this.#cuts;
    if (cuts.length === 0) return this.pieces;
    const whole: HtmlPiece[] = [];
    let next = 0;
    for (const [index, piece] of this.pieces.entries()) {
      let from = 0;
      for (let cut = cuts[next]; cut?.index === index; cut = cuts[++next]) {
        if (typeof piece === 'string' && cut.offset > from) whole.push(piece.slice(from, cut.offset));
        from = Math.max(from, cut.offset);
        whole.push({ kind: 'mark', mark: cut.mark });
      }
      if (typeof piece !== 'string') whole.push(piece);
      else if (from < piece.length) whole.push(piece.slice(from));
    }
    for (const { mark } of cuts.slice(next)) whole.push({ kind: 'mark', mark });
    return whole;
  }
}
