/** The contents of a part of a workbook as they are unpacked; null: there is no part of this name. */
export type PartReader = (name: string) => AsyncIterable<Uint8Array> | null;

interface ParserEvents {
  onopentag(name: string, attributes: XmlAttributes): void;
  ontext(text: string): void;
  onclosetag(name: string): void;
}

/** An XML parser that reads piece by piece. Of entities it decodes only those of XML itself. */
export type CreateParser = (events: ParserEvents) => { write(text: string): void };

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlElements {
  /** Names are without their prefix. */
  open(name: string, attributes: XmlAttributes): void;
  /** `text`: the text since the last tag. */
  close(name: string, text: string): void;
}

/** Yields after each piece. Throws if the part was cut, because its last rows would be lost in silence. */
export async function* parsePart(
  pieces: AsyncIterable<Uint8Array>,
  createParser: CreateParser,
  elements: XmlElements,
): AsyncGenerator<void> {
  const decoder = new TextDecoder();
  let [depth, text] = [0, ''];
  const parser = createParser({
    onopentag(name, attributes) {
      depth += 1;
      text = '';
      elements.open(ownName(name), attributes);
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag(name) {
      depth -= 1;
      elements.close(ownName(name), text);
      text = '';
    },
  });
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  if (depth > 0) throw new Error('A part of the workbook has no end.');
}

const ownName = (name: string): string => name.slice(name.indexOf(':') + 1);
