import type { EndpointName } from '../../../api/contract.ts';
import { Counter } from '../../../common/store/counters.ts';
import type { Sequence } from '../../../common/store/ids.ts';

/** The sequence for the id of a new record, and the last id before it. */
const COUNTERS: { readonly [Name in EndpointName]?: readonly [Sequence, number] } = {
  contactTypeAdd: ['contact_types', 2],
  customFieldSave: ['custom_fields', 1],
  contactAdd: ['contacts', 11],
  segmentStore: ['segments', 4],
  segmentRecipientStore: ['segment_recipients', 40],
  unsubscribeGroupSave: ['unsubscribe_groups', 5],
  groupRecipientAdd: ['suppressions', 30],
  globalUnsubscribeSave: ['suppressions', 32],
  suppressionSave: ['suppressions', 35],
  notificationRecipientSave: ['notification_recipients', 6],
  sendingDomainSave: ['sending_domains', 10],
  webhookSave: ['webhooks', 3],
  mediaUpload: ['media', 8],
  ownTemplateSave: ['own_templates', 12],
  senderSave: ['senders', 3],
  singleSendCreate: ['single_sends', 14],
  singleSendShare: ['report_shares', 11],
  messageSend: ['messages', 17],
  automationCreate: ['automations', 8],
  automationScheduleCreate: ['automation_schedules', 20],
  contactUploadCsv: ['imports', 7],
  contactUpload: ['imports', 7],
  suppressionUploadCsv: ['imports', 7],
  bulkChangeSave: ['bulk_changes', 8],
  moveAdd: ['moves', 4],
};

/** Sets the last id that a sequence gave. */
export const setSequence = (sequence: Sequence, last: number) =>
  Counter.updateOne({ _id: sequence }, { $set: { last } }, { upsert: true });

/** Sets the sequence, so that the record that an endpoint makes next gets the id of the examples. */
export const beforeCreate = (name: EndpointName) => setSequence(...COUNTERS[name]!);
