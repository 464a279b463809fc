import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { expect } from 'chai';
import { parseDocument } from 'htmlparser2';
import { introduction } from '../../../api/openapi/introduction.ts';
import { referencePage } from '../../../api/pages/docs/page.ts';
import { foundIn, type SearchItem, SYNONYMS } from '../../../api/pages/docs/search.ts';
import { REFERENCE } from '../../../api/pages/docs/style.ts';
import { pageHtml } from '../../../api/pages/layout.ts';
import { LIMITS, openApiDocument } from '../../support/documented.ts';

/** Words that people look for, and the id of the place that they mean. */
const WORDS: Readonly<Record<string, string>> = {
  idempotency: 'sending-a-call-again',
  pagination: 'lists',
  paging: 'lists',
  authentication: 'keys',
  'api key': 'keys',
  'rate limit': 'rate-limits',
  limits: 'rate-limits',
  'error codes': 'errors',
  sender_unverified: 'codes-of-checks',
  '429': 'errors',
  signature: 'receiving-webhooks',
  'verify signature': 'receiving-webhooks',
  'standard webhooks': 'receiving-webhooks',
  'double opt-in': 'record-import',
  campaign: 'singleSendCreate',
  newsletter: 'singleSendCreate',
  transactional: 'messageSend',
  tag: 'contactTagList',
  stats: 'statistics',
  'open rate': 'accountStatistics',
  attachment: 'messageSend',
  timeout: 'errors',
  sandbox: 'testing-without-mail',
  changelog: 'changes',
  versioning: 'changes',
  dkim: 'sendingDomainSave',
  spf: 'sendingDomainDetails',
  sdk: 'quickstart',
  python: 'quickstart',
  webhook: 'webhookSave',
  contact: 'contactAdd',
  segment: 'segmentStore',
  automation: 'automationCreate',
  sender: 'senderSave',
  template: 'ownTemplateSave',
  import: 'contactUploadCsv',
  csv: 'contactUploadCsv',
  unsubscribe: 'globalUnsubscribeSave',
  bounce: 'event-delivery-bounced',
  suppression: 'suppressionSave',
  complaint: 'accountReputation',
  spam: 'event-delivery-complained',
  schedule: 'automationScheduleCreate',
  'custom field': 'customFieldSave',
  quota: 'quotaList',
  export: 'accountExport',
  image: 'mediaUpload',
  domain: 'sendingDomainSave',
  preview: 'singleSendPreview',
  resume: 'singleSendResume',
};

/** A person looks at so many places. */
const FIRST = 3;

interface Node {
  readonly type: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Node[];
}

const textOf = (node: Node): string =>
  node.type === 'text' ? node.data! : (node.children ?? []).map(textOf).join('');

function* elementsOf(node: Node): Generator<Node> {
  if (node.attribs) yield node;
  for (const child of node.children ?? []) yield* elementsOf(child);
}

describe('the search of the reference', () => {
  let ids: string[];
  let items: SearchItem[];

  before(async () => {
    const page = pageHtml(referencePage(await openApiDocument(), introduction(LIMITS)), 'en', REFERENCE);
    const all = [...elementsOf(parseDocument(page))];
    const byId = new Map(
      all.flatMap((one) => (one.attribs!['id'] ? [[one.attribs!['id'], one] as const] : [])),
    );
    const nav = all.find((one) => one.attribs!['aria-label'] === 'Contents')!;
    const links = [...elementsOf(nav)].filter(({ attribs }) => attribs!['href']);
    ids = links.map(({ attribs }) => attribs!['href']!.slice(1));
    items = ids.map((id, at) => {
      const target = byId.get(id)!;
      const keys = [...elementsOf(target)].filter((one) => one.attribs!['class'] === 'key');
      return {
        title: `${textOf(links[at]!)} ${id}`.toLowerCase(),
        keys: keys.map(textOf).join(' ').toLowerCase(),
        text: textOf(target).toLowerCase(),
      };
    });
  });

  it('finds what people look for by their own words', () => {
    expect(Object.keys(WORDS)).to.have.length(50);
    const lost = Object.entries(WORDS)
      .map(([word, id]) => {
        const found = foundIn(items, word, SYNONYMS).map((at) => ids[at]);
        return { word, id, place: found.indexOf(id), first: found.slice(0, FIRST).join() };
      })
      .filter(({ place }) => place < 0 || place >= FIRST);
    expect(lost).to.deep.equal([]);
  });

  it('finds for the words of users in the glossary what the glossary calls it', () => {
    const glossary = readFileSync('docs/glossary.md', 'utf8').split('\n## On screens')[0]!;
    const lines = [...glossary.matchAll(/^- \*\*([^*]+)\*\*: .*\*\(([^*]+)\)\*$/gm)];
    expect(lines.length).to.be.above(20);
    /** The places of the terms by the words of users: a word may stand for several terms. */
    const meant = new Map<string, number[]>();
    for (const [, terms = '', words = ''] of lines)
      for (const word of words.replaceAll(/ \([^)]*\)/g, '').split(', ')) {
        const places = terms
          .split(', ')
          .map((term) => ` ${term.replace(/ed$/, '')}`)
          .flatMap((term) => items.flatMap(({ title }, at) => (` ${title}`.includes(term) ? at : [])));
        meant.set(word, [...(meant.get(word) ?? []), ...places]);
      }
    const lost = [...meant].filter(
      ([word, places]) =>
        // The reference has no titles of what only the code knows, and what it uses a word for itself comes first.
        places.length > 0 &&
        !items.some(({ title }) => new RegExp(`${word}s?\\b`).test(title)) &&
        !foundIn(items, word, SYNONYMS)
          .slice(0, FIRST)
          .some((at) => places.includes(at)),
    );
    expect(lost).to.deep.equal([]);
  });

  it('finds something for each synonym', () => {
    const lost = Object.keys(SYNONYMS).filter((word) => foundIn(items, word, SYNONYMS).length === 0);
    expect(lost).to.deep.equal([]);
  });

  it('has titles before names, and names before text', () => {
    const some = [
      { title: 'a', keys: '', text: 'list' },
      { title: 'b', keys: 'list', text: '' },
      { title: 'list', keys: '', text: '' },
    ];
    expect(foundIn(some, ' List ', {})).to.deep.equal([2, 1]);
    expect(foundIn(some.slice(0, 1), 'list', {})).to.deep.equal([0]);
    expect(foundIn(some, 'nothing', {})).to.deep.equal([]);
  });

  it('works as a part of the page', () => {
    const alone = runInThisContext(`(${String(foundIn)})`) as typeof foundIn;
    expect(alone(items, 'campaign', SYNONYMS)).to.deep.equal(foundIn(items, 'campaign', SYNONYMS));
  });
});
