import type { LRUCache } from 'lru-cache';
import { keepRecent } from '../../../common/cache/recent.ts';
import {
  type CompiledMail,
  compileMail,
  type MailDraft,
  mailOfDraft,
} from '../../../common/compose/compile-mail.ts';
import type { Config } from '../../../common/config.ts';
import { type HeaderSource, mailSourceOf } from '../../../common/content/mail-source.ts';
import { tokenKey } from '../../../common/domain/tokens.ts';
import type { LinkTarget, MailingContent, MailingDocument } from '../../../common/models/mailings.ts';
import type { Deferment } from '../../../common/rendering/made.ts';
import { secretOfMailing } from '../../../common/secrets/signing.ts';
import type { WorkerContext } from '../../runtime/context.ts';

type CompilingWorker = Pick<WorkerContext, 'config' | 'renderer'>;

export type CompileResult =
  | { readonly state: 'done'; readonly mail: CompiledMail }
  | { readonly state: 'failed'; readonly problems: readonly string[] }
  | Deferment;

/** Characters to compile in this process: the worst content takes 80 ms. In another process, 2 MiB take 2.6 s. */
const OWN_TURN = 64 * 1024;

/** Encodes once what all recipients share. `links`: known links; `keyId`: the key that signs them. */
export async function compileContent(
  content: MailingContent,
  mailing: HeaderSource,
  worker: CompilingWorker,
  links: readonly LinkTarget[] = [],
  keyId: MailingDocument['key_id'] = null,
): Promise<CompileResult> {
  const text = await textOf(content, mailing.user_id, worker);
  if (typeof text === 'object' && text !== null) return text;
  const source = mailSourceOf(content, mailing, text, worker.config, links);
  const key = tokenKey(secretOfMailing(worker.config, keyId));
  if (content.html.length + (text?.length ?? 0) <= OWN_TURN) {
    return { state: 'done', mail: compileMail({ ...source, tokenKey: key }) };
  }
  const computed = await worker.renderer.compute('compile', source, mailing.user_id);
  return computed.state === 'done'
    ? { state: 'done', mail: mailOfDraft(computed.value as MailDraft, key) }
    : computed;
}

async function textOf(
  { text, html }: MailingContent,
  account: number,
  { renderer }: CompilingWorker,
): Promise<string | null | Exclude<CompileResult, { state: 'done' }>> {
  if (text !== undefined) return text;
  const rendered = await renderer.render(
    { template_id: 0, template_json: null, template_html: html },
    account,
  );
  if (rendered.state !== 'done') return rendered;
  return rendered.looks.text && JSON.stringify(rendered.looks.text);
}

/** Bytes of compiled mails that a worker keeps: some thousand newsletters, each compiled once. */
const KEPT = 32 * 2 ** 20;
/** A mailing without a delivery for so long has ended, or waits. */
const UNUSED_MS = 5 * 60_000;
const STEP = 200;
/** By worker: a compiled mail contains addresses and the secret of its configuration, and tests run several workers. */
const keptBy = new WeakMap<Config, LRUCache<string, CompiledMail>>();

/** From memory if possible: a revision never changes. Null while there is no room to compile it; the sweep rings again. */
export async function compiledMail(
  mailing: HeaderSource & Pick<MailingDocument, 'revision' | 'source' | 'key_id'>,
  worker: Pick<WorkerContext, 'config' | 'renderer' | 'log'>,
  read: () => Promise<Pick<MailingDocument, 'content' | 'links' | 'key_id'>>,
): Promise<CompiledMail | null> {
  let mail = keptOf(worker.config).get(nameOf(mailing));
  if (!mail) {
    const { content, links, key_id } = await read();
    const compiled = await compileContent(content, mailing, worker, links, key_id);
    if (compiled.state !== 'done') {
      const problems = compiled.state === 'failed' ? compiled.problems : [];
      worker.log.warn(
        { mailing_id: mailing._id, state: compiled.state, problems },
        'content not compiled; the batch is retried later',
      );
      return null;
    }
    ({ mail } = compiled);
    keepCompiled(mailing, mail, worker);
  }
  return mail;
}

export function keepCompiled(
  mailing: Pick<MailingDocument, '_id' | 'revision' | 'message_id' | 'source' | 'key_id'>,
  mail: CompiledMail,
  { config }: Pick<WorkerContext, 'config'>,
): void {
  const kept = keptOf(config);
  kept.purgeStale();
  kept.set(nameOf(mailing), mail, { size: sizeOf(mail) });
}

/** Even the largest is kept, as compiling it for each slice would take seconds. */
const sizeOf = ({ program }: CompiledMail): number =>
  Math.min(
    KEPT / 2,
    program.steps.reduce((sum, { fixed, holes }) => sum + STEP + fixed.length + 8 * holes.length, STEP),
  );

function keptOf(config: Config): LRUCache<string, CompiledMail> {
  const kept = keptBy.get(config) ?? keepRecent<CompiledMail>(KEPT, UNUSED_MS);
  keptBy.set(config, kept);
  return kept;
}

/** Single messages of one content share a compiled mail: it names neither the message nor its recipient. */
const nameOf = ({
  _id,
  revision,
  message_id,
  source,
  key_id,
}: Pick<MailingDocument, '_id' | 'revision' | 'message_id' | 'source' | 'key_id'>): string =>
  message_id === undefined ? `${_id} ${revision}` : `messages ${source} ${key_id}`;
