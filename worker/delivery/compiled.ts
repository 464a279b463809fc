import type { Config } from '../../common/config.ts';
import { tokenKey } from '../../common/domain/tokens.ts';
import type { LinkTarget, MailingContent, MailingDocument } from '../../common/models/mailings.ts';
import { secretOfMailing } from '../../common/secrets/signing.ts';
import { type CompiledMail, compileMail } from '../compose/compile-mail.ts';

/**
 * The mail of a content, compiled: what is the same for all its recipients is encoded once. `links` are those that are
 * known already, `keyId` says which key signs them.
 */
export function compileContent(
  content: MailingContent,
  config: Config,
  links: readonly LinkTarget[] = [],
  keyId: MailingDocument['key_id'] = null,
): CompiledMail {
  return compileMail({
    from: { name: content.from_name, address: content.from_email },
    replyTo: content.reply_to,
    subject: content.subject,
    preheader: content.preheader,
    html: content.html,
    values: new Map([
      ['sender_name', content.from_name],
      ['sender_address', content.sender_address],
    ]),
    publicUrl: config.publicUrl,
    tracking: true,
    tokenKey: tokenKey(secretOfMailing(config, keyId)),
    links,
  });
}

/** Sends under way in one worker; a content of 2 MiB compiles to a few times that. */
const KEPT = 16;
/** By worker: a compiled mail has the addresses and secret of its configuration in it, and tests run several workers. */
const keptBy = new WeakMap<Config, Map<string, CompiledMail>>();

/** The compiled mail of a mailing, from memory where this worker has it: one revision never changes. */
export async function compiledMail(
  { _id, revision }: Pick<MailingDocument, '_id' | 'revision'>,
  config: Config,
  read: () => Promise<Pick<MailingDocument, 'content' | 'links' | 'key_id'>>,
): Promise<CompiledMail> {
  const kept = keptBy.get(config) ?? new Map<string, CompiledMail>();
  keptBy.set(config, kept);
  const key = `${_id} ${revision}`;
  const compiled = kept.get(key) ?? (await compileFresh(read, config));
  // The one used last is the last in the map; the first is the one to drop.
  kept.delete(key);
  kept.set(key, compiled);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
  return compiled;
}

async function compileFresh(
  read: () => Promise<Pick<MailingDocument, 'content' | 'links' | 'key_id'>>,
  config: Config,
): Promise<CompiledMail> {
  const { content, links, key_id } = await read();
  return compileContent(content, config, links, key_id);
}
