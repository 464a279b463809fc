import { plainName } from '../../../common/domain/near-names.ts';
import { nameForWord } from './other-words.ts';

export const MERGE_TOOLS = ['listmonk', 'mailchimp', 'sendgrid', 'brevo', 'keila', 'mautic'] as const;
export type MergeTool = (typeof MERGE_TOOLS)[number];

interface MergeTag {
  /** Of a value of the contact, or a word of the tool in its own spelling. */
  readonly name: string;
  /** Plain text for an empty value. */
  readonly fallback?: string | undefined;
}

interface ToolForm {
  /** With bounded repetitions, so that a search takes linear time. */
  readonly form: RegExp;
  /** Null: no counterpart. A text replaces the tag as it is. */
  read(groups: readonly (string | undefined)[]): MergeTag | string | null;
}

const UNSUBSCRIBE = '((unsubscribe_preferences))';
/** Each mail has an opening pixel and rewritten links of its own. */
const NOT_NEEDED = '';

/** Words that stand for something else than a contact's value, by their letters and digits. */
const WORDS: Readonly<Record<MergeTool, Readonly<Record<string, string>>>> = {
  listmonk: {
    unsubscribeurl: UNSUBSCRIBE,
    manageurl: UNSUBSCRIBE,
    trackview: NOT_NEEDED,
    campaignfromemail: '((sender_name))',
  },
  mailchimp: {
    unsub: UNSUBSCRIBE,
    updateprofile: UNSUBSCRIBE,
    listaddress: '((sender_address))',
    listaddressline: '((sender_address))',
    htmllistaddresshtml: '((sender_address))',
    listcompany: '((sender_name))',
    listname: '((sender_name))',
    mcpreviewtext: NOT_NEEDED,
  },
  sendgrid: {
    unsubscribe: UNSUBSCRIBE,
    unsubscribepreferences: UNSUBSCRIBE,
    asmgroupunsubscriberawurl: UNSUBSCRIBE,
    asmpreferencesrawurl: UNSUBSCRIBE,
    sendername: '((sender_name))',
    senderaddress: '((sender_address))',
  },
  brevo: {
    unsubscribe: UNSUBSCRIBE,
    unsubscribelink: UNSUBSCRIBE,
    updateprofile: UNSUBSCRIBE,
    defaultfromname: '((sender_name))',
    sendername: '((sender_name))',
  },
  keila: { unsubscribelink: UNSUBSCRIBE, campaignsendername: '((sender_name))' },
  mautic: {
    unsubscribeurl: UNSUBSCRIBE,
    unsubscribetext: `<a href="${UNSUBSCRIBE}">Unsubscribe</a>`,
    trackingpixel: NOT_NEEDED,
  },
};

const unquoted = (text: string | undefined): string | undefined =>
  text
    ?.trim()
    .replace(/^(?:["'“”]|&quot;|&#39;)|(?:["'“”]|&quot;|&#39;)$/g, '')
    .trim();

const named = ([, name, fallback]: readonly (string | undefined)[]): MergeTag => ({
  name: name!,
  fallback: unquoted(fallback),
});
const inContact =
  (prefix: RegExp) =>
  (groups: readonly (string | undefined)[]): MergeTag => {
    const { name, fallback } = named(groups);
    return { name: name.replace(prefix, ''), fallback };
  };
const withoutCounterpart = (): null => null;

const FALLBACK = String.raw`(?:\s{0,4}\|\s{0,4}default\s{0,4}:?\s{0,4}([^{}|\n]{0,100}?))?`;
const liquid = (prefix: RegExp): readonly ToolForm[] => [
  {
    form: new RegExp(String.raw`\{\{\s{0,4}([\w.]{1,80})${FALLBACK}\s{0,4}\}\}`, 'g'),
    read: inContact(prefix),
  },
  { form: /\{%[^{}\n]{1,200}?%\}/g, read: withoutCounterpart },
  { form: /\{\{[^{}\n]{1,200}?\}\}/g, read: withoutCounterpart },
];

/** The forms of a tool, in the order in which they are tried. */
const FORMS: Readonly<Record<MergeTool, readonly ToolForm[]>> = {
  // listmonk.app/docs/templating
  listmonk: [
    { form: /\{\{-?\s{0,4}TrackLink\s{1,4}"([^"\n]{1,2000})"[^{}\n]{0,20}\}\}/g, read: ([, link]) => link! },
    { form: /(https?:\/\/[^\s"'<>@]{1,2000})@TrackLink\b/g, read: ([, link]) => link! },
    {
      form: /\{\{-?\s{0,4}default\s{1,4}"([^"\n]{0,100})"\s{1,4}\.Subscriber\.([\w.]{1,80})\s{0,4}-?\}\}/g,
      read: ([, fallback, name]) => ({ name: name!.replace(/^Attribs\./, ''), fallback }),
    },
    {
      form: new RegExp(String.raw`\{\{-?\s{0,4}\.?(\w[\w.]{0,80})(?:\s\.)?${FALLBACK}\s{0,4}-?\}\}`, 'g'),
      read: inContact(/^Subscriber\.(?:Attribs\.)?/),
    },
    { form: /\{\{[^{}\n]{1,200}?\}\}/g, read: withoutCounterpart },
  ],
  // mailchimp.com/help/all-the-merge-tags-cheat-sheet
  mailchimp: [
    { form: /\*\|(?:TITLE|UPPER|LOWER):(\w{1,64})\|\*/g, read: named },
    { form: /\*\|((?!IF|ELSE|END|FEED|DATE|RSS)[\w:]{1,64})\|\*/g, read: named },
    { form: /\*\|[^|\n]{1,200}\|\*/g, read: withoutCounterpart },
  ],
  // docs.sendgrid.com: substitution tags, Handlebars, Marketing Campaigns
  sendgrid: [
    { form: /\{\{\s{0,4}insert\s{1,4}(\w{1,80})\s{1,4}"default=([^"\n]{0,100})"\s{0,4}\}\}/g, read: named },
    { form: /\{\{\s{0,4}Sender_(?:City|State|Zip|Country)\s{0,4}\}\}/g, read: () => NOT_NEEDED },
    { form: /\{\{\{?\s{0,4}(\w{1,80})\s{0,4}\}\}\}?/g, read: named },
    { form: /\[%\s{0,4}(\w{1,80})\s{0,4}(?:\|\s{0,4}([^%\]\n]{0,100}?)\s{0,4})?%\]/g, read: named },
    { form: /<%\s{0,4}(\w{1,80})\s{0,4}%>/g, read: named },
    { form: /\[(Unsubscribe|Unsubscribe_Preferences)\]/gi, read: named },
    { form: /\[weblink\]/gi, read: withoutCounterpart },
    { form: /\{\{\{?[^{}\n]{1,200}?\}\}\}?/g, read: withoutCounterpart },
  ],
  // help.brevo.com: personalization
  brevo: [
    ...liquid(/^contact\./),
    { form: /\[(UNSUBSCRIBE|UPDATE_PROFILE|DEFAULT_FROM_NAME)\]/g, read: named },
    { form: /\[MIRROR\]/g, read: withoutCounterpart },
  ],
  // keila.io/docs: Liquid
  keila: liquid(/^contact\.(?:data\.)?/),
  // docs.mautic.org: contact fields and tokens
  mautic: [
    {
      form: /(?:\{|%7B)(?:contactfield|leadfield)=(\w{1,80})(?:\|([^{}|%\n]{0,100}?))?(?:\}|%7D)/gi,
      read: named,
    },
    { form: /\{(unsubscribe_url|unsubscribe_text|tracking_pixel)\}/gi, read: named },
    {
      form: /\{(?:webview_url|webview_text|signature|subject|(?:ownerfield|assetlink|pagelink|dwc|form|focus|dynamiccontent|companyfield|contactfield|leadfield)=[^{}\n]{1,100}|preferencecenter[^{}\n]{0,100})\}/gi,
      read: withoutCounterpart,
    },
  ],
};

export interface ConvertedTags {
  readonly text: string;
  readonly replaced: { from: string; to: string; count: number }[];
  readonly unknown: { tag: string; count: number }[];
}

/** Different tags that an answer names, of each kind. */
const MOST_NAMED = 200;

/** A fallback may have no markup, line ends or brackets without a partner. */
const isFallback = (text: string): boolean => !/[<\n\r]/.test(text) && !/[()]/.test(text);

/** The text that replaces a tag; null: there is no counterpart. */
function counterpart(
  { name, fallback = '' }: MergeTag,
  tool: MergeTool,
  known: ReadonlyMap<string, string>,
): string | null {
  const word = plainName(name);
  if (Object.hasOwn(WORDS[tool], word)) return WORDS[tool][word]!;
  const field = known.get(word) ?? known.get(plainName(nameForWord(name) ?? ''));
  if (field === undefined || !isFallback(fallback)) return null;
  return fallback === '' ? `((${field}))` : `((${field}|${fallback}))`;
}

/** Replaces the merge tags of another tool by placeholders. `known`: the names of ours. Tags without a counterpart stay. */
export function convertMergeTags(text: string, tool: MergeTool, known: Iterable<string>): ConvertedTags {
  const names = new Map([...known].map((name) => [plainName(name), name]));
  const replaced = new Map<string, { to: string; count: number }>();
  const unknown = new Map<string, number>();
  // Found tags are put aside, so that no later form reads what replaced them.
  const parts: string[] = [];
  let rest = text.replaceAll('\uE000', '');
  for (const { form, read } of FORMS[tool])
    rest = rest.replace(form, (found: string, ...given: unknown[]) => {
      const groups = given.slice(
        0,
        given.findIndex((value) => typeof value === 'number'),
      );
      const tag = read([found, ...(groups as (string | undefined)[])]);
      const to = tag === null || typeof tag === 'string' ? tag : counterpart(tag, tool, names);
      if (to === null) unknown.set(found, (unknown.get(found) ?? 0) + 1);
      else replaced.set(found, { to, count: (replaced.get(found)?.count ?? 0) + 1 });
      return `\uE000${parts.push(to ?? found) - 1}\uE000`;
    });
  return {
    text: rest.replace(/\uE000(\d+)\uE000/g, (_, at: string) => parts[Number(at)]!),
    replaced: [...replaced].slice(0, MOST_NAMED).map(([from, { to, count }]) => ({ from, to, count })),
    unknown: [...unknown].slice(0, MOST_NAMED).map(([tag, count]) => ({ tag, count })),
  };
}
