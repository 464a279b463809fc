import { WAITING_TYPES } from '../../../common/models/automation-schedules.ts';
import { AUTOMATION_HOLDS } from '../../../common/models/automations.ts';
import { LEFT_REASONS } from '../../../common/models/enrollments.ts';
import { BRAKE_REASONS } from '../../../common/models/mailings.ts';
import { EMAIL_HOLDS } from '../../../common/queries/email-holds.ts';
import { BRAKES_OF_ACCOUNTS } from '../../../shared/hold-reasons.ts';
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
import { waitsOf } from '../trouble.ts';
import { contentVersion, RESTORING, VERSIONS } from './content-versions.ts';
import { DELIVERIES, DOWNLOADING, delivery } from './deliveries.ts';
import { DECIDING, DOUBTS, mailInDoubt } from './doubts.ts';
import { detailEntries } from './mail-details.ts';
import { mailProblem, previewRecord } from './single-sends.ts';
import { unsubscribeReasons } from './unsubscribe-reasons.ts';

const fields: ShapeFields<ReturnType<typeof presentAutomation>> = {
  id: id(),
  user_id: id(),
  automation_for: count('The id of the target, a contact type or segment; 0 until it is known.'),
  automation_for_table: oneOf(['contacts_', 'segments_', '']),
  automation_name: text(),
  exit_criteria: oneOf([0, 1], '1: a contact that leaves the target also leaves the automation.'),
  unsubscribe_group_id: matching('^\\d*$', 'The id as text; empty until it is known.'),
  automation_type: oneOf([1, 2], '1: `welcome`. 2: `custom`.'),
  utr: text(),
  status: oneOf([0, 1], '0: draft. 1: live.'),
  live_at: nullable(localTime('When it went live the last time.')),
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
      'Why a live automation sends nothing. `restored`: a backup was restored. `closed`: the account was closed and reopened. `failed`: a step ' +
        'failed repeatedly. `automations/set-live` resumes it.',
    ),
  ),
  hold_detail: nullable(text('What failed, if `hold_reason` does not say it.')),
  full_since: like(
    nullable(
      timestamp(
        'Contacts that have joined the target since then wait, because the account has no room for them (quota `derived_rows`). They enter ' +
          'within a quarter of an hour once there is room.',
      ),
    ),
    null,
  ),
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
  automation_schedule_count: count('The number of its emails.'),
});

const schedule = record<ReturnType<typeof presentAutomationSchedule>>('AutomationSchedule', {
  id: id(),
  user_id: id(),
  automation_id: id(),
  sender_id: id(),
  template_id: id(),
  subject: text(),
  waiting_period: count('The number of hours or days to wait; 1 for an instant email.'),
  waiting_type: oneOf(WAITING_TYPES),
  utr: text(),
  preview_img: text('The file name of a preview image.'),
  template_json: nullable(text()),
  template_html: nullable(text()),
  template_text: like(nullable(text('The plain-text part; null if it is made from the HTML.')), null),
  created_at: timestamp(),
  updated_at: timestamp(),
  design_url: text('The address of the design page.'),
  image: text('The address of the preview image.'),
  preheader: text(),
  tracking: oneOf([0, 1], '1: openings and clicks are counted, unless the account has turned tracking off.'),
  version: like(count('Increases with each change; `if_version` of an update refers to it.'), 0),
});

type ShownProgress = ReturnType<typeof presentAutomationProgress>;

const progress = record<ShownProgress>('AutomationProgress', {
  entered: like(count('All people who entered so far.'), 250),
  waiting: like(
    count('People under way: their next email is not due, is held, or has no final outcome yet.'),
    180,
  ),
  done: like(count('People who completed all emails.'), 62),
  left: like(count('People who left before the end.'), 8),
  left_reasons: object<ShownProgress['left_reasons']>(
    {
      exit_criteria: count('They left the target.'),
      unsubscribed: count(),
      bounced: count('Their address does not exist.'),
      deleted: like(count('The contact was deleted.'), 3),
      address_taken: count('The contact changed to an address that is already in the automation.'),
    },
    'The number of people who left, by reason. Except for opt-outs, the service finds the reason when the next email is due.',
  ),
  emails: list(
    object<ShownProgress['emails'][number]>({
      id: like(id(), EMAIL.id),
      utr: like(text(), EMAIL.utr),
      subject: text(),
      hold_reason: nullable(
        oneOf(
          [...EMAIL_HOLDS, ...BRAKE_REASONS, ...BRAKES_OF_ACCOUNTS],
          'Why it is not sent. `sender_address`: an address of its sender is not ASCII before the @. `refused`, `too_many_bounces` and ' +
            '`too_many_complaints`: mail servers refuse its mails, or its recipients are the wrong ones; set the automation live again to resume. ' +
            '`account_complaints` and `account_bounces`: `account/release` resumes.',
        ),
      ),
      hold_detail: nullable(
        text('The error in its template for `template_failed`; the cause for the last three reasons.'),
      ),
      waiting: like(count('People whose next email it is.'), 180),
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
      trouble: waitsOf('Why its mails wait, with at most 50 domains.'),
      delayed: like(count('Mails that have waited for a day or longer.'), 0),
    }),
    'The emails in their order.',
  ),
});

type ShownWay = ReturnType<typeof presentWay>;

const way = record<ShownWay>('AutomationWay', {
  email: text('The person’s address in the automation.'),
  contact_id: nullable(id('Null for a recipient who was added to a segment by hand.')),
  state: oneOf(['waiting', 'done', 'left']),
  reason: nullable(oneOf(LEFT_REASONS, 'Why the person left.')),
  entered_at: timestamp(),
  ended_at: nullable(timestamp('When the person completed the emails or left.')),
  emails: list(
    object<ShownWay['emails'][number]>({
      id: like(id(), EMAIL.id),
      utr: like(text(), EMAIL.utr),
      subject: text(),
      is_next: oneOf([0, 1], '1: it is the next email, or is being sent.'),
      due_at: like(
        nullable(timestamp('When it is due; null while it is being sent, and for all other emails.')),
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
    about:
      'A series of emails to every contact that joins a contact type or segment. A wait precedes each email.',
  },
  {
    automationList: { summary: 'List automations with their statistics', output: listed },
    automationCreate: {
      summary: 'Create an automation',
      about:
        '`welcome` is for contacts that join the target after the automation goes live. `custom` is also for contacts that are in it at that ' +
        'moment. Target and unsubscribe group may be set later, but must be set before it goes live.',
      output: text('Its utr.'),
    },
    automationUpdate: {
      summary: 'Change an automation',
      about:
        'Absent inputs keep their values. A blank target or group is removed. After the automation was live, only its name can change.',
    },
    automationDuplicate: {
      summary: 'Copy an automation and its emails',
      about: 'The copy is a draft.',
      output: text('The utr of the copy.'),
    },
    automationDetails: { summary: 'Get one automation with its statistics', output: automation },
    automationProgress: {
      summary: 'Get the progress of people in an automation',
      about: 'Counted from the current states of the people and their mails.',
      output: progress,
    },
    automationPerson: {
      summary: 'Follow one person through an automation',
      about:
        'The person’s place in the automation, when the next email is due, and the outcome of each email. `email` is the address in the ' +
        'automation, or a current address of its contact.',
      output: way,
    },
    automationPause: {
      summary: 'Pause a live automation',
      about: 'Contacts under way keep their place and continue when it is live again.',
    },
    automationSetLive: {
      summary: 'Set an automation live',
    },
    automationDelete: { summary: 'Delete an automation', about: 'It ends for all people under way.' },
    automationBulkDelete: {
      summary: 'Delete several automations',
      about: 'Takes ids or utrs. Succeeds if at least one exists; the others are ignored.',
    },
    automationScheduleList: { summary: 'List the emails of an automation', output: schedule },
    automationScheduleCreate: {
      summary: 'Add an email to an automation',
      about:
        'Emails are sent in the order of their creation. Each waits from the email before it; the first waits from the entry.',
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
      summary: 'Restore an earlier content of an email of an automation',
      about: `${RESTORING} A live automation sends this content from then on.`,
    },
    automationScheduleDelete: { summary: 'Delete an email of an automation' },
    automationSchedulePreview: {
      summary: 'Show an email of an automation as one contact would get it',
      about:
        'The inputs replace the stored content for this call only; nothing is stored. So you can see a change before a live automation sends it. ' +
        'Otherwise it works like `single-send/preview`. It counts in `renders_per_minute`.',
      output: previewRecord,
    },
    automationScheduleCheck: {
      summary: 'Check an email of an automation for problems',
      about:
        'The inputs replace the stored content for this call only; nothing is stored. Otherwise it works like `single-send/check`: errors come ' +
        'first, and it counts in `renders_per_minute`. A guide of the reference lists the codes.',
      output: list(mailProblem),
    },
    automationScheduleDoubtList: {
      summary: 'List the mails of an automation’s email that are in doubt',
      about: `${DOUBTS} Their recipients have continued to the next email.`,
      output: mailInDoubt,
    },
    automationScheduleDoubtDecide: {
      summary: 'Decide on mails of an automation’s email that are in doubt',
      about: `${DECIDING} While the automation is paused, they wait.`,
    },
    automationScheduleDeliveryList: {
      summary: 'List the deliveries of an automation’s email, with their outcomes',
      about: DELIVERIES,
      output: delivery,
    },
    automationScheduleDeliveryDownload: {
      summary: 'Download the deliveries of an automation’s email, with their outcomes',
      about: DOWNLOADING,
    },
    automationScheduleLinks: details.links,
    automationScheduleTimeline: details.timeline,
    automationScheduleDomains: details.domains,
  },
);
