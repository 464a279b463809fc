import type Router from '@koa/router';
import type { Names } from '../../common/domain/full-name.ts';
import { fillLinkTarget } from '../../common/domain/link-targets.ts';
import type { Values } from '../../common/domain/placeholders.ts';
import { readToken, signToken, type TokenKey } from '../../common/domain/tokens.ts';
import { Contact } from '../../common/models/contacts.ts';
import { Mailing, type MailingDocument } from '../../common/models/mailings.ts';
import { rows } from '../../common/mongo.ts';
import {
  type ContactFields,
  namesOfRecipients,
  valuesOf,
  valuesOfPerson,
} from '../../common/queries/contact-values.ts';
import { findMail, type MailBehind } from '../../common/queries/engagement.ts';
import type { Tracking } from '../tracking.ts';
import { asPage, LINK_UNKNOWN, showPage } from './layout.ts';

/**
 * `/c/<token>`: a link of a mail. It leads to what its author wrote, which stands in the mailing's own table: nothing
 * of the address that was opened is ever redirected to. HEAD (link checkers) leads there too, but is no click.
 */
export function clickPages(router: Router, key: TokenKey, publicUrl: string, tracking: Tracking): void {
  router.get(
    '/c/:token',
    asPage(async (ctx) => {
      const content = readToken(key, 'click', String(ctx.params.token));
      const mail = content && (await findMail(content.id));
      const target = mail && (await targetOf(mail, content.second, key, publicUrl));
      if (target === null) return showPage(ctx, LINK_UNKNOWN);
      if (ctx.method === 'GET') tracking.note('click', mail!._id);
      ctx.set({ Location: target, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' });
      ctx.body = null;
      // After the body: Koa makes an empty one a 204.
      ctx.status = 302;
    }),
  );
}

/** Where a link of a mail leads; null when there is no such link, or it is no web address. */
async function targetOf(
  mail: MailBehind,
  link: number,
  key: TokenKey,
  publicUrl: string,
): Promise<string | null> {
  const mailing = await findLink(mail.mailing, link);
  const template = mailing?.links[0]?.url;
  if (!mailing || template === undefined) return null;
  const values: Values = template.includes('((') ? await valuesFor(mail, mailing, key, publicUrl) : new Map();
  return fillLinkTarget(template, values);
}

type LinkOfMailing = Pick<MailingDocument, 'links'> & {
  content: Pick<MailingDocument['content'], 'from_name' | 'sender_address'>;
};

/** One link of a mailing, without the content around it. */
const findLink = (mailing: string, link: number): Promise<LinkOfMailing | null> =>
  rows(Mailing).findOne<LinkOfMailing>(
    { _id: mailing, 'links.id': link },
    {
      projection: {
        links: { $elemMatch: { id: link } },
        'content.from_name': 1,
        'content.sender_address': 1,
      },
    },
  );

/** As they are now, not as they were mailed. A contact that was deleted since keeps its links. */
async function valuesFor(
  mail: MailBehind,
  { content }: LinkOfMailing,
  key: TokenKey,
  publicUrl: string,
): Promise<Values> {
  const contact =
    mail.contact_id === null
      ? null
      : await rows(Contact).findOne<ContactFields>({ _id: mail.contact_id, user_id: mail.user_id });
  const own = contact ? valuesOf(contact) : valuesOfPerson(mail.email, await namesBehind(mail));
  const sender = new Map([
    ['sender_name', content.from_name],
    ['sender_address', content.sender_address],
    ['unsubscribe_preferences', `${publicUrl}/preferences/${signToken(key, 'preferences', mail._id)}`],
  ]);
  return { get: (name) => sender.get(name) ?? own.get(name) };
}

async function namesBehind({ segment_recipient_id: id }: MailBehind): Promise<Names | undefined> {
  return id ? (await namesOfRecipients([id])).get(id) : undefined;
}
