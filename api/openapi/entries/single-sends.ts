import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { CHECK_CODE_NAMES, PROBLEM_LEVELS } from '../../../common/mail-check/problems.ts';
import { type AudienceCounts, PAUSE_REASONS } from '../../../common/models/mailings.ts';
import { HOLD_REASONS } from '../../../shared/hold-reasons.ts';
import { HOLD_TEXTS, PAUSE_TEXTS, type ReasonTexts } from '../../../shared/hold-texts.ts';
import type { presentPreview } from '../../present/previews.ts';
import type { presentProblem } from '../../present/problems.ts';
import type { presentReportShare } from '../../present/report-shares.ts';
import type { presentOverview } from '../../present/single-send-overviews.ts';
import type { LastTest, ParkedDomain, presentSingleSend } from '../../present/single-sends.ts';
import type { AudienceEstimate, SampledRecipient } from '../../services/queries/audience-estimates.ts';
import { entries } from '../entry.ts';
import {
  boolean,
  count,
  id,
  like,
  list,
  localTime,
  mapping,
  matching,
  nullable,
  object,
  oneOf,
  record,
  type ShapeFields,
  text,
  timestamp,
} from '../shapes.ts';
import { waitsOf } from '../trouble.ts';
import { contentVersion, RESTORING, VERSIONS } from './content-versions.ts';
import { DELIVERIES, DOWNLOADING, delivery } from './deliveries.ts';
import { DECIDING, DOUBTS, mailInDoubt } from './doubts.ts';
import { detailEntries } from './mail-details.ts';
import { unsubscribeReasons } from './unsubscribe-reasons.ts';

/** The headings that screens and notices show, by reason. */
const headingsOf = (texts: ReasonTexts<string>): string =>
  Object.entries(texts)
    .map(([reason, [heading]]) => `\`${reason}\`: ${heading}.`)
    .join(' ');

const audienceTable = oneOf<AudienceRef['table']>(['contacts_', 'segments_']);

const audienceRef = object<{ id: string; table: AudienceRef['table'] }>({
  id: matching('^\\d+$', 'The id of a contact type or segment.'),
  table: audienceTable,
});

const audience = object<AudienceCounts>(
  {
    members: count(),
    duplicates: count(),
    excluded: count(),
    unsubscribed: count(),
    bounced: count(),
    recipients: count('The recipients: the members without those of the other counts.'),
  },
  'The audience, counted at the start, with the members who were left out, by reason. Sending to a large audience begins during the count.',
);

const fields: ShapeFields<ReturnType<typeof presentSingleSend>> = {
  id: id(),
  user_id: id(),
  template_id: id(),
  sender_id: id(),
  unsubscribe_group_id: id(),
  recipient_id: list(audienceRef),
  exclude_specific_recipient_id: list(audienceRef),
  single_send_name: text(),
  from_sender: text('An address of the sender.'),
  reply_to: text('An address of the sender.'),
  sender_name: nullable(text()),
  sender_address: nullable(text('The postal address of the sender in one line.')),
  subject: text(),
  preheader: text(),
  schedule_type: oneOf([0, 1], '0: at once. 1: at `schedule_date` and `schedule_time`.'),
  schedule_date: matching('^\\d{4}-\\d\\d-\\d\\d$', '`0000-00-00` if it is sent at once.'),
  schedule_time: matching('^\\d\\d:\\d\\d:\\d\\d$', '`00:00:00` if it is sent at once.'),
  status: oneOf(
    [0, 1, 2, 3],
    '0: initiate (see `hold_reason`). 1: ready to send. 2: running. 3: completed, every recipient has an outcome.',
  ),
  utr: text(),
  template_json: nullable(text()),
  template_html: nullable(text()),
  triggered: count('Recipients whose mail was handed to the mail server.'),
  delivered: count('Mails that the mail server accepted and that have not bounced since.'),
  unique_opens: count('Recipients who opened. Machines do not count.'),
  total_opens: count('Openings by people.'),
  bounces: count('Mails that were refused permanently or given up.'),
  unsubscribes: count('Recipients who unsubscribed by this send.'),
  unique_open_token: mapping(text(), 'An opaque token for each entry of `recipient_id`.'),
  sent_at: nullable(localTime('When it started.')),
  created_at: timestamp(),
  updated_at: timestamp(),
  template_text: like(nullable(text('The plain-text part; null if it is made from the HTML.')), null),
  hold_reason: nullable(
    oneOf(
      HOLD_REASONS,
      `Why it does not start. It continues by itself when the reason ends. ${headingsOf(HOLD_TEXTS)} For \`sender_address\`: an address of ` +
        'its sender, saved by an earlier version, is not ASCII before the @. For `template_failed`, `hold_detail` gives the error. For ' +
        '`restored` and `closed`, `single-send/resume` releases it, and it starts at its time. For `failed`, `single-send/resume` and ' +
        '`single/send/update` try again.',
    ),
  ),
  hold_detail: nullable(
    text(
      'The details in words. For `quota`: which quota is used up. For `template_failed`: the error in the template. For `failed`: what failed.',
    ),
  ),
  paused_reason: nullable(
    oneOf(
      PAUSE_REASONS,
      `Why it paused while it ran; \`single-send/resume\` resumes it. ${headingsOf(PAUSE_TEXTS)} For \`quota\`: it resumes by itself on the ` +
        'next day, or when the quota is raised. For `refused`: the reasons are not about the recipients; the refused mails are tried again. ' +
        '`too_many_bounces`, `too_many_complaints`: each pauses it once.',
    ),
  ),
  paused_detail: nullable(text('What failed or stopped it, if `paused_reason` does not say it.')),
  cancelled: boolean(),
  unique_clicks: count('Recipients who clicked. Machines do not count.'),
  total_clicks: count('Clicks by people.'),
  machine_opens: count('Openings by machines: prefetching proxies, scanners, previews of links.'),
  machine_clicks: count('Clicks by machines.'),
  tracking: oneOf([0, 1], '1: openings and clicks are counted, unless the account has turned tracking off.'),
  in_doubt: count('Mails whose connection broke before the mail server’s final answer.'),
  resent_in_doubt: count('Mails in doubt that were sent again.'),
  pending: count('Recipients whose mail has no outcome yet.'),
  skipped: count('Recipients who unsubscribed or were deleted after the start.'),
  audience,
  complaints: count('Recipients who reported it as spam.'),
  unsubscribe_reasons: unsubscribeReasons,
  parked: like(
    list(
      object<ParkedDomain>({
        domain: text(),
        class: oneOf(REPLY_CLASSES, 'Why the domain refuses the mails.'),
        reply: text('The last reply.'),
        rows: count('The number of recipients who wait.'),
        until: timestamp(),
      }),
      'Recipient domains that refuse most of its mails for reasons other than the recipients. The service sends nothing to them until the time ' +
        'in `until`, or until `single-send/resume`. No recipient is lost.',
    ),
    [],
  ),
  next_try_at: like(
    nullable(timestamp('When the next deferred mail is retried; null if none is deferred.')),
    null,
  ),
  trouble: waitsOf('Why mails wait, with at most 50 domains. Lists of several sends have an empty one.'),
  delayed: like(count('Mails that have waited for a day or longer. Lists of several sends have 0.'), 0),
  version: like(count('Increases with each change; `if_version` of an update refers to it.'), 0),
  starts_in: like(
    count('Seconds until it starts, in which it can be taken back, if it has `undo_seconds`; otherwise 0.'),
    0,
  ),
  last_test: like(
    nullable(
      object<LastTest>(
        { at: timestamp(), changed: boolean('Whether the mail was changed after the test.') },
        'The last call of `single/send/test` for this send; null without one.',
      ),
    ),
    null,
  ),
};

const singleSend = record<ReturnType<typeof presentSingleSend>>('SingleSend', fields);

const {
  template_json: _,
  template_html: __,
  template_text: ___,
  last_test: ____,
  ...withoutTemplate
} = fields;
const overview = record<ReturnType<typeof presentOverview>>('SingleSendOverview', withoutTemplate);

export const previewRecord = record<ReturnType<typeof presentPreview>>('Preview', {
  subject: text(),
  preheader: text(),
  html: text(
    'The HTML part. It has a footer if the template lacks the link to the preferences page or the postal address.',
  ),
  text: text('The plain-text part.'),
  raw: nullable(
    text(
      'The whole message; null if it has more than 2,097,152 characters. A test send shows such a message.',
    ),
  ),
});

export const mailProblem = record<ReturnType<typeof presentProblem>>('MailProblem', {
  level: oneOf(
    PROBLEM_LEVELS,
    '`error`: it is not sent, or recipients cannot use it. `warning`: it is sent, but you may want to change it.',
  ),
  code: oneOf(CHECK_CODE_NAMES, 'What was found. The codes stay the same.'),
  text: text('The problem, and what to do.'),
  where: text(
    '`sender`, `subject`, `preheader`, `template`, the host of a DNS record, or the address of a link or image.',
  ),
});

const share = record<ReturnType<typeof presentReportShare>>('ReportShare', {
  id: id(),
  user_id: id(),
  url: nullable(
    text(
      'The link; only in the answer that created it. All other answers have null, because only its hash is stored.',
    ),
  ),
  created_at: timestamp(),
  expires_at: timestamp('When the link expires.'),
});

const RECIPIENTS =
  'Each address in `recipient_id` gets one mail, except the addresses in `exclude_specific_recipient_id`, addresses that unsubscribed from ' +
  'all mail or from the group of the send, and addresses that bounced. It starts when its sender is verified and it has a template. Until ' +
  'then `hold_reason` names what is missing.';

const details = detailEntries('a single send');

export const singleSends = entries(
  { name: 'Single sends', about: 'One mail to many recipients, at once or at a given time.' },
  {
    singleSendList: { summary: 'List single sends with their statistics', output: singleSend },
    singleSendCreate: {
      summary: 'Create a single send',
      about: RECIPIENTS,
      output: text('Its utr.'),
    },
    singleSendUpdate: {
      summary: 'Change a single send that has not started',
      output: text('Its utr.'),
    },
    singleSendDetails: {
      summary: 'Get one single send with its statistics',
      about: 'An array with one item.',
      output: list(singleSend),
    },
    singleSendVersions: {
      summary: 'List the earlier contents of a single send',
      about: VERSIONS,
      output: list(contentVersion),
    },
    singleSendRestore: {
      summary: 'Restore an earlier content of a single send',
      about: `${RESTORING} A send that is ready stays ready, and is sent with this content.`,
    },
    singleSendTest: {
      summary: 'Send a test of a single send',
      about:
        'The content is that of a stored send (`utr`), that of the inputs, or that of a stored send with the inputs in its place. Each address ' +
        'gets the mail of the contact, with `[Test]` before the subject. A test is not tracked or counted. Its links to unsubscribe and to the ' +
        'preferences page change nothing. An account can send at most 50 test mails an hour (429). Suppressed addresses, and addresses that ' +
        'unsubscribed from all mail, are refused. The sender must be verified. The answer comes when the test is stored. A worker sends it at ' +
        'once, and gives up after an hour.',
    },
    singleSendPreview: {
      summary: 'Show the mail of a single send as one contact would get it',
      about:
        'The mail as it would be sent, but its links are not tracked, and its links to unsubscribe and to the preferences page change nothing. It' +
        ' counts in `renders_per_minute`. If the template cannot be rendered, the answer is 409, and `hints` give the reason.',
      output: previewRecord,
    },
    singleSendOverview: {
      summary: 'List the newest single sends without their templates',
      about:
        'Newest first, with their current statistics; for pages that show the progress of sends. For the next page, use the last `id` of this ' +
        'page as `before_id`. With `search`, each call reads the names and subjects of all single sends of the account.',
      output: list(overview),
    },
    singleSendAudience: {
      summary: 'Count the recipients of a single send',
      about:
        'The counts of this moment. An excluded member counts once, for the first reason that applies. The service counts for a short time, and ' +
        'at least the first 1,000 members. If `more` is true, it did not count all members. The send counts again when it starts.',
      output: object<AudienceEstimate>({
        members: like(count(), 3),
        duplicates: like(count(), 1),
        excluded: like(count(), 0),
        unsubscribed: like(count(), 0),
        bounced: like(count(), 0),
        recipients: like(count('The recipients among the counted members.'), 2),
        more: boolean('Whether some members were not counted.'),
        sample: like(
          list(
            object<SampledRecipient>({ contact_id: id(), email: text() }),
            'The first five recipients that are contacts, for `contact_id` of previews.',
          ),
          [{ contact_id: 12, email: 'ada@example.com' }],
        ),
      }),
    },
    singleSendCheck: {
      summary: 'Check a single send for problems',
      about:
        'Errors come first. The check covers the sender, the DNS records of its domain, the template, placeholders and links, and takes at most ' +
        'six seconds. It requests at most 50 links, by HEAD, or by GET if HEAD fails. It requests no links of this service and no addresses that ' +
        'are not public. It counts in `renders_per_minute`. The answer is 429 if four calls of the account are already waiting. A guide of the ' +
        'reference lists the codes.',
      output: list(mailProblem),
    },
    singleSendDuplicate: {
      summary: 'Copy a single send',
      about: 'The copy is held (`duplicate`) until `single/send/update` makes it ready.',
    },
    singleSendDelete: {
      summary: 'Delete a single send',
      about: 'A running send stops. Links in sent mails still work.',
    },
    singleSendBulkDelete: {
      summary: 'Delete several single sends',
      about: 'Takes ids or utrs. Succeeds if at least one exists; the others are ignored.',
    },
    singleSendPause: { summary: 'Pause a running single send' },
    singleSendResume: {
      summary: 'Resume a paused single send',
    },
    singleSendCancel: {
      summary: 'Cancel a single send',
      about: 'A running send completes with the mails that were sent.',
    },
    singleSendDoubtList: {
      summary: 'List the mails of a single send that are in doubt',
      about: DOUBTS,
      output: mailInDoubt,
    },
    singleSendDoubtDecide: {
      summary: 'Decide on mails of a single send that are in doubt',
      about: `${DECIDING} A completed send runs again until all these mails have an outcome.`,
    },
    singleSendRetry: {
      summary: 'Send the refused mails of a completed single send once more',
      about:
        'A new attempt for the same mails, if they bounced with one of these classes; without `classes`, with any class except `gone`, ' +
        '`inactive`, `content` and `size`. Recipients who have unsubscribed or been suppressed since then are left out. The send runs again until' +
        ' all these mails have an outcome. From then on, reports about earlier attempts change nothing.',
    },
    singleSendDeliveryList: {
      summary: 'List the deliveries of a single send, with their outcomes',
      about: DELIVERIES,
      output: delivery,
    },
    singleSendDeliveryDownload: {
      summary: 'Download the deliveries of a single send, with their outcomes',
      about: DOWNLOADING,
    },
    singleSendLinks: details.links,
    singleSendTimeline: details.timeline,
    singleSendDomains: details.domains,
    singleSendShare: {
      summary: 'Make a link to the report of a single send',
      about:
        'Everyone with the link sees figures, openings and clicks over time, links and recipient domains. The report shows no addresses, names or' +
        ' other values of contacts. Only this answer has `url`. At most 20 links to a report work at the same time.',
      output: share,
    },
    singleSendShares: {
      summary: 'List the links to the report of a single send',
      about: 'The links that work, oldest first.',
      output: list(share),
    },
    singleSendShareDelete: {
      summary: 'Revoke a link to a report',
      about: 'After the answer, the link leads to a page that says that it does not work.',
    },
  },
);
