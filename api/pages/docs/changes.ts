import { type Html, html } from '../../../common/domain/html.ts';
import { contract, type EndpointName } from '../../contract.ts';
import { marked } from './text.ts';

interface Change {
  readonly text: string;
  readonly endpoints?: readonly EndpointName[];
}

interface Edition {
  readonly edition: string;
  readonly when: string;
  readonly changes: readonly Change[];
}

/** The changes that developers of clients notice, newest first. A test compares the endpoints with the published contract. */
export const EDITIONS: readonly Edition[] = [
  {
    edition: '1.0.0',
    when: 'in preparation',
    changes: [
      { text: 'Every failure has a `code`, and failures of inputs have `codes` by input.' },
      { text: 'Ignored inputs are named in `warnings`. `Prefer: handling=strict` refuses them.' },
      {
        text: 'Every answer has `RateLimit` and `RateLimit-Policy`. Each 429 names its limit in `hints`, and a process with too much to do answers 429.',
      },
      {
        text: 'A body has at most 65,536 bytes unless its call states a larger limit. A compressed body is a 415, and a blank `Idempotency-Key` a 422.',
      },
      {
        text: 'A name similar to `exclude_specific_recipient_id`, or this input in the query, is a 422. Before, the send went to these people.',
      },
      { text: 'Openings and clicks count people only, 35 seconds after the event.' },
      {
        text: 'Contacts: files, tags, searches, the activity of a person, changes of many, erasure.',
        endpoints: [
          'contactFind',
          'contactDownload',
          'contactTagList',
          'customFieldUses',
          'contactActivity',
          'contactPlaces',
          'bulkChangeList',
          'bulkChangeSave',
          'bulkChangeDetails',
          'bulkChangeStart',
          'bulkChangeCancel',
          'contactExport',
          'contactErase',
          'contactErasure',
        ],
      },
      {
        text: 'Imports of workbooks and archives, their undo, and moves from other services.',
        endpoints: [
          'contactUpload',
          'importUndo',
          'importPartial',
          'moveAdd',
          'moveList',
          'moveDetails',
          'moveApply',
          'moveReceipt',
          'moveReceiptRows',
          'moveReceiptDownload',
          'moveUndo',
        ],
      },
      {
        text: 'Addresses that get no mail.',
        endpoints: [
          'suppressionList',
          'suppressionSave',
          'suppressionUploadCsv',
          'suppressionDownload',
          'suppressionDelete',
          'suppressionBulkDelete',
          'globalUnsubscribeDownload',
          'groupRecipientDownload',
        ],
      },
      {
        text: 'Own templates, images, and the look of an account.',
        endpoints: [
          'ownTemplateList',
          'ownTemplateSave',
          'ownTemplateDetails',
          'ownTemplatePreview',
          'ownTemplateUpdate',
          'ownTemplateVersions',
          'ownTemplateRestore',
          'ownTemplateDelete',
          'templateConvert',
          'mediaList',
          'mediaUpload',
          'mediaDetails',
          'mediaUpdate',
          'mediaDelete',
          'brandDetails',
          'brandUpdate',
        ],
      },
      {
        text: 'Single sends: tests, previews, checks, earlier contents, deliveries and reports.',
        endpoints: [
          'singleSendTest',
          'singleSendPreview',
          'singleSendCheck',
          'singleSendOverview',
          'singleSendAudience',
          'singleSendRetry',
          'singleSendVersions',
          'singleSendRestore',
          'singleSendDeliveryList',
          'singleSendDeliveryDownload',
          'singleSendLinks',
          'singleSendTimeline',
          'singleSendDomains',
          'singleSendShare',
          'singleSendShares',
          'singleSendShareDelete',
        ],
      },
      {
        text: 'Automations: the same for their emails, and the place of a person.',
        endpoints: [
          'automationUpdate',
          'automationPerson',
          'automationScheduleVersions',
          'automationScheduleRestore',
          'automationSchedulePreview',
          'automationScheduleCheck',
          'automationScheduleDeliveryList',
          'automationScheduleDeliveryDownload',
          'automationScheduleLinks',
          'automationScheduleTimeline',
          'automationScheduleDomains',
        ],
      },
      {
        text: 'Messages to one person each.',
        endpoints: [
          'messageSend',
          'messageSendMany',
          'messageList',
          'messageDetails',
          'messageCancel',
          'messageDoubtList',
          'messageDoubtDecide',
        ],
      },
      {
        text: 'Keys for the domains of senders.',
        endpoints: [
          'sendingDomainList',
          'sendingDomainSave',
          'sendingDomainDetails',
          'sendingDomainCheck',
          'sendingDomainReports',
          'sendingDomainDelete',
        ],
      },
      {
        text: 'Webhooks.',
        endpoints: [
          'webhookList',
          'webhookSave',
          'webhookUpdate',
          'webhookRotate',
          'webhookDelete',
          'webhookAttemptList',
          'webhookTest',
          'webhookRedeliver',
        ],
      },
      {
        text: 'The account: figures, the calendar, its log, its reputation, all its data.',
        endpoints: [
          'accountStatistics',
          'calendarList',
          'auditList',
          'accountReputation',
          'accountRelease',
          'accountExport',
        ],
      },
    ],
  },
  {
    edition: '0.1.0',
    when: '23 November 2026',
    changes: [
      { text: 'The published contract, and `Idempotency-Key`.' },
      {
        text: 'Segments by rules, the progress of imports, pauses, and mails in doubt.',
        endpoints: [
          'segmentStore',
          'segmentUpdate',
          'segmentDetails',
          'segmentPreview',
          'importList',
          'importDetails',
          'importErrors',
          'singleSendPause',
          'singleSendResume',
          'singleSendCancel',
          'singleSendDoubtList',
          'singleSendDoubtDecide',
          'automationProgress',
          'automationScheduleUpdate',
          'automationScheduleDoubtList',
          'automationScheduleDoubtDecide',
          'quotaList',
        ],
      },
    ],
  },
];

const links = (endpoints: readonly EndpointName[]): Html =>
  html`<br>${endpoints.map((name, at) => html`${at > 0 && ', '}<a href="#${name}">${contract[name].path.slice(1)}</a>`)}`;

export const changesSection = (): Html => html`<section class="chapter" id="changes">
<h2><a class="anchor" href="#changes">Changes of the API</a></h2>
<p>The API and its clients have one version. A change that breaks a client makes a new major version.</p>
${EDITIONS.map(
  ({ edition, when, changes }) => html`<h3>${edition}, ${when}</h3>
<ul class="changes">
${changes.map(({ text, endpoints }) => html`<li>${marked(text)}${endpoints && links(endpoints)}</li>\n`)}</ul>
`,
)}</section>
`;
