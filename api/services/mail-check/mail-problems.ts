import { now } from '../../../common/clock.ts';
import { type AuthoredMail, contentOf } from '../../../common/content/content.ts';
import { mailSourceOf } from '../../../common/content/mail-source.ts';
import type { CheckedMail, CheckPayload } from '../../../common/mail-check/check-mail.ts';
import { type Problem, problem, withoutFlood } from '../../../common/mail-check/problems.ts';
import { reputationOf } from '../../../common/queries/reputation.ts';
import type { Account } from '../../http/account.ts';
import type { Call } from '../../http/endpoint.ts';
import { notRendered } from '../../http/failures.ts';
import { placeholdersOf } from './placeholder-check.ts';
import { senderProblems } from './sender-problems.ts';
import { askSpamFilter } from './spam-filter.ts';

export interface TrialMail extends AuthoredMail {
  readonly utr: string;
  readonly mailing: string;
}

export async function mailProblems(mail: TrialMail, account: Account, call: Call): Promise<Problem[]> {
  const [ofSender, ofAccount, ofTemplate, ofPlaceholders] = await Promise.all([
    senderProblems(mail, call),
    accountProblems(account.id),
    templateProblems(mail, account, call),
    placeholderProblems(mail),
  ]);
  const all = withoutFlood([...ofSender, ...ofAccount, ...ofTemplate, ...ofPlaceholders]);
  const errors = all.filter(({ level }) => level === 'error');
  return [...errors, ...all.filter(({ level }) => level === 'warning')];
}

async function accountProblems(userId: number): Promise<Problem[]> {
  const found = new Map((await reputationOf(userId)).toReversed().map((one) => [one.reason, one]));
  return [...found.values()].map(({ reason, detail }) =>
    problem(reason, 'sender', `${detail}. Check where your contacts come from.`),
  );
}

async function placeholderProblems(mail: TrialMail): Promise<Problem[]> {
  const found = await placeholdersOf(mail.user_id, mail);
  return found.map(({ ours, where, text }) =>
    problem(ours ? 'placeholder_unknown' : 'placeholder_foreign', where, text),
  );
}

async function templateProblems(
  mail: TrialMail,
  account: Account,
  { config, renderer, links, signal }: Call,
): Promise<Problem[]> {
  const rendered = await renderer.render(mail, account.id);
  if (rendered.state === 'later') throw notRendered(rendered.busy);
  if (rendered.state === 'failed') return [unusable(rendered.problems)];
  if (rendered.looks.empty || rendered.looks.html.trim() === '')
    return [
      problem('template_empty', 'template', 'The mail would show only its footer; give it a template.'),
    ];
  const content = await contentOf(mail, rendered.looks);
  const { spamCheckUrl } = config;
  const payload: CheckPayload = {
    source: mailSourceOf(content, { ...mail, _id: mail.mailing }, content.text ?? null, config, []),
    recipient: {
      to: { address: content.from_email },
      values: new Map(),
      messageId: `check-${mail.utr}@${config.messageIdDomain}`,
      date: now(),
    },
    mjml: mail.template_html === null,
    raw: spamCheckUrl !== null,
  };
  const computed = await renderer.compute('check', payload, account.id, true);
  if (computed.state === 'later') throw notRendered(computed.busy);
  if (computed.state === 'failed')
    return [
      problem('not_checked', 'template', `The template could not be checked: ${computed.problems.join(' ')}`),
    ];
  const { problems, links: linked, images, raw } = computed.value as CheckedMail;
  const [ofLinks, spam] = await Promise.all([
    links.check(account.id, { links: linked, images }, signal),
    spamCheckUrl === null || raw === null ? [] : askSpamFilter(spamCheckUrl, raw, signal),
  ]);
  return [...problems, ...ofLinks, ...spam];
}

const unusable = (problems: readonly string[]): Problem =>
  problem('template_failed', 'template', `The template can not be used: ${problems.join(' ')}`);
