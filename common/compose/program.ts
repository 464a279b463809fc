import {
  INERT_TOKEN,
  TOKEN_LENGTH,
  type TokenKey,
  type TokenPurpose,
  tokenSigner,
} from '../domain/tokens.ts';
import { byteWriter, writeAscii, written } from './byte-writer.ts';
import { FILTERS, type FilterName } from './filters.ts';
import type { BodyPart } from './parts.ts';
import { closeBody, softBreak, writeQuotedPrintable } from './quoted-printable.ts';

/** The last column of a quoted-printable line at which a token still fits. */
const LAST_TOKEN_COLUMN = 75 - TOKEN_LENGTH;

/** Follows the fixed bytes of a step; `end` is the end of the message. */
export type StepKind = 'value' | 'to' | 'subject' | 'date' | 'message-id' | 'address-token' | 'end';

/** Fixed bytes of a message, encoded once, and the recipient's part that follows them. */
export interface ProgramStep {
  readonly fixed: Buffer;
  /** Pairs: the offset in `fixed`, and the offset of the token among all tokens of the mail. */
  readonly holes: readonly number[];
  readonly kind: StepKind;
  /** For a value: its index in `names`. For a token in an address: its offset among all tokens of the mail. */
  readonly name: number;
  readonly fallback: string;
  readonly filter: ((value: string) => string) | null;
  readonly html: boolean;
}

/** `names`: the values it needs; each is looked up once a mail. */
export interface MailProgram {
  readonly steps: readonly ProgramStep[];
  readonly names: readonly string[];
  readonly sign: ReturnType<typeof tokenSigner>;
}

/** A program from another process: filters by name, and without the key. */
export interface ProgramDraft {
  readonly steps: readonly (Omit<ProgramStep, 'filter'> & { readonly filter: FilterName | null })[];
  readonly names: readonly string[];
  readonly kinds: readonly { readonly purpose: TokenPurpose; readonly second: number }[];
}

export const programOf = (draft: ProgramDraft, key: TokenKey): MailProgram =>
  signedBy(tokenSigner(key, draft.kinds), draft);

/** For mails whose links do nothing. It needs no key. */
export function inertProgramOf(draft: ProgramDraft): MailProgram {
  const tokens = Buffer.from(INERT_TOKEN.repeat(draft.kinds.length), 'latin1');
  return signedBy(() => tokens, draft);
}

const signedBy = (sign: MailProgram['sign'], { steps, names }: ProgramDraft): MailProgram => ({
  steps: steps.map((step) => ({ ...step, filter: step.filter && FILTERS[step.filter] })),
  names,
  sign,
});

export function programBuilder() {
  const writer = byteWriter(64 * 1024);
  const steps: ProgramDraft['steps'][number][] = [];
  const names = new Map<string, number>();
  const kinds: { purpose: TokenPurpose; second: number }[] = [];
  const offsets = new Map<string, number>();
  let holes: number[] = [];

  function nameIndex(name: string): number {
    const index = names.get(name) ?? names.size;
    names.set(name, index);
    return index;
  }

  function cut(
    kind: StepKind,
    value?: { name: string; fallback: string; filter: FilterName | null; html: boolean },
    offset = -1,
  ) {
    const { name, fallback, filter, html } = value ?? { name: null, fallback: '', filter: null, html: false };
    const index = name === null ? offset : nameIndex(name);
    steps.push({ fixed: written(writer), holes, kind, name: index, fallback, filter, html });
    holes = [];
    writer.at = 0;
    writer.column = 0;
  }

  function offsetOf(purpose: TokenPurpose, second = 0): number {
    const identity = `${purpose} ${second}`;
    let offset = offsets.get(identity);
    if (offset === undefined) {
      offset = kinds.push({ purpose, second }) * TOKEN_LENGTH - TOKEN_LENGTH;
      offsets.set(identity, offset);
    }
    return offset;
  }

  function hole(purpose: TokenPurpose, second = 0): void {
    holes.push(writer.at, offsetOf(purpose, second));
    writeAscii(writer, '-'.repeat(TOKEN_LENGTH)); // no blanks: closeBody would encode them
  }

  return {
    writer,
    hole,
    nameIndex,
    ascii: (text: string): void => writeAscii(writer, text),
    header: (kind: Exclude<StepKind, 'value' | 'address-token' | 'end'>): void => cut(kind),
    /** A token in an e-mail address (`common/domain/token-addresses.ts`). */
    addressToken: (purpose: TokenPurpose): void => cut('address-token', undefined, offsetOf(purpose)),
    /** Each value has its own lines between soft line breaks, so the fixed text around it has the same lines for every value. */
    body(parts: readonly BodyPart[]): void {
      writer.column = 0;
      for (const part of joined(parts)) {
        if (typeof part === 'string') writeQuotedPrintable(writer, part, false);
        else if (part.kind === 'value') {
          softBreak(writer);
          cut('value', part);
        } else {
          if (writer.column > LAST_TOKEN_COLUMN) softBreak(writer);
          hole(part.purpose, part.second);
        }
      }
      closeBody(writer);
    },
    build(): ProgramDraft {
      cut('end');
      return { steps, names: [...names.keys()], kinds };
    },
  };
}

/** Joins adjacent texts, so that no line break is split and `From ` is found. */
function joined(parts: readonly BodyPart[]): BodyPart[] {
  const result: BodyPart[] = [];
  let text: string[] = [];
  for (const part of parts) {
    if (typeof part === 'string') text.push(part);
    else {
      result.push(text.join(''), part);
      text = [];
    }
  }
  result.push(text.join(''));
  return result.filter((part) => part !== '');
}
