import { setTimeout as delay } from 'node:timers/promises';
import { writeCsv } from '../../common/domain/csv-cells.ts';
import { IMAGE_ENDINGS } from '../../common/domain/image-types.ts';
import { writeGroups } from '../../common/domain/statuses/groups.ts';
import { timestamp } from '../../common/domain/times.ts';
import { coolDownAfter } from '../../common/fairness/turns.ts';
import { Account as AccountModel } from '../../common/models/accounts.ts';
import { MEDIA_OF_ACCOUNT, Media } from '../../common/models/media.ts';
import { readUpload, UploadGone } from '../../common/store/uploads.ts';
import type { EndpointName } from '../contract.ts';
import type { Account } from '../http/account.ts';
import type { Behaviour, Call, PagedFile, RawAnswer } from '../http/endpoint.ts';
import { UNSHARED } from '../http/list-shares.ts';
import type { Listing } from '../http/listing.ts';
import type { ZippedFile } from '../http/zip.ts';
import { audit } from './audit.ts';
import { automationSchedules } from './automation-schedules.ts';
import { automations } from './automations.ts';
import { bulkChanges } from './bulk-changes.ts';
import { contactFiles } from './contact-files.ts';
import { contactTypes } from './contact-types.ts';
import { contacts } from './contacts.ts';
import { customFields } from './custom-fields.ts';
import { deliveries } from './deliveries.ts';
import { globalUnsubscribes } from './global-unsubscribes.ts';
import { groupRecipients } from './group-recipients.ts';
import { imports } from './imports.ts';
import { media } from './media.ts';
import { messages } from './messages.ts';
import { notificationRecipients } from './notification-recipients.ts';
import { ownTemplates } from './own-templates.ts';
import { segmentRecipients } from './segment-recipients.ts';
import { segments } from './segments.ts';
import { senders } from './senders.ts';
import { sendingDomains } from './sending-domains.ts';
import { singleSends } from './single-sends.ts';
import { suppressions } from './suppressions.ts';
import { unsubscribeGroups } from './unsubscribe-groups.ts';
import { webhooks } from './webhooks.ts';

type Item = { readonly id: number; readonly utr?: string };
type List = Behaviour<EndpointName>;

/** A list of the contract as a file: a line is an item in the form that the API shows. */
interface ExportedList {
  readonly name: string;
  readonly list: List;
  /** The list is read once for each item of another list. These inputs name the item, and each line has them too. */
  readonly of?: {
    readonly list: List;
    readonly by: (item: Item) => Readonly<Record<string, number | string>>;
  };
}

const ofSends = { list: singleSends.singleSendList, by: ({ utr }: Item) => ({ utr: utr! }) };
const ofAutomations = { list: automations.automationList, by: ({ utr }: Item) => ({ utr: utr! }) };

const PARTS: readonly ExportedList[] = [
  { name: 'contact-types', list: contactTypes.contactTypeList },
  { name: 'custom-fields', list: customFields.customFieldList },
  { name: 'contacts', list: contacts.contactList },
  { name: 'segments', list: segments.segmentList },
  {
    name: 'segment-recipients',
    list: segmentRecipients.segmentRecipientList,
    of: { list: segments.segmentList, by: ({ id }) => ({ segment_id: id }) },
  },
  { name: 'imports', list: imports.importList },
  { name: 'bulk-changes', list: bulkChanges.bulkChangeList },
  { name: 'unsubscribe-groups', list: unsubscribeGroups.unsubscribeGroupList },
  {
    name: 'unsubscribe-group-recipients',
    list: groupRecipients.groupRecipientList,
    of: { list: unsubscribeGroups.unsubscribeGroupList, by: ({ id }) => ({ groupId: id }) },
  },
  { name: 'global-unsubscribes', list: globalUnsubscribes.globalUnsubscribeList },
  { name: 'suppressions', list: suppressions.suppressionList },
  { name: 'senders', list: senders.senderList },
  { name: 'sending-domains', list: sendingDomains.sendingDomainList },
  { name: 'single-sends', list: singleSends.singleSendList },
  { name: 'single-send-deliveries', list: deliveries.singleSendDeliveryList, of: ofSends },
  { name: 'automations', list: automations.automationList },
  { name: 'automation-emails', list: automationSchedules.automationScheduleList, of: ofAutomations },
  { name: 'messages', list: messages.messageList },
  { name: 'notification-recipients', list: notificationRecipients.notificationRecipientList },
  { name: 'webhooks', list: webhooks.webhookList },
  { name: 'templates', list: ownTemplates.ownTemplateList },
  { name: 'media', list: media.mediaList },
  { name: 'audit', list: audit.auditList },
];

/**
 * After a page that took longer than the first value (milliseconds), the export rests for the same time: other calls have
 * half of the process.
 */
const restMs = coolDownAfter(5, 1, 2000);

/** Each file is read while it is written. */
export async function* exportedFiles(account: Account, call: Call): AsyncGenerator<ZippedFile> {
  yield { name: 'account.json', bytes: detailsOf(account.id) };
  for (const part of PARTS) yield { name: `${part.name}.jsonl`, bytes: linesOf(part, account, call) };
  yield { name: 'automation-deliveries.jsonl', bytes: emailDeliveries(account, call) };
  yield* tablesOf(account, call);
  const images = Media.of(account.id).find().hint(MEDIA_OF_ACCOUNT).sort({ _id: 1 });
  for await (const { _id, type, file_id } of images) {
    const bytes = readUpload(account.id, file_id, 0);
    yield { name: `media/${_id}.${IMAGE_ENDINGS[type]}`, packed: true, bytes: unlessGone(bytes) };
  }
}

/** People as tables, by which another account of this service takes them in: `moves` reads them in the archive. */
async function* tablesOf(account: Account, call: Call): AsyncGenerator<ZippedFile> {
  const download = contactFiles.contactDownload.run as unknown as Download;
  // First, as it has the date of each opt-out. The word `unsubscribe` in its name would opt its people out of all mail.
  yield { name: 'tables/group-recipients.csv', bytes: leftGroups(account, call) };
  for await (const types of pagesOf(contactTypes.contactTypeList, {}, account, call))
    for (const { id } of types)
      yield {
        name: `tables/contacts-${id}.csv`,
        bytes: bytesOf(await download({ contact_type_id: id }, account, call)),
      };
  for (const [name, { run }] of [
    ['suppressions', suppressions.suppressionDownload],
    ['global-unsubscribes', globalUnsubscribes.globalUnsubscribeDownload],
  ] as const)
    yield {
      name: `tables/${name}.csv`,
      bytes: bytesOf(await (run as unknown as Download)({}, account, call)),
    };
}

type Download = (input: object, account: Account, call: Call) => Promise<RawAnswer> | RawAnswer;

const bytesOf = ({ body }: RawAnswer): AsyncIterable<string> => (body as PagedFile)(UNSHARED);

/** In the columns of `contacts/download`. */
async function* leftGroups(account: Account, call: Call): AsyncGenerator<string> {
  yield writeCsv([['email', 'contact_status', 'status_at', 'opted_out_groups']]);
  const { groupRecipientList } = groupRecipients;
  for await (const groups of pagesOf(unsubscribeGroups.unsubscribeGroupList, {}, account, call))
    for (const { id, group_name } of groups as readonly (Item & { group_name: string })[])
      for await (const items of pagesOf(groupRecipientList, { groupId: id }, account, call))
        yield writeCsv(
          (items as readonly (Item & { email_address: string; created_at: string })[]).map((one) => [
            one.email_address,
            'mailable',
            one.created_at,
            writeGroups([group_name]),
          ]),
        );
}

async function* detailsOf(_id: number): AsyncGenerator<string> {
  const found = await AccountModel.findOne({ _id });
  if (!found) return;
  const { name, email, timezone, created_at } = found;
  yield JSON.stringify({ id: _id, name, email, timezone, created_at: timestamp(created_at) }, null, 2);
}

/** An image deleted during the export is an empty file. */
async function* unlessGone(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    if (!(error instanceof UploadGone)) throw error;
  }
}

async function* linesOf({ list, of }: ExportedList, account: Account, call: Call): AsyncGenerator<string> {
  if (!of) {
    for await (const items of pagesOf(list, {}, account, call)) yield textOf(items);
    return;
  }
  for await (const items of pagesOf(of.list, {}, account, call)) {
    for (const item of items) yield* linesBy(list, of.by(item), account, call);
  }
}

async function* emailDeliveries(account: Account, call: Call): AsyncGenerator<string> {
  const { automationScheduleList } = automationSchedules;
  for await (const found of pagesOf(ofAutomations.list, {}, account, call)) {
    for (const automation of found) {
      for await (const emails of pagesOf(
        automationScheduleList,
        ofAutomations.by(automation),
        account,
        call,
      )) {
        for (const { utr } of emails)
          yield* linesBy(deliveries.automationScheduleDeliveryList, { utr: utr! }, account, call);
      }
    }
  }
}

async function* linesBy(
  list: List,
  by: Readonly<Record<string, number | string>>,
  account: Account,
  call: Call,
): AsyncGenerator<string> {
  for await (const items of pagesOf(list, by, account, call)) {
    yield textOf(items.map((item) => ({ ...by, ...item })));
  }
}

const textOf = (items: readonly object[]): string =>
  items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** Ends at an empty page, or when the record of the list is gone. */
async function* pagesOf(
  { run }: List,
  input: object,
  account: Account,
  call: Call,
): AsyncGenerator<readonly Item[]> {
  const list = (await run(input as never, account, call as never)) as unknown as Listing | null;
  if (!list) return;
  let began = performance.now();
  for await (const { items } of list.pages({ afterId: 0, limit: null }, UNSHARED)) {
    const rest = restMs(performance.now() - began);
    if (rest > 0) await delay(rest);
    if (items.length > 0) yield items;
    began = performance.now();
  }
}
