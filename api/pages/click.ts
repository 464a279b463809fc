import type Router from '@koa/router';
import { keepRecent } from '../../common/cache/recent.ts';
import type { PersonNames } from '../../common/domain/full-name.ts';
import { html } from '../../common/domain/html.ts';
import { fillLinkTarget, HIDDEN_LINK } from '../../common/domain/link-targets.ts';
import { network } from '../../common/domain/network.ts';
import type { PlaceholderValues } from '../../common/domain/placeholders.ts';
import {
  contactInToken,
  readToken,
  signToken,
  type TokenKey,
  tokenOfLink,
} from '../../common/domain/tokens.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import {
  type ContactFields,
  namesOfRecipients,
  valuesOf,
  valuesOfPerson,
} from '../../common/queries/contact-values.ts';
import { findMail, type MailBehind } from '../../common/queries/mail-links.ts';
import type { TokenSubject } from '../../common/queries/token-rows.ts';
import type { Service } from '../http/endpoint.ts';
import { tooMany } from '../http/failures.ts';
import type { QuickPage } from '../http/quick-pages.ts';
import type { Visitors } from '../services/tracking/visitors.ts';
import { asPage, type Page, showPage } from './layout.ts';
import { unknownLink, withoutMail } from './links-without-mail.ts';
import { type MailingOfLink, rememberedMailings } from './remembered-mailings.ts';

/** For the hidden link. A person sees it only in a program that shows hidden HTML. */
const NOTHING_HERE: Page = {
  lang: 'en',
  title: 'Nothing to see here',
  body: html`<p>This link is not for people: it detects programs that check emails. Nothing was changed, and you can close this page.</p>`,
};

const HEADERS = Object.freeze({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });

/** `/c/<token>`: redirects to an address of the mailing's table, never of the request. HEAD (link checkers) counts as no click. */
export function clickPages(router: Router, key: TokenKey, service: Service, visitors: Visitors): QuickPage {
  const { tracking, config, limits } = service;
  const mailings = rememberedMailings();
  const targets = linkTargets(key, config.publicUrl);
  router.get(
    '/c/:token',
    asPage(async (ctx) => {
      const content = readToken(key, 'click', tokenOfLink(String(ctx.params.token)));
      if (!limits.strangers.count(content ? `click ${content.id}` : network(ctx.ip)))
        throw tooMany(1, 'Clicks on links');
      if (!content) throw unknownLink(ctx);
      const { id, second: link } = content;
      if (link === HIDDEN_LINK) {
        tracking.note('hidden', content, visitors(ctx, id));
        return showPage(ctx, NOTHING_HERE);
      }
      const mailing = await mailings.find(content);
      const target = mailing && (await targets.find(content, mailing, link));
      if (!target) throw await withoutMail(ctx, content);
      tracking.note(ctx.method === 'GET' ? 'click' : 'head', content, visitors(ctx, id), link);
      ctx.set({ ...HEADERS, Location: target });
      ctx.body = null;
      // After the body: Koa sets 204 for an empty body.
      ctx.status = 302;
    }),
  );
  return {
    route: '/c/:token',
    status: 302,
    headers: HEADERS,
    answer(token, request) {
      const content = readToken(key, 'click', token);
      const mailing = content && mailings.known(content.id);
      const target = mailing && targets.known(mailing, content.second);
      if (!target || !limits.strangers.count(`click ${content.id}`)) return null;
      tracking.note('click', content, visitors(request, content.id), content.second);
      return { location: target };
    },
  };
}

const KEPT = 4 * 2 ** 20;

/** A link of a mailing; it never changes. `target` is absent if it depends on the recipient. */
interface ClickLink {
  readonly template: string;
  readonly target?: string | null;
}

/** Finds the target of a link; null for an unknown link, or a target that is not a web address. */
function linkTargets(key: TokenKey, publicUrl: string) {
  const kept = keepRecent<ClickLink>(KEPT);
  const nameOf = ({ mailing }: MailingOfLink, id: number): string => `${id} ${mailing}`;

  async function linkOf(of: MailingOfLink, id: number): Promise<ClickLink | null> {
    const { mailing, user_id } = of;
    const name = nameOf(of, id);
    const known = kept.get(name);
    if (known) return known;
    const found = await Mailing.of(user_id).findOne<Pick<MailingDocument, 'links'>>(
      { _id: mailing, 'links.id': id },
      { projection: { links: { $elemMatch: { id } } } },
    );
    const template = found?.links[0]?.url;
    if (template === undefined) return null;
    const link = template.includes('((')
      ? { template }
      : { template, target: fillLinkTarget(template, new Map()) };
    kept.set(name, link, { size: name.length + 2 * template.length });
    return link;
  }

  return {
    /** The target of a link that was asked for before, unless it depends on the recipient. */
    known: (mailing: MailingOfLink, id: number): string | null | undefined =>
      kept.get(nameOf(mailing, id))?.target,
    async find(named: TokenSubject, mailing: MailingOfLink, id: number): Promise<string | null> {
      const link = await linkOf(mailing, id);
      if (link?.target !== undefined) return link.target;
      const mail = link && (await findMail({ account: mailing.user_id, id: named.id }));
      return mail && fillLinkTarget(link.template, await valuesFor(mail, key, publicUrl));
    },
  };
}

type SenderOfMailing = { content: Pick<MailingDocument['content'], 'from_name' | 'sender_address'> };

/** The contact's current values, not those of the time of the mail. Links of a deleted contact still work. */
async function valuesFor(mail: MailBehind, key: TokenKey, publicUrl: string): Promise<PlaceholderValues> {
  const [mailing, contact] = await Promise.all([
    Mailing.of(mail.user_id).findOne<SenderOfMailing>(
      { _id: mail.mailing },
      { projection: { 'content.from_name': 1, 'content.sender_address': 1 } },
    ),
    mail.contact_id === null
      ? null
      : Contact.of(mail.user_id).findOne<ContactFields>({ _id: mail.contact_id }),
  ]);
  const own = contact ? valuesOf(contact) : valuesOfPerson(mail.email, await namesBehind(mail));
  const sender = new Map([
    ['sender_name', mailing?.content.from_name ?? ''],
    ['sender_address', mailing?.content.sender_address ?? ''],
    [
      'unsubscribe_preferences',
      `${publicUrl}/preferences/${signToken(key, 'preferences', { account: mail.user_id, id: mail._id }, contactInToken(mail.contact_id))}`,
    ],
  ]);
  return { get: (name) => sender.get(name) ?? own.get(name) };
}

async function namesBehind({
  user_id,
  segment_recipient_id: id,
}: MailBehind): Promise<PersonNames | undefined> {
  return id ? (await namesOfRecipients(user_id, [id])).get(id) : undefined;
}
