import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ContractRow, contract } from '../../../api/contract.ts';
import { ROOT } from '../../../local/servers.mjs';

const SOURCES = join(ROOT, 'console/src');

/** Rows of the contract, and forms of the console's own calls, that mail people, or whose effect has no way back, by the words of their paths. */
const GRAVE =
  /delete|erase|cancel|undo|retry|resume|decide|set-live|release|rotate|apply|redeliver|bulk\/start|upload|single\/send\/update|send\/test|revoke|clos/;

/** An act needs a question in its file, or a time in which a person can undo it. */
const WAYS = {
  asks: /\b(?:AskFirst|AskedButton|TypeToConfirm|DeleteField)\b|\bquestion: /,
  waits: /\bremove\(|\bremoval=\{|\bundoable\(|\bofferBulkUndo\(|\bundo\(|\bhide\(/,
} as const;

/** Each grave call with each file that calls it: how the console keeps a person from it, or why it need not. */
const ACTS: Readonly<Record<string, keyof typeof WAYS | { readonly why: string }>> = {
  'globalUnsubscribeDelete pages/contacts/opt-outs.tsx': { why: 'The switch has two ways.' },
  'globalUnsubscribeDelete pages/settings/unsubscribers.tsx': 'waits',
  'globalUnsubscribeBulkDelete pages/settings/unsubscribers.tsx': 'waits',
  'suppressionUploadCsv pages/settings/suppression-file.tsx': { why: 'Addresses can leave the list again.' },
  'suppressionDelete pages/settings/suppressions.tsx': 'waits',
  'suppressionBulkDelete pages/settings/suppressions.tsx': 'waits',
  'groupRecipientDelete pages/contacts/opt-outs.tsx': { why: 'The switch has two ways.' },
  'groupRecipientDelete pages/settings/group-page.tsx': 'waits',
  'groupRecipientBulkDelete pages/settings/group-page.tsx': 'waits',
  'segmentDelete pages/segments/segment.tsx': 'waits',
  'segmentDelete pages/segments/segments.tsx': 'waits',
  'segmentRecipientDelete pages/segments/people.tsx': 'waits',
  'contactTypeDelete pages/contacts/audience.tsx': 'asks',
  'contactUpload pages/imports/import-steps.tsx': {
    why: 'It asks where new contacts get emails, and an import can be undone.',
  },
  'contactDelete pages/contacts/contact.tsx': 'waits',
  'contactBulkDelete pages/contacts/contact-table.tsx': 'waits',
  'bulkChangeStart pages/contacts/bulk-dialog.tsx': {
    why: 'The dialog counts the contacts first, and the change can be undone.',
  },
  'bulkChangeStart pages/contacts/bulk-list.tsx': { why: 'It continues a change that a person started.' },
  'bulkChangeCancel pages/contacts/bulk-dialog.tsx': { why: 'It has not begun.' },
  'bulkChangeCancel pages/contacts/bulk-list.tsx': { why: 'It can be started again.' },
  'bulkChangeCancel pages/contacts/bulk-undo.ts': { why: 'It is the undo.' },
  'contactErase pages/contacts/erase-contact.tsx': 'asks',
  'importUndo pages/imports/undo-import.tsx': 'asks',
  'moveApply pages/moves/move.tsx': { why: 'The page shows what it adds, and it can be undone for days.' },
  'moveUndo pages/moves/move.tsx': 'asks',
  'customFieldDelete pages/settings/fields.tsx': 'asks',
  'ownTemplateDelete pages/templates/templates.tsx': 'waits',
  'mediaUpload pages/media/use-uploads.ts': { why: 'It adds an image.' },
  'mediaDelete pages/media/media.tsx': 'waits',
  'singleSendUpdate pages/campaigns/back-to-draft.ts': {
    why: 'It only takes back, or moves to a chosen time.',
  },
  'singleSendUpdate pages/campaigns/use-autosave.ts': {
    why: 'Drafts save by themselves. The review before a send has tests of its own (send-dialog.test.ts).',
  },
  'singleSendTest pages/automations/email-trial.ts': { why: 'It mails the addresses that were entered.' },
  'singleSendTest pages/campaigns/compose.tsx': { why: 'It mails the addresses that were entered.' },
  'singleSendTest pages/editor/campaign-design.tsx': { why: 'It mails the addresses that were entered.' },
  'singleSendDelete pages/campaigns/campaign-menu.tsx': 'waits',
  'singleSendResume pages/campaigns/control.tsx': {
    why: 'It asks after bounces or complaints, else it resumes what was paused.',
  },
  'singleSendResume pages/campaigns/parked.tsx': 'asks',
  'singleSendCancel pages/campaigns/control.tsx': 'asks',
  'singleSendDoubtDecide pages/campaigns/doubts.tsx': 'asks',
  'singleSendRetry pages/campaigns/control.tsx': 'asks',
  'singleSendShareDelete pages/campaigns/share.tsx': 'waits',
  'messageCancel pages/campaigns/messages.tsx': 'asks',
  'messageDoubtDecide pages/campaigns/messages.tsx': 'asks',
  'automationSetLive pages/automations/control.tsx': {
    why: 'It asks, unless it resumes a series that no person joined meanwhile.',
  },
  'automationDelete pages/automations/automation-menu.tsx': 'waits',
  'automationScheduleDelete pages/automations/series.tsx': 'waits',
  'automationScheduleDoubtDecide pages/campaigns/doubts.tsx': 'asks',
  'notificationRecipientDelete pages/settings/notification-recipients.tsx': 'waits',
  'senderDelete pages/settings/senders.tsx': 'waits',
  'sendingDomainDelete pages/settings/domains.tsx': 'waits',
  'webhookRotate pages/settings/webhook.tsx': 'asks',
  'webhookDelete pages/settings/webhooks.tsx': 'waits',
  'webhookRedeliver pages/settings/attempts.tsx': {
    why: 'It sends no emails, and programs know repeated events.',
  },
  'accountRelease pages/home/account-pause.tsx': { why: 'The person writes what was changed first.' },
  'revoke pages/settings/keys.tsx': 'asks',
  'closeAccount pages/settings/closing.tsx': { why: 'The person enters address and password first.' },
  'closeOperatedAccount pages/operator/account-closing.tsx': 'asks',
  'deleteOperatedAccount pages/operator/account-closing.tsx': 'asks',
  'resumeAccount pages/operator/account-standing.tsx': { why: 'It can be suspended again.' },
  'retryJob pages/operator/failed-jobs.tsx': { why: 'The service retries it by itself, too.' },
};

/** Paths of acts that end something for good. */
const FINAL = /delete|erase|cancel|revoke|clos/i;
/** Parts of a file whose question has a red button. */
const RED = /\bisGrave\b|\b(?:TypeToConfirm|DeleteField|RecordSection)\b/;

/** Names of the mutations of a file with a call. */
const mutationsOf = (text: string, call: RegExp): string[] =>
  [...text.matchAll(/const (\w+) = use\w*(?:Change|Mutation)\(([\s\S]*?)\n?\s*\);/g)]
    .filter(([, , made]) => call.test(made!))
    .map(([, name]) => name!);

describe('acts of the console that mail people or have no way back', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('texts'))
    .map((name) => [name, readFileSync(join(SOURCES, name), 'utf8')] as const);
  const forms = files
    .filter(([name]) => name.startsWith('data/'))
    .flatMap(([, text]) => text.split(/^(?=(?:export )?const )/m))
    .flatMap((part) => {
      const [, name] = /^(?:export )?const (\w+) = /.exec(part) ?? [];
      const [, path] = /\bpostForm(?:<.*>)?\(\s*[`']([^`']+)/.exec(part) ?? [];
      return name !== undefined && path !== undefined ? [{ name, path }] : [];
    });
  const calls = [
    ...Object.entries(contract as Readonly<Record<string, ContractRow>>)
      .filter(([, { path }]) => GRAVE.test(path))
      .map(([row]) => ({ name: row, call: new RegExp(`\\bapi(?:Now)?\\s*\\.${row}\\b`) })),
    ...forms
      .filter(({ path }) => GRAVE.test(path))
      .map(({ name }) => ({ name, call: new RegExp(`\\b${name}\\b`) })),
    // The keys of the own account, or of one that an operator sees.
    { name: 'revoke', call: /\bof\.revoke\(/ },
  ];
  const acts = calls.flatMap(({ name: called, call }) =>
    files
      .filter(([name, text]) => !name.startsWith('data/') && call.test(text))
      .map(([name, text]) => ({ act: `${called} ${name}`, call, text })),
  );

  it('know the forms of the operator', () => {
    expect(forms.map(({ name }) => name)).to.include.members(['deleteOperatedAccount', 'revokeOperatedKey']);
  });

  it('are all in the table', () => {
    expect(acts.map(({ act }) => act)).to.have.members(Object.keys(ACTS));
  });

  for (const { act, call, text } of acts) {
    const way = ACTS[act];
    if (typeof way !== 'string') continue;
    it(`${way === 'asks' ? 'ask' : 'wait for an undo'}: ${act}`, () => {
      expect(WAYS[way].test(text), 'it has no way').to.equal(true);
      const pressed = mutationsOf(text, call).filter((name) =>
        text.includes(`onClick={() => ${name}.mutate(`),
      );
      expect(pressed, 'done at one press').to.deep.equal([]);
      if (way === 'asks' && FINAL.test(act.split(' ')[0]!))
        expect(text, 'its button is not red').to.match(RED);
    });
  }
});
