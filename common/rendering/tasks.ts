import { type DraftSource, draftMail, type MailDraft } from '../compose/compile-mail.ts';
import { preview } from '../compose/preview.ts';
import { leadsTo, PREFERENCES } from '../compose/value-parts.ts';
import { textTemplateOf } from '../domain/derive-text.ts';
import type { HtmlPiece } from '../domain/html-pieces.ts';
import { parsePlaceholders } from '../domain/placeholders.ts';
import { scanHtml } from '../domain/scan-html.ts';
import { sightProblems } from '../domain/sight-problems.ts';
import type { TextPiece } from '../domain/text-template.ts';
import type { CheckedMail, CheckPayload } from '../mail-check/check-mail.ts';
import type { ChildTask } from './child.ts';
import { image } from './image.ts';
import {
  type HtmlPayload,
  type HtmlResult,
  type MjmlPayload,
  type MjmlResult,
  MOST_PLACES,
  TEXT_BYTES,
} from './made.ts';

// Loaded by child processes only. MJML takes a third of a second and 60 MB to load, so it is loaded only by tasks that need it.

/** The text of HTML, and whether it is empty. Its time is not limited: call it only in processes that can be killed, and in tests. */
export function derivedText(html: string): {
  pieces: TextPiece[] | null;
  empty: boolean;
  places: number;
  problems: readonly string[];
} {
  const scanned = scanHtml(parsePlaceholders(html));
  const { pieces, deep } = scanned;
  const problems = sightProblems(scanned);
  let places = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string' || (piece.kind !== 'value' && piece.kind !== 'url')) continue;
    places += piece.kind === 'url' ? Math.max(1, piece.segments.length) : 1;
  }
  if (deep || places > MOST_PLACES) return { pieces: null, empty: false, places, problems };
  try {
    const text = textTemplateOf(pieces);
    const blank = text.every((piece) => typeof piece === 'string' && piece.trim() === '');
    const empty = (blank || isOnlyFooter(pieces, text)) && !SHOWS.test(html);
    return { pieces: text, empty, places, problems };
  } catch {
    // html-to-text is recursive, and some lists make it throw.
    return { pieces: null, empty: false, places, problems };
  }
}

/** Characters of text in a mail that may be only a footer. */
const FOOTER_MOST = 400;
const FOOTER_NAMES: ReadonlySet<string> = new Set([PREFERENCES, 'sender_address']);

/** Whether a mail shows only the link to unsubscribe, with its text, and the postal address. */
function isOnlyFooter(pieces: readonly HtmlPiece[], text: readonly TextPiece[]): boolean {
  const isOfFooter = (piece: TextPiece): boolean => {
    if (typeof piece === 'string') return !/[\p{L}\p{N}]/u.test(piece);
    if ('url' in piece) return leadsTo(piece.url) === PREFERENCES;
    return FOOTER_NAMES.has(piece.placeholder.name);
  };
  const letters = text.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0);
  if (letters > FOOTER_MOST || !text.some((piece) => typeof piece !== 'string' && isOfFooter(piece)))
    return false;
  const withoutLinkText = pieces.map((piece, at) => {
    const before = pieces[at - 1];
    const isText = typeof piece === 'string' && typeof before === 'object' && before.kind === 'url';
    return isText && leadsTo(before.segments) === PREFERENCES
      ? piece.replace(/^([^<>]*>)[^]*?(<\/a)/i, '$1$2')
      : piece;
  });
  return textTemplateOf(withoutLinkText).every(isOfFooter);
}

/** Visible elements without text. */
const SHOWS =
  /<(?:img|picture|video|svg|object|embed|iframe|input|canvas|v:image|v:fill)\b|url\(|\bbackground=/i;

async function mjml({ mjml: text, most }: MjmlPayload, begin: () => void): Promise<MjmlResult> {
  const { compileMjml } = await import('../domain/mjml.ts');
  begin();
  const { html, errors } = await compileMjml(text);
  if (errors.length > 0) return { problems: errors };
  if (Buffer.byteLength(html) > most) {
    return { problems: [`it becomes more than ${most} bytes of HTML; make it shorter.`] };
  }
  return { html };
}

async function text({ html }: HtmlPayload, begin: () => void): Promise<HtmlResult> {
  begin();
  const { pieces, empty, places, problems } = derivedText(html);
  if (problems.length > 0) return { problems };
  if (places > MOST_PLACES) {
    return {
      problems: [`it has ${places} placeholders and addresses; write at most ${MOST_PLACES}.`],
    };
  }
  const json = pieces && JSON.stringify(pieces);
  return { text: json !== null && Buffer.byteLength(json) <= TEXT_BYTES ? json : null, empty };
}

/** For mails that are too large to compile in the worker itself. */
async function compile(source: DraftSource, begin: () => void): Promise<MailDraft> {
  begin();
  return draftMail(source);
}

/** Loads a parser and the data about mail clients only where a mail is checked. */
async function check(payload: CheckPayload, begin: () => void): Promise<CheckedMail> {
  const { check } = await import('../mail-check/check-mail.ts');
  return check(payload, begin);
}

export const RENDER_TASKS = { mjml, text, compile, preview, check, image } satisfies Readonly<
  Record<string, ChildTask>
>;
