import { foldedWords, hasWords } from './folded-words.ts';
import { type ContactStatus, strictest } from './statuses.ts';

/** As values and as headings of a column. */
export const FRENCH_OPT_OUTS: readonly string[] = [
  'desabonne',
  'desabonnee',
  'desabonnement',
  'desinscrit',
  'desinscrite',
  'desinscription',
  'bloque',
  'bloquee',
  'liste noire',
  'ne pas contacter',
  'ne plus contacter',
];

/** Other services' words for a status, in English, German and French, as `foldedWords` returns them. */
const WORDS: Readonly<Record<ContactStatus, readonly string[]>> = Object.freeze({
  mailable: [
    'mailable',
    'subscribed',
    'enabled',
    'active',
    'confirmed',
    'opted in',
    'opt in',
    'optin',
    'angemeldet',
    'aktiv',
    'bestatigt',
    'bestaetigt',
    'abonniert',
    'abonne',
    'abonnee',
    'inscrit',
    'inscrite',
    'actif',
    'confirme',
    'confirmee',
  ],
  opted_out: [
    'unsubscribed',
    'unsubscribe',
    'un subscribed',
    'blocklisted',
    'blacklisted',
    'blocked',
    'disabled',
    'opted out',
    'opt out',
    'optout',
    'optedout',
    'block listed',
    'black listed',
    'blocklist',
    'blacklist',
    'do not email',
    'do not mail',
    'do not contact',
    'globally unsubscribed',
    'abgemeldet',
    'gesperrt',
    'widerrufen',
    'abbestellt',
    ...FRENCH_OPT_OUTS,
    'desactive',
    'desactivee',
  ],
  bounced: [
    'bounced',
    'hard bounce',
    'hardbounce',
    'hard bounced',
    'cleaned',
    'unreachable',
    'invalid',
    'unzustellbar',
    'ungultig',
    'ungueltig',
    'rebond',
    'rebonds',
    'rejete',
    'rejetee',
    'invalide',
    'injoignable',
    'introuvable',
    'non delivre',
    'non distribue',
    'npai',
  ],
  complained: [
    'complained',
    'complaint',
    'complaints',
    'spam',
    'spam report',
    'spam reports',
    'abuse',
    'junk',
    'beschwerde',
    'beschwerden',
    'plainte',
    'plaintes',
    'indesirable',
    'pourriel',
    'abus',
  ],
  unconfirmed: [
    'unconfirmed',
    'pending',
    'nonsubscribed',
    'non subscribed',
    'never subscribed',
    'transactional',
    'unbestatigt',
    'unbestaetigt',
    'ausstehend',
    'en attente',
    'a confirmer',
    'transactionnel',
    'transactionnelle',
  ],
  left_out: [
    'archived',
    'deleted',
    'archiviert',
    'geloscht',
    'geloescht',
    'archive',
    'archivee',
    'supprime',
    'supprimee',
    'efface',
    'effacee',
  ],
});

const BY_WORD: ReadonlyMap<string, ContactStatus> = new Map(
  (Object.entries(WORDS) as [ContactStatus, readonly string[]][]).flatMap(([status, words]) =>
    words.map((word) => [word, status] as const),
  ),
);

/** Words that negate the others. A bounce that is temporary is none. */
const DENIALS =
  /^(?:not|never|no|non|nicht|nie|kein|keine|ohne|without|except|pas|jamais|aucun|aucune|sans|sauf|soft|temporaire|leger)$/;
/** Words that do not change the meaning of a `mailable` word. */
const FILLERS =
  /^(?:e|mail|email|mails|emails|newsletter|marketing|contact|contacts|subscriber|member|user|by|via|from|on|at|to|in|for|the|and|is|form|web|website|admin|api|import|imported|manual|manually|single|double|all|von|am|per|zum|und|kontakt|empfanger|abonnent|par|a|au|aux|le|la|les|l|de|du|des|d|et|est|sur|pour|courriel|courriels|lettre|infolettre|formulaire|site|manuellement|importe|\d+)$/;

/** Null: none. A `mailable` word counts only among known words; negated, it is unconfirmed. A negated refusal gives no status. */
export function statusOfWords(folded: string): ContactStatus | null {
  const whole = BY_WORD.get(folded);
  if (whole) return whole;
  const found = [...BY_WORD].filter(([word]) => hasWords(folded, word));
  if (found.length === 0) return null;
  const said = strictest(found.map(([, status]) => status))!;
  const known = new Set(found.flatMap(([word]) => word.split(' ')));
  const others = folded.split(' ').filter((word) => !known.has(word));
  if (others.some((word) => DENIALS.test(word))) return said === 'mailable' ? 'unconfirmed' : null;
  return said === 'mailable' && !others.every((word) => FILLERS.test(word)) ? null : said;
}

/** In cells, folded. */
const YES = /^(?:yes|y|true|t|1|x|ja|j|wahr|on|oui|o|vrai|si)$/;
const NO = /^(?:no|n|false|f|0|nein|falsch|off|non|faux)$/;
export const isYes = (folded: string): boolean => YES.test(folded);
export const isNo = (folded: string): boolean => NO.test(folded);

/** Whether a cell is exactly a word of the table. */
export const isStatusWord = (cell: string): boolean => BY_WORD.has(foldedWords(cell));

/** `5.1.1` and `550 5.1.1 …` are codes of mail servers, and no words. */
export const isReplyCode = (cell: string): boolean => /^[245](?:\.\d{1,3}\.\d{1,3}|\d\d)(?!\S)/.test(cell);
