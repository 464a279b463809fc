import { WAITING_TYPES } from '../../../common/models/automation-schedules.ts';
import { AUTOMATION_HOLDS } from '../../../common/models/automations.ts';
import { LEFT_REASONS } from '../../../common/models/enrollments.ts';
import { BRAKE_REASONS } from '../../../common/models/mailings.ts';
import { EMAIL_HOLDS } from '../../../common/queries/email-holds.ts';
import type { presentWay } from '../../present/automation-person.ts';
import type { presentAutomationProgress } from '../../present/automation-progress.ts';
import type { presentAutomationSchedule } from '../../present/automation-schedules.ts';
import type { presentAutomation, presentCountedAutomation } from '../../present/automations.ts';
import { entries } from '../entry.ts';
import { EMAIL } from '../example-records.ts';
import {
  count,
  id,
  like,
  list,
  localTime,
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
import { audienceTable, mailProblem, previewRecord } from './single-sends.ts';
import { unsubscribeReasons } from './unsubscribe-reasons.ts';

const fields: ShapeFields<ReturnType<typeof presentAutomation>> = {
  id: id(),
  user_id: id(),
  automation_for: nullable(id('The contact type or segment that it is for; null until that is known.')),
  automation_for_table: nullable(audienceTable),
  automation_name: text(),
  exit_criteria: oneOf([0, 1], '1: who leaves the target leaves the automation.'),
  unsubscribe_group_id: nullable(matching('^\\d+$', 'The id, as text; null until it is known.')),
  automation_type: oneOf([1, 2], '1 welcome, 2 custom.'),
  utr: text(),
  status: oneOf([0, 1], '0 draft, 1 live.'),
  live_at: nullable(localTime('When it last went live.')),
  total_triggered: like(count('Mails handed to the mail server, over all emails of the automation.'), 63),
  total_delivered: like(count(), 62),
  total_unique_opens: like(count('Mails that a person opened.'), 31),
  total_opens: like(count('Openings by people.'), 40),
  total_bounces: like(count(), 1),
  total_unsubscribe: like(count(), 2),
  deleted_at: nullable(timestamp()),
  created_at: timestamp(),
  updated_at: timestamp(),
  hold_reason: nullable(
    oneOf(
      AUTOMATION_HOLDS,
      'Why nothing is sent though it is live: `restored`, a backup was restored; `closed`, the account was closed and reopened; `failed`, a step failed again and again. ' +
        '`automations/set-live` lets it go on.',
    ),
  ),
  hold_detail: nullable(text('What failed, where `hold_reason` alone does not say it.')),
  total_complaints: count('Recipients who reported one of its mails as spam.'),
  total_unique_clicks: like(count('Mails in which a person clicked.'), 12),
  total_clicks: like(count('Clicks of people.'), 15),
  total_machine_opens: like(
    count('Openings by machines: prefetching proxies, scanners, previews of links.'),
    9,
  ),
  total_machine_clicks: like(count('Clicks of machines.'), 4),
};

const automation = record<ReturnType<typeof presentAutomation>>('Automation', fields);

const listed = record<ReturnType<typeof presentCountedAutomation>>('ListedAutomation', {
  ...fields,
  automation_schedule_count: count('Its emails.'),
});

const schedule = record<ReturnType<typeof presentAutomationSchedule>>('AutomationSchedule', {
  id: id(),
  user_id: id(),
  automation_id: id(),
  sender_id: id(),
  template_id: id(),
  subject: text(),
  waiting_period: count('How many hours or days; 1 where it goes instantly.'),
  waiting_type: oneOf(WAITING_TYPES),
  utr: text(),
  preview_img: text('The file name of a preview image.'),
  template_json: nullable(text()),
  template_html: nullable(text()),
  created_at: timestamp(),
  updated_at: timestamp(),
  design_url: text('The address of the design page.'),
  image: text('The address of the preview image.'),
  preheader: text(),
  tracking: oneOf([0, 1], '1: openings and clicks are counted, unless the account has turned that off.'),
  version: like(count('Grows with each change; `if_version` of an update refers to it.'), 0),
});

type ShownProgress = ReturnType<typeof presentAutomationProgress>;

const progress = record<ShownProgress>('AutomationProgress', {
  entered: like(count('Everybody who ever entered.'), 250),
  waiting: like(
    count('Those under way: their next email is not due, is held, or has no final outcome yet.'),
    180,
  ),
  done: like(count('Those who went through all emails.'), 62),
  left: like(count('Those who left before the end.'), 8),
  left_reasons: object<ShownProgress['left_reasons']>(
    {
      exit_criteria: count('They left the target.'),
      unsubscribed: count(),
      bounced: count('Their address does not exist.'),
      deleted: like(count('The contact was deleted.'), 3),
      address_taken: count('The contact took an address that goes through the automation itself.'),
    },
    'How many left for which reason. But for opting out, it is found out when their next email is due.',
  ),
  emails: list(
    object<ShownProgress['emails'][number]>({
      id: like(id(), EMAIL.id),
      utr: like(text(), EMAIL.utr),
      subject: text(),
      hold_reason: nullable(
        oneOf(
          [...EMAIL_HOLDS, ...BRAKE_REASONS],
          'Why it is not sent; `sender_address`: an address of its sender is not ASCII before the @; `refused`, `too_many_bounces` and ' +
            '`too_many_complaints`: mail servers refuse its mails, or its recipients are not the right ones; set the automation live again.',
        ),
      ),
      hold_detail: nullable(
        text('What is wrong with its template, for `template_failed`; what stopped it, for the last three.'),
      ),
      waiting: like(count('Those for whom it comes next.'), 180),
      triggered: like(count('Mails handed to the mail server.'), 63),
      delivered: like(count(), 62),
      unique_opens: like(count('Mails that a person opened.'), 31),
      total_opens: like(count('Openings by people.'), 40),
      bounces: like(count(), 1),
      unsubscribes: like(count(), 2),
      in_doubt: count('See `automations/schedule/in-doubt`.'),
      complaints: count('Recipients who reported it as spam.'),
      unique_clicks: like(count('Mails in which a person clicked.'), 12),
      total_clicks: like(count('Clicks of people.'), 15),
      machine_opens: like(count('Openings by machines.'), 9),
      machine_clicks: like(count('Clicks of machines.'), 4),
      unsubscribe_reasons: unsubscribeReasons,
    }),
    'The emails in their order.',
  ),
});

type ShownWay = ReturnType<typeof presentWay>;

const way = record<ShownWay>('AutomationWay', {
  email: text('The address that goes through it.'),
  contact_id: nullable(id('Null for one that was added to a segment by hand.')),
  state: oneOf(['waiting', 'done', 'left']),
  reason: nullable(oneOf(LEFT_REASONS, 'Why it left.')),
  entered_at: timestamp(),
  ended_at: nullable(timestamp('When it was through or left.')),
  emails: list(
    object<ShownWay['emails'][number]>({
      id: like(id(), EMAIL.id),
      utr: like(text(), EMAIL.utr),
      subject: text(),
      is_next: oneOf([0, 1], '1: it comes next, or is on its way.'),
      due_at: like(
        nullable(timestamp('When it is due; null while it is on its way, and for all others.')),
        null,
      ),
      delivery: nullable(delivery),
    }),
    'The emails in their order.',
  ),
});

const details = detailEntries('an automation’s email');

export const automations = entries(
  {
    name: 'Automations',
    about: 'A series of emails to everybody who joins a contact type or segment, each after a wait.',
  },
  {
    automationList: { summary: 'List automations with their statistics', output: listed },
    automationCreate: {
      summary: 'Create an automation',
      about:
        '`welcome` is for contacts who join the target after it went live, `custom` also for those who are in it at ' +
        'that moment. Target and unsubscribe group may come later, but have to be there to set it live.',
      output: text('Its utr.'),
    },
    automationUpdate: {
      summary: 'Change an automation',
      about:
        'Inputs that are left out keep their values; a blank target or group is removed. Once the automation was live, only its name can change.',
    },
    automationDuplicate: {
      summary: 'Copy an automation and its emails',
      about: 'The copy is a draft.',
      output: text('The utr of the copy.'),
    },
    automationDetails: { summary: 'Get one automation with its statistics', output: automation },
    automationProgress: {
      summary: 'See how far people are in an automation',
      about: 'Counted from the people and their mails as they are at this moment.',
      output: progress,
    },
    automationPerson: {
      summary: 'Follow one person through an automation',
      about:
        'Where the person is, when the next email is due, and what became of each. `email` is the address that goes through the automation, or one ' +
        'that its contact has now.',
      output: way,
    },
    automationPause: {
      summary: 'Pause a live automation',
      about: 'Contacts under way keep their place.',
    },
    automationSetLive: {
      summary: 'Set an automation live',
    },
    automationDelete: { summary: 'Delete an automation', about: 'It ends for everyone.' },
    automationBulkDelete: {
      summary: 'Delete several automations',
      about: 'Ids or utrs. Succeeds if at least one was there; the others are ignored.',
    },
    automationScheduleList: { summary: 'List the emails of an automation', output: schedule },
    automationScheduleCreate: {
      summary: 'Add an email to an automation',
      about:
        'Emails go in the order of their creation; each waits from the one before, the first from the entry.',
    },
    automationScheduleUpdate: {
      summary: 'Change an email of an automation',
    },
    automationScheduleVersions: {
      summary: 'List the earlier contents of an email of an automation',
      about: VERSIONS,
      output: list(contentVersion),
    },
    automationScheduleRestore: {
      summary: 'Have an earlier content of an email of an automation back',
      about: `${RESTORING} A live automation sends it from then on.`,
    },
    automationScheduleDelete: { summary: 'Delete an email of an automation' },
    automationSchedulePreview: {
      summary: 'Show an email of an automation as one contact would get it',
      about:
        'What is given stands in place of what is stored, and nothing is stored: a change can be seen before a live automation sends it. Otherwise as ' +
        '`single-send/preview`. It counts in `renders_per_minute`.',
      output: previewRecord,
    },
    automationScheduleCheck: {
      summary: 'Say what is wrong with an email of an automation',
      about:
        'What is given stands in place of what is stored, and nothing is stored. Otherwise as `single-send/check`: errors first, and it counts in ' +
        '`renders_per_minute`. docs/checks.md lists the codes.',
      output: list(mailProblem),
    },
    automationScheduleDoubtList: {
      summary: 'List the mails of an automation’s email that are in doubt',
      about: `${DOUBTS} Who got one has moved on to the next email all the same.`,
      output: mailInDoubt,
    },
    automationScheduleDoubtDecide: {
      summary: 'Decide on mails of an automation’s email that are in doubt',
      about: `${DECIDING} While the automation is paused they wait.`,
    },
    automationScheduleDeliveryList: {
      summary: 'List who got an automation’s email, who did not, and why',
      about: DELIVERIES,
      output: delivery,
    },
    automationScheduleDeliveryDownload: {
      summary: 'Download who got an automation’s email, who did not, and why',
      about: DOWNLOADING,
    },
    automationScheduleLinks: details.links,
    automationScheduleTimeline: details.timeline,
    automationScheduleDomains: details.domains,
  },
);
