import type { AudienceRef } from '../../../common/domain/audience-refs.ts';
import { REPLY_CLASSES } from '../../../common/domain/reply-classes.ts';
import { CHECK_CODE_NAMES, PROBLEM_LEVELS } from '../../../common/mail-check/problems.ts';
import { type AudienceCounts, PAUSE_REASONS } from '../../../common/models/mailings.ts';
import { HOLD_REASONS } from '../../../shared/hold-reasons.ts';
import type { presentPreview } from '../../present/previews.ts';
import type { presentProblem } from '../../present/problems.ts';
import type { presentReportShare } from '../../present/report-shares.ts';
import type { presentOverview } from '../../present/single-send-overviews.ts';
import type { ParkedDomain, presentSingleSend } from '../../present/single-sends.ts';
import type { AudienceEstimate } from '../../services/queries/audience-estimates.ts';
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
import { contentVersion, RESTORING, VERSIONS } from './content-versions.ts';
import { DELIVERIES, DOWNLOADING, delivery } from './deliveries.ts';
import { DECIDING, DOUBTS, mailInDoubt } from './doubts.ts';
import { detailEntries } from './mail-details.ts';
import { unsubscribeReasons } from './unsubscribe-reasons.ts';

export const audienceTable = oneOf<AudienceRef['table']>(['contacts_', 'segments_']);

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
    recipients: count('Who it goes to: the members without all of the others.'),
  },
  'Who was counted when it started, and who was left out, and why. A large audience is delivered while it is still being counted.',
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
  from_sender: text('An address, of the sender.'),
  reply_to: text('An address, of the sender.'),
  sender_name: nullable(text()),
  sender_address: nullable(text('The postal address of the sender in one line.')),
  subject: text(),
  preheader: text(),
  schedule_type: oneOf([0, 1], '0 at once, 1 at `schedule_date` and `schedule_time`.'),
  schedule_date: matching('^\\d{4}-\\d\\d-\\d\\d$', '`0000-00-00` where it goes at once.'),
  schedule_time: matching('^\\d\\d:\\d\\d:\\d\\d$', '`00:00:00` where it goes at once.'),
  status: oneOf(
    [0, 1, 2, 3],
    '0 initiate (see `hold_reason`), 1 ready to send, 2 running, 3 completed: every recipient has its outcome.',
  ),
  utr: text(),
  template_json: nullable(text()),
  template_html: nullable(text()),
  triggered: count('Recipients whose mail was handed to the mail server.'),
  delivered: count('Accepted by it, and not bounced since.'),
  unique_opens: count('Recipients who opened. Machines do not count.'),
  total_opens: count('Openings by people.'),
  bounces: count('Refused for good, or given up.'),
  unsubscribes: count('Recipients who unsubscribed through this send.'),
  unique_open_token: mapping(text(), 'An opaque token for each entry of `recipient_id`.'),
  sent_at: nullable(localTime('When it started.')),
  created_at: timestamp(),
  updated_at: timestamp(),
  hold_reason: nullable(
    oneOf(
      HOLD_REASONS,
      'Why it does not start; it goes on by itself when the reason ends. `draft`, its owner still writes it. `sender_address`, an address of its sender is not ' +
        'ASCII before the @, as only earlier versions saved them: give the sender another. `template_empty`, there is nothing in ' +
        'its mail; `template_failed`, its template makes no mail, and `hold_detail` says why. `restored`, a backup was restored in which it ' +
        'had not started, and `closed`, the account was closed and reopened: `single-send/resume` lets it go, at its time. `failed`, a step failed again and again: ' +
        '`single-send/resume` and `single/send/update` try again.',
    ),
  ),
  hold_detail: nullable(
    text(
      'What is wrong, in words: which quota is used up, for `quota`; why rendering failed, for `template_failed`; ' +
        'what failed, for `failed`.',
    ),
  ),
  paused_reason: nullable(
    oneOf(
      PAUSE_REASONS,
      'What stopped it while it ran; `single-send/resume` goes on. `quota`, the account has sent as many mails today as it may: ' +
        'it goes on by itself when the day turns, or the quota is raised. `failed`, a step failed again and again. `refused`, mail ' +
        'servers refuse its mails for what is not about their recipients; what they refused is tried again. `too_many_bounces`, ' +
        '`too_many_complaints`: each stops it once.',
    ),
  ),
  paused_detail: nullable(text('What failed or stopped it, where `paused_reason` alone does not say it.')),
  cancelled: boolean(),
  unique_clicks: count('Recipients who clicked. Machines do not count.'),
  total_clicks: count('Clicks of people.'),
  machine_opens: count('Openings by machines: prefetching proxies, scanners, previews of links.'),
  machine_clicks: count('Clicks of machines.'),
  tracking: oneOf([0, 1], '1: openings and clicks are counted, unless the account has turned that off.'),
  in_doubt: count('The connection broke before the mail server answered for good.'),
  resent_in_doubt: count('Of those, the ones that were handed over once more.'),
  pending: count('Recipients whose mail is still to go.'),
  skipped: count('Recipients who unsubscribed or were deleted after the start.'),
  audience,
  complaints: count('Recipients who reported it as spam.'),
  unsubscribe_reasons: unsubscribeReasons,
  parked: like(
    list(
      object<ParkedDomain>({
        domain: text(),
        class: oneOf(REPLY_CLASSES, 'Why it refuses its mails.'),
        reply: text('What it said last.'),
        rows: count('Recipients who wait for it.'),
        until: timestamp(),
      }),
      'Recipient domains that refuse most of its mails for what is not about the recipients. They are left alone until then, or until ' +
        '`single-send/resume`, and no recipient is lost.',
    ),
    [],
  ),
  version: like(count('Grows with each change; `if_version` of an update refers to it.'), 0),
  starts_in: like(
    count(
      'Seconds in which it does not start yet and can be taken back, where it was readied with `undo_seconds`; 0 otherwise.',
    ),
    0,
  ),
};

const singleSend = record<ReturnType<typeof presentSingleSend>>('SingleSend', fields);

const { template_json: _, template_html: __, ...withoutTemplate } = fields;
const overview = record<ReturnType<typeof presentOverview>>('SingleSendOverview', withoutTemplate);

export const previewRecord = record<ReturnType<typeof presentPreview>>('Preview', {
  subject: text(),
  preheader: text(),
  html: text(
    'With the footer that is added where the template lacks the link to the preferences page or the postal address.',
  ),
  text: text('The plain-text part.'),
  raw: nullable(
    text('The whole message. Null where it has more than 2,097,152 characters; a test shows it.'),
  ),
});

export const mailProblem = record<ReturnType<typeof presentProblem>>('MailProblem', {
  level: oneOf(
    PROBLEM_LEVELS,
    '`error`: it does not go, or recipients can not use it. `warning`: it goes, and you may want to change it.',
  ),
  code: oneOf(CHECK_CODE_NAMES, 'What was found; the names do not change.'),
  text: text('What is wrong, and what to do.'),
  where: text(
    '`sender`, `subject`, `preheader`, `template`, the host of a DNS record, or the address of a link or image.',
  ),
});

const share = record<ReturnType<typeof presentReportShare>>('ReportShare', {
  id: id(),
  user_id: id(),
  url: nullable(
    text('The link, in the answer that made it; null in every other, since only its hash is stored.'),
  ),
  created_at: timestamp(),
  expires_at: timestamp('When it ends by itself.'),
});

const RECIPIENTS =
  'Everybody in `recipient_id` gets one mail, without those in `exclude_specific_recipient_id`, who unsubscribed ' +
  'from all or from its group, and whose address bounced. It starts once its sender is verified and its template is ' +
  'there; until then `hold_reason` says what is missing.';

const details = detailEntries('a single send');

export const singleSends = entries(
  { name: 'Single sends', about: 'One mail to many, at once or at a given time.' },
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
      about: 'An array that holds one.',
      output: list(singleSend),
    },
    singleSendVersions: {
      summary: 'List the earlier contents of a single send',
      about: VERSIONS,
      output: list(contentVersion),
    },
    singleSendRestore: {
      summary: 'Have an earlier content of a single send back',
      about: `${RESTORING} A send that is ready stays so, and goes with that content.`,
    },
    singleSendTest: {
      summary: 'Send a test of a single send',
      about:
        'Of a stored send (`utr`), of the content of a create, or of a stored send with some of its content replaced. Each address gets what ' +
        'the contact would get, with `[Test]` before the subject. Nothing of it is tracked or counted, and its links to unsubscribe and ' +
        'to the preferences page do nothing. An account sends at most 50 in an hour, over all its tests (429). Addresses that are ' +
        'suppressed, or that unsubscribed from all mails, are refused. The sender must be verified. It answers once the test is ' +
        'stored; a worker sends it at once, and gives it up after an hour.',
    },
    singleSendPreview: {
      summary: 'Show the mail of a single send as one contact would get it',
      about:
        'It is made like the mail that is sent, except that links are not tracked, and that its links to unsubscribe and to the ' +
        'preferences page do nothing. It counts in `renders_per_minute`. Where the template makes no mail the answer is a 409, and `hints` say why.',
      output: previewRecord,
    },
    singleSendOverview: {
      summary: 'List the newest single sends without their templates',
      about:
        'Newest first, with their statistics as they are now; for pages that show how sends go on. The next page is `before_id` with the last id of ' +
        'this one. Each call looks at the names and subjects of all single sends of the account where `search` is given.',
      output: list(overview),
    },
    singleSendAudience: {
      summary: 'Count who a single send would go to now',
      about:
        'Who is left out counts once, for the reason that holds first. It counts for a moment, and at least the first thousand: where `more` is true, there ' +
        'are others that it did not look at. The send counts again when it starts.',
      output: object<AudienceEstimate>({
        members: like(count(), 3),
        duplicates: like(count(), 1),
        excluded: like(count(), 0),
        unsubscribed: like(count(), 0),
        bounced: like(count(), 0),
        recipients: like(count('Who it would go to, of those that were looked at.'), 2),
        more: boolean('There are members that were not looked at.'),
      }),
    },
    singleSendCheck: {
      summary: 'Say what is wrong with a single send before it goes',
      about:
        'Errors first. It looks at the sender, the DNS records of its domain, the template, placeholders and links, and takes six seconds at ' +
        'most. At most 50 links are asked, by HEAD and where that fails by GET; those of this service are not, nor is what is not ' +
        'public. It counts in `renders_per_minute`; 429 where four calls of the account wait already. docs/checks.md lists the codes.',
      output: list(mailProblem),
    },
    singleSendDuplicate: {
      summary: 'Copy a single send',
      about: 'The copy is held (`duplicate`) until `single/send/update` readies it.',
    },
    singleSendDelete: {
      summary: 'Delete a single send',
      about: 'One that runs stops. Links in mails that are out go on working.',
    },
    singleSendBulkDelete: {
      summary: 'Delete several single sends',
      about: 'Ids or utrs. Succeeds if at least one was there; the others are ignored.',
    },
    singleSendPause: { summary: 'Pause a running single send' },
    singleSendResume: {
      summary: 'Go on with a paused single send',
    },
    singleSendCancel: {
      summary: 'Cancel a single send',
      about: 'One that runs completes with what was sent.',
    },
    singleSendDoubtList: {
      summary: 'List the mails of a single send that are in doubt',
      about: DOUBTS,
      output: mailInDoubt,
    },
    singleSendDoubtDecide: {
      summary: 'Decide on mails of a single send that are in doubt',
      about: `${DECIDING} A completed send runs again until all of them have their outcome.`,
    },
    singleSendRetry: {
      summary: 'Send the refused mails of a completed single send once more',
      about:
        'As a new attempt of the same mails, for those that bounced with one of these classes; without `classes` all but `gone`, `inactive`, ' +
        '`content` and `size`. Who has unsubscribed or been suppressed since is left out. The send runs again until all have their outcome. ' +
        'Reports about earlier attempts change nothing from then on.',
    },
    singleSendDeliveryList: {
      summary: 'List who got a single send, who did not, and why',
      about: DELIVERIES,
      output: delivery,
    },
    singleSendDeliveryDownload: {
      summary: 'Download who got a single send, who did not, and why',
      about: DOWNLOADING,
    },
    singleSendLinks: details.links,
    singleSendTimeline: details.timeline,
    singleSendDomains: details.domains,
    singleSendShare: {
      summary: 'Make a link to the report of a single send',
      about:
        'Who has the link sees figures, openings and clicks over time, links and recipient domains, and no addresses, names or other values of contacts. ' +
        '`url` is in this answer alone. At most 20 links to a report work at a time.',
      output: share,
    },
    singleSendShares: {
      summary: 'List the links to the report of a single send',
      about: 'Those that work, the oldest first.',
      output: list(share),
    },
    singleSendShareDelete: {
      summary: 'Revoke a link to a report',
      about: 'From the answer on it leads to a page that says that it does not work.',
    },
  },
);
