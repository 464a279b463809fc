import { type Html, html } from '../../../common/domain/html.ts';
import { CHECK_CODES } from '../../../common/mail-check/problems.ts';
import { type ClientLanguage, inLanguages } from './languages.ts';
import { anchorOf, marked } from './text.ts';

/** A task in prose. openapi.json does not have them. Paragraphs are Markdown with inline code and links. */
interface Guide {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly shown?: { readonly label: string; readonly texts: Readonly<Record<ClientLanguage, string>> };
  /** A list of words and what they mean. */
  readonly words?: readonly (readonly [word: string, meaning: string])[];
}

const CHECK_OF_A_CALL: Readonly<Record<ClientLanguage, string>> = {
  curl: `# $ID, $TIMESTAMP: the headers webhook-id and webhook-timestamp
# $BODY: the body as it arrived
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf %s "$ID.$TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64
# webhook-signature must have this after "v1,"`,
  typescript: `import { verifyWebhook } from '@mailing-service/client';

// \`body\` is the text as it arrived, before anything parses it.
const events = await verifyWebhook({
  secrets: process.env.WEBHOOK_SECRET!,
  body,
  headers: request.headers,
});`,
  python: `import os

from mailing_service import verify_webhook

# \`body\` is what arrived, before anything parses it.
events = verify_webhook(
    os.environ["WEBHOOK_SECRET"],
    body,
    request.headers,
)`,
};

const GUIDES: readonly Guide[] = [
  {
    title: 'Importing contacts',
    paragraphs: [
      'Upload a CSV file with [contacts/upload-csv](#contactUploadCsv), or a workbook or archive with [contacts/upload](#contactUpload). The ' +
        'header names the columns; `email` is required. A contact that is stored already is updated.',
      'With `dry_run` 1 nothing is imported: the import counts what would change, and `trial` has examples. Look at `statuses` first: a column or ' +
        'file name such as `unsubscribed` holds back or suppresses people.',
      'The answer comes before the rows are imported. Ask [contacts/imports/details](#importDetails) until `state` is `completed` or `failed`, or ' +
        'let a webhook receive [import.completed](#event-import-completed). [Refused rows](#importErrors) are a file with the reason of each. An ' +
        'import can be [undone](#importUndo) for 30 days.',
    ],
  },
  {
    title: 'Sending a campaign',
    paragraphs: [
      'Create the send as a draft: [single/send/create](#singleSendCreate) with `draft` 1. [Check it](#singleSendCheck), [show it as one ' +
        'contact gets it](#singleSendPreview), [count its recipients](#singleSendAudience) and [send a test](#singleSendTest).',
      'Then [update it](#singleSendUpdate) without `draft`: `schedule_type` 0 sends at once, 1 at `schedule_date` and `schedule_time` in the time zone ' +
        'of the account. It can be [paused](#singleSendPause), [resumed](#singleSendResume) and [cancelled](#singleSendCancel). ' +
        '[single-send/overview](#singleSendOverview) has its progress, [single-send/deliveries](#singleSendDeliveryList) the outcome of each mail.',
      'Receipts, sign-in codes and other mails to one person are [messages](#messageSend): they do not wait for campaigns.',
    ],
  },
  {
    title: 'Receiving webhooks',
    paragraphs: [
      'Add your endpoint with [webhooks/save](#webhookSave), and keep the `secret` of its answer. [webhooks/test](#webhookTest) sends it an event at ' +
        'once and shows what it answered.',
      'A call is a POST with one [event](#events) as JSON. With `batch` 1 it has up to 500: `type` is `batch`, and `data` a list of events.',
      'Check the signature before you believe a call. Its headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of ' +
        '[Standard Webhooks](https://www.standardwebhooks.com/), whose libraries work as well. Refuse a timestamp that is more than five minutes away.',
      'Answer 2xx within ten seconds, and work later. After any other answer the call is repeated after 5 and 30 seconds, 2, 10 and 30 minutes, ' +
        'then hourly. After three days the webhook is disabled; [webhooks/redeliver](#webhookRedeliver) enables it and sends what it missed. An event ' +
        'may come twice with the same `id`: store handled ids for some days.',
    ],
    shown: { label: 'Signature of a call', texts: CHECK_OF_A_CALL },
  },
  {
    title: 'Testing without mail',
    paragraphs: [
      'These calls send no mail: [previews](#singleSendPreview), [checks](#singleSendCheck), [counts of recipients](#singleSendAudience), ' +
        'imports with `dry_run` 1, drafts, and [webhooks/test](#webhookTest).',
      'For whole campaigns start an instance of your own: `npm start` in the source of the service catches all mails, and shows them at ' +
        'http://localhost:8025.',
    ],
  },
  {
    title: 'Codes of checks',
    paragraphs: [
      'The codes of [single-send/check](#singleSendCheck) and [automations/schedule/check](#automationScheduleCheck). They never change. With an ' +
        'error, the send is held or recipients cannot use the mail. A warning changes nothing.',
    ],
    words: Object.entries(CHECK_CODES).map(([word, { level, when }]) => [word, `${level}. ${when}`]),
  },
];

export const guideLinks = GUIDES.map(({ title }) => [anchorOf(title), title] as const);

export const guideSections = (): Html =>
  html`${GUIDES.map(
    ({ title, paragraphs, shown, words }) => html`<section class="chapter" id="${anchorOf(title)}">
<h2><a class="anchor" href="#${anchorOf(title)}">${title}</a></h2>
${paragraphs.map((text) => html`<p>${marked(text)}</p>\n`)}${shown && inLanguages(anchorOf(title), shown.label, shown.texts)}${
  words &&
  html`<table class="statuses"><tbody>
${words.map(([word, meaning]) => html`<tr><th scope="row"><code>${word}</code></th><td>${marked(meaning)}</td></tr>\n`)}</tbody></table>`
}
</section>
`,
  )}`;
