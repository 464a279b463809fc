import { type DraftSource, draftMail, inertMailOfDraft } from '../compose/compile-mail.ts';
import { footerNeeds } from '../compose/html-body.ts';
import type { MailRecipient } from '../compose/mail-source.ts';
import { renderMail } from '../compose/render-mail.ts';
import { PREFERENCES } from '../compose/value-parts.ts';
import { parsePlaceholders } from '../domain/placeholders.ts';
import { type ScannedHtml, scanHtml } from '../domain/scan-html.ts';
import { type Problem, problem, withoutFlood } from './problems.ts';
import { type HtmlFindings, readMailHtml } from './read-mail-html.ts';
import { subjectProblems, textProblems } from './texts.ts';

export interface CheckPayload {
  /** The mail as sent, with tracked links, which count in its size. */
  readonly source: DraftSource;
  readonly recipient: Omit<MailRecipient, 'account' | 'deliveryId'>;
  readonly mjml: boolean;
  /** Whether the result includes the message, for a spam filter. */
  readonly raw: boolean;
}

export interface CheckedMail {
  readonly problems: readonly Problem[];
  readonly links: readonly string[];
  readonly images: readonly string[];
  readonly raw: string | null;
}

const TOO_DEEP: HtmlFindings = Object.freeze({
  problems: [
    problem(
      'not_checked',
      'template',
      'Links and images were not checked: elements nest too deep in one another.',
    ),
  ],
  links: [],
  images: [],
});

/** Gmail hides the rest of a longer HTML behind a link. */
const CLIPPED_BYTES = 102 * 1024;

/** A task of child processes: all checks that need no network. */
export async function check(
  { source, recipient, mjml, raw: wanted }: CheckPayload,
  begin: () => void,
): Promise<CheckedMail> {
  const { default: PostalMime } = await import('postal-mime');
  begin();
  const scanned = scanHtml(parsePlaceholders(source.html));
  const raw = renderMail(inertMailOfDraft(draftMail(source, scanned)), {
    ...recipient,
    account: 0,
    deliveryId: 0,
  });
  const { html = '' } = await PostalMime.parse(raw);
  // The parser takes quadratic time for nested elements.
  const found = scanned.deep ? TOO_DEEP : readMailHtml(source.html, mjml, source.publicUrl, source.tracking);
  return {
    problems: withoutFlood([
      ...sizeProblems(html),
      ...contentProblems(source, scanned),
      ...subjectProblems(source.subject),
      ...textProblems(source.subject, 'subject'),
      ...textProblems(source.preheader, 'preheader'),
      ...textProblems(shownText(source), 'template'),
      ...found.problems,
    ]),
    links: found.links,
    images: found.images,
    raw: wanted ? raw.toString('utf8') : null,
  };
}

const shownText = ({ derived }: DraftSource): string =>
  (derived ?? []).filter((piece) => typeof piece === 'string').join(' ');

function sizeProblems(html: string): Problem[] {
  const bytes = Buffer.byteLength(html);
  if (bytes <= CLIPPED_BYTES) return [];
  const size = Math.ceil(bytes / 1024);
  return [
    problem(
      'size_clipped',
      'template',
      `The HTML has ${size} kB. Gmail shows the first 102 kB; the rest, with the link to unsubscribe, is behind “View entire message”.`,
    ),
  ];
}

function contentProblems({ derived, text }: DraftSource, { pieces }: ScannedHtml): Problem[] {
  const needs = footerNeeds(pieces, {});
  const named = namesIn(pieces);
  const problems: Problem[] = [];
  const shows = derived?.some((piece) => typeof piece !== 'string' || piece.trim() !== '') ?? false;
  const hasOwn = text !== undefined && text.trim() !== '';
  if (!shows && !(derived === null && hasOwn))
    problems.push(
      problem(
        'text_missing',
        'template',
        derived === null
          ? 'No plain text could be made from the template, so the text part is the subject. Make the template shorter or simpler.'
          : 'The mail has images but no text. Spam filters block such mails, and readers who do not load images see nothing.',
      ),
    );
  if (needs.preferences)
    problems.push(
      problem(
        'unsubscribe_missing',
        'template',
        named.has(PREFERENCES)
          ? 'The link to unsubscribe is not visible: it is hidden, has no text, or is only part of another address. A footer with the link is added. Use ((unsubscribe_preferences)) as the address of a visible link.'
          : 'The mail has no link to unsubscribe, so a footer with the link is added. Put ((unsubscribe_preferences)) where you want it.',
      ),
    );
  if (needs.address)
    problems.push(
      problem(
        'address_missing',
        'template',
        named.has('sender_address')
          ? 'The postal address is not visible. A footer with the address is added. Put ((sender_address)) into visible text.'
          : 'The mail has no postal address, so a footer with the address is added. Put ((sender_address)) where you want it.',
      ),
    );
  return problems;
}

function namesIn(pieces: ScannedHtml['pieces']): ReadonlySet<string> {
  const names = new Set<string>();
  for (const piece of pieces) {
    if (typeof piece === 'string') continue;
    if (piece.kind === 'value') names.add(piece.placeholder.name);
    else if (piece.kind === 'url')
      for (const segment of piece.segments) if (typeof segment !== 'string') names.add(segment.name);
  }
  return names;
}
