import type { Context } from 'koa';
import { brandOf } from '../../common/accounts/brands.ts';
import { isOfDeletedAccount } from '../../common/accounts/deletion.ts';
import { keepLostMail } from '../../common/changes/lost-mails.ts';
import { parseAddress } from '../../common/domain/addresses.ts';
import { html } from '../../common/domain/html.ts';
import { messageIdLocalOf } from '../../common/domain/message-ids.ts';
import { signToken, type TokenContent, type TokenKey } from '../../common/domain/tokens.ts';
import { findLostMail, senderOfLostMail } from '../../common/queries/lost-mails.ts';
import { findMail } from '../../common/queries/mail-links.ts';
import { textField } from './account/fields.ts';
import { FIELD_STYLE } from './account/style.ts';
import { brandBlock } from './brand.ts';
import type { FormInputs } from './form-body.ts';
import { mannerOf, PageInstead, showPage } from './layout.ts';
import { recipientTexts } from './texts/language.ts';

const MANNER = mannerOf(FIELD_STYLE);

/**
 * Asks the recipient of a lost mail for the address, as its link names no contact. Null without an account that could send. A one-click
 * POST is a 404, because no recipient was unsubscribed; the log has the Message-ID, by which the mail server's log finds the recipient. `wrong`:
 * a text from the form that is no address.
 */
export async function pageForAddress(
  ctx: Context,
  key: TokenKey,
  { account, id, second }: TokenContent,
  wrong?: string,
): Promise<PageInstead | null> {
  if (account === null || (await isOfDeletedAccount({ account, id }))) return null;
  const [sender, brand] = await Promise.all([senderOfLostMail(account), brandOf(account)]);
  if (!sender) return null;
  const isPost = ctx.method === 'POST' && wrong === undefined;
  const message_id = messageIdLocalOf({ account, id }, key);
  if (isPost) ctx.state.log.warn({ user_id: account, message_id }, 'recipient to unsubscribe is unknown');
  const { unsubscribe, address } = recipientTexts(ctx);
  const action = `/unsubscribe/${signToken(key, 'unsubscribe', { account, id }, second)}/address`;
  const page = {
    status: isPost ? 404 : wrong === undefined ? 200 : 422,
    title: unsubscribe.title,
    brand: brandBlock(brand, sender.name),
    body: html`
<p>${address.question(sender.name)}</p>
<form method="post" action="${action}" novalidate>
${textField({
  name: 'email',
  label: address.label,
  type: 'email',
  autocomplete: 'email',
  ...(wrong !== undefined && { value: wrong, problem: address.wrong }),
})}<button>${unsubscribe.button}</button></form>
<p class="soft">${address.why}</p>`,
  };
  return new PageInstead(page, (shown, content) => showPage(shown, content, MANNER));
}

/** Keeps the address that the form sends, if the mail of its link is lost. Shows the form again for anything else than an address. */
export async function takeAddress(
  ctx: Context,
  key: TokenKey,
  named: TokenContent,
  inputs: FormInputs,
): Promise<void> {
  const { account } = named;
  if (account === null || (await findMail(named)) || (await findLostMail(named))) return;
  const typed = String(inputs['email'] ?? '');
  const email = parseAddress(typed);
  if (email !== null && (await senderOfLostMail(account))) return keepLostMail({ ...named, account }, email);
  const again = await pageForAddress(ctx, key, named, typed);
  if (again) throw again;
}
