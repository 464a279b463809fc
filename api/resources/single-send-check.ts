import { now } from '../../common/clock.ts';
import { contentOf } from '../../common/content/content.ts';
import { mailSourceOf } from '../../common/content/mail-source.ts';
import { mailingOfSend } from '../../common/domain/mailing-keys.ts';
import type { CheckedMail, CheckPayload } from '../../common/mail-check/check-mail.ts';
import { type Problem, problem, withoutFlood } from '../../common/mail-check/problems.ts';
import { SingleSend, type SingleSendDocument } from '../../common/models/single-sends.ts';
import { rows } from '../../common/mongo/connection.ts';
import type { Account } from '../http/account.ts';
import { type Call, endpoints } from '../http/endpoint.ts';
import { notRendered } from '../http/failures.ts';
import { byUtr } from '../http/inputs.ts';
import { senderProblems } from '../mail-check/sender-problems.ts';
import { askSpamFilter } from '../mail-check/spam-filter.ts';
import { presentProblem } from '../present/problems.ts';
import { placeholdersOf } from './placeholder-check.ts';

export const singleSendChecks = endpoints({
  singleSendCheck: {
    input: byUtr,
    async run({ utr }, account, call) {
      const send = await rows(SingleSend).findOne({ user_id: account.id, utr, deleted_at: null });
      if (!send) return null;
      const [ofSender, ofTemplate, ofPlaceholders] = await Promise.all([
        senderProblems(send, call),
        templateProblems(send, account, call),
        placeholderProblems(send),
      ]);
      const all = withoutFlood([...ofSender, ...ofTemplate, ...ofPlaceholders]);
      const errors = all.filter(({ level }) => level === 'error');
      return [...errors, ...all.filter(({ level }) => level === 'warning')].map(presentProblem);
    },
  },
});

async function placeholderProblems(send: SingleSendDocument): Promise<Problem[]> {
  const found = await placeholdersOf(send.user_id, send);
  return found.map(({ ours, where, text }) =>
    problem(ours ? 'placeholder_unknown' : 'placeholder_foreign', where, text),
  );
}

/** What is wrong with the mail itself, with its links, and what a spam filter says of it. */
async function templateProblems(
  send: SingleSendDocument,
  account: Account,
  { config, renderer, links, signal }: Call,
): Promise<Problem[]> {
  const rendered = await renderer.render(send, account.id);
  if (rendered.state === 'later') throw notRendered(rendered.busy);
  if (rendered.state === 'failed') return [unusable(rendered.problems)];
  if (rendered.looks.empty || rendered.looks.html.trim() === '')
    return [
      problem('template_empty', 'template', 'The mail would show its footer alone; give it a template.'),
    ];
  const content = await contentOf(send, rendered.looks);
  const { spamCheckUrl } = config;
  const payload: CheckPayload = {
    source: mailSourceOf(
      content,
      { ...send, _id: mailingOfSend(send._id) },
      content.text ?? null,
      config,
      [],
    ),
    recipient: {
      to: { address: content.from_email },
      values: new Map(),
      messageId: `check-${send.utr}@${config.messageIdDomain}`,
      date: now(),
    },
    mjml: send.template_html === null,
    raw: spamCheckUrl !== null,
  };
  const computed = await renderer.compute('check', payload, account.id, true);
  if (computed.state === 'later') throw notRendered(computed.busy);
  if (computed.state === 'failed')
    return [
      problem('not_checked', 'template', `The template could not be checked: ${computed.problems.join(' ')}`),
    ];
  const { problems, links: found, raw } = computed.value as CheckedMail;
  const [ofLinks, spam] = await Promise.all([
    links.check(account.id, found, signal),
    spamCheckUrl === null || raw === null ? [] : askSpamFilter(spamCheckUrl, raw, signal),
  ]);
  return [...problems, ...ofLinks, ...spam];
}

const unusable = (problems: readonly string[]): Problem =>
  problem('template_failed', 'template', `The template can not be used: ${problems.join(' ')}`);
