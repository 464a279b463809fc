import type { Scope } from '../common/domain/key-scopes.ts';
import type { QuotaName } from '../common/domain/quotas.ts';
import type { UnknownStatus } from '../common/domain/statuses/counted.ts';
import type { StatusBasis } from '../shared/statuses/plan.ts';
import type { StatusCounts } from '../shared/statuses/statuses.ts';

/**
 * The table of all endpoints: one row an endpoint, with its texts and shapes. Routes, reference and tests are made from it.
 * `test/store/contract/openapi.test.ts` compares it with the published contract.
 */

const NOT_FOUND = 'Record Not Found';
/** The published contract has both spellings; the exact one matters. */
const not_found = 'Record not found';
const NOT_RUNNING = 'Single send is not running';
/** Conflicts of a mail that a call sends at once. */
const NOT_SENDABLE = {
  unverified: 'Sender is not verified',
  empty: 'Template is empty',
  template: 'Template can not be rendered',
} as const;

export type Method = 'GET' | 'POST' | 'DELETE';

export type SuccessForm =
  /** `message` is this text. */
  | { readonly text: string }
  /** `errors` is this text, as for some deletes of the published contract. */
  | { readonly errorsText: string }
  /** `message` is an object with one record or value under this name. */
  | { readonly key: string }
  /** `message` is an object with an array under this name, streamed; `limit` and `after_id` page it. */
  | { readonly list: string }
  /** The body is a file, or a body that was made before. */
  | { readonly raw: string };

export const changesSomething = ({ changes, reads }: ContractRow, method: string): boolean =>
  method === 'GET' || method === 'HEAD' ? changes === true : reads !== true;

export const scopeOf = (row: ContractRow, method: string): Scope =>
  changesSomething(row, method) ? (row.scope ?? 'all') : row.scope === 'all' ? 'all' : 'read';

/** Whether the audit log of the account has an entry of the call (docs/rules.md 18.14). */
export const isAudited = (row: ContractRow, method: string): boolean =>
  row.audited !== undefined || (changesSomething(row, method) && scopeOf(row, method) === 'all');

/** Whether each such call stores something before its answer, if only the entry of a download. */
export const writesSomething = (row: ContractRow, method: string): boolean =>
  changesSomething(row, method) || isAudited(row, method);

/** Whether some of these calls do. */
export const mayWrite = (row: ContractRow, method: string): boolean =>
  writesSomething(row, method) || row.stores === true;

/** The values that an answer may have next to `message`. */
export type AnswerExtra =
  | 'id'
  | 'utr'
  | 'ids'
  | 'warnings'
  | 'refreshing'
  | 'secret'
  | 'version'
  | 'hold_reason'
  | 'encoding'
  | 'encoding_by'
  | 'encoding_certain'
  | keyof FileStatuses;

export interface FileStatuses {
  readonly statuses: StatusCounts;
  readonly status_by: StatusBasis | null;
  readonly unknown_statuses: readonly UnknownStatus[];
  readonly whole: boolean;
}

/** Why a row allows a longer body (see `http/body-limits.ts`). */
export type BodyKind =
  | 'design'
  | 'message'
  /** Lists of addresses or ids, or many long values. */
  | 'list'
  /** The meanings of the columns of a file. */
  | 'columns';

export interface ContractRow {
  readonly methods: readonly Method[];
  readonly path: `/${string}`;
  readonly done: SuccessForm;
  /** The text of the 404 if the record does not exist; absent if the row looks up no record. */
  readonly missing?: typeof NOT_FOUND | typeof not_found;
  /** The texts of a 409, by the name that the handler uses. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** Quotas that answer 409 when the account has used them up. */
  readonly quotas?: readonly QuotaName[];
  /** The values next to `message`. A create has at least the `id` of its record, or `ids` if it can create several. */
  readonly extras?: readonly AnswerExtra[];
  /** `message` has a secret, as the extra `secret` is one. */
  readonly showsSecret?: true;
  /** Inputs of a POST in the query string. GET and DELETE take all inputs from there. */
  readonly query?: readonly string[];
  /** The GET changes something, so a HEAD is refused. */
  readonly changes?: true;
  /** The GET may store what it counted or rendered before its answer. */
  readonly stores?: true;
  /** The POST changes nothing. */
  readonly reads?: true;
  /**
   * `send`: a key with the scope `send` may make the call (docs/rules.md 18.2); other changes need `all`. `all`: the call
   * needs `all` although it changes nothing.
   */
  readonly scope?: 'send' | 'all';
  /**
   * The audit log has an entry of each call. Without it: of each call that changes something and needs the scope `all`. `changes`: only of
   * calls whose handler begins the entry (`Call.beginAct`).
   */
  readonly audited?: true | 'changes';
  /** Inputs that are objects, `key[name]`. Their names may be digits, which are not an index. */
  readonly objects?: readonly string[];
  /** A body in another form than JSON cannot have all inputs. */
  readonly json?: true;
  /** The body may be longer than 65,536 bytes. Files have their own limits. */
  readonly body?: BodyKind;
  /**
   * The answer has a design, of up to 2 MiB. Before it is `read` or `rendered`, the call waits for its turn (`http/large-answers.ts`). Any
   * other answer above 65,536 characters waits before it is written.
   */
  readonly large?: 'read' | 'rendered';
  /** The multipart name of an uploaded file. */
  readonly upload?: string;
  /** The uploaded file is an image, not CSV. */
  readonly image?: true;
  /** The multipart name of several files, which are optional unless they are `tables`. */
  readonly files?: string;
  /** The files are tables to import. */
  readonly tables?: true;
}

/** The extras of an uploaded table. */
const UPLOAD_EXTRAS = [
  'id',
  'encoding',
  'encoding_by',
  'encoding_certain',
  'statuses',
  'status_by',
  'unknown_statuses',
  'whole',
] as const;

const table = <const Rows extends Record<string, ContractRow>>(given: Rows): Rows => given;

export const contract = table({
  // Global unsubscribes
  globalUnsubscribeList: { methods: ['GET'], path: '/global-unsubscribes', done: { list: 'unSubscribers' } },
  globalUnsubscribeSave: {
    methods: ['POST'],
    path: '/global-unsubscribes/save',
    body: 'list',
    scope: 'send',
    done: { text: 'Added Successfully' },
    quotas: ['opt_outs'],
    extras: ['ids'],
  },
  globalUnsubscribeDownload: {
    methods: ['GET'],
    path: '/global-unsubscribes/download',
    audited: true,
    done: { raw: 'text/csv' },
  },
  globalUnsubscribeDelete: {
    methods: ['DELETE'],
    path: '/global-unsubscribes/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  globalUnsubscribeBulkDelete: {
    methods: ['POST'],
    path: '/global-unsubscribes/bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Suppressions
  suppressionList: { methods: ['GET'], path: '/suppressions', done: { list: 'suppressions' } },
  suppressionSave: {
    methods: ['POST'],
    path: '/suppressions/save',
    body: 'list',
    scope: 'send',
    done: { text: 'Added Successfully' },
    quotas: ['opt_outs'],
    extras: ['ids'],
  },
  suppressionUploadCsv: {
    methods: ['POST'],
    path: '/suppressions/upload-csv',
    body: 'columns',
    audited: true,
    scope: 'send',
    done: { text: 'Imported Successfully' },
    extras: UPLOAD_EXTRAS,
    objects: ['map', 'statuses'],
    upload: 'file',
    quotas: ['stored_bytes'],
  },
  suppressionDownload: {
    methods: ['GET'],
    path: '/suppressions/download',
    audited: true,
    done: { raw: 'text/csv' },
  },
  suppressionDelete: {
    methods: ['DELETE'],
    path: '/suppressions/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  suppressionBulkDelete: {
    methods: ['POST'],
    path: '/suppressions/bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Unsubscribe groups
  unsubscribeGroupList: {
    methods: ['GET'],
    path: '/unsubscribes-groups',
    stores: true,
    done: { list: 'unsubscribesGroups' },
  },
  unsubscribeGroupSave: {
    methods: ['POST'],
    path: '/unsubscribes-groups/save',
    done: { text: 'Saved Successfully' },
    extras: ['id'],
  },
  unsubscribeGroupDetails: {
    methods: ['GET'],
    path: '/unsubscribes-groups/details',
    done: { key: 'unsubscribesGroup' },
    missing: NOT_FOUND,
  },
  unsubscribeGroupUpdate: {
    methods: ['POST'],
    path: '/unsubscribes-groups/update',
    done: { text: 'Updated Successfully' },
    missing: NOT_FOUND,
    query: ['id'],
  },
  groupRecipientAdd: {
    methods: ['POST'],
    path: '/unsubscribes-groups/manually-add',
    body: 'list',
    scope: 'send',
    done: { text: 'Added Successfully' },
    quotas: ['opt_outs'],
    extras: ['ids'],
    missing: NOT_FOUND,
  },
  groupRecipientList: {
    methods: ['GET'],
    path: '/unsubscribes-groups/recipients-list',
    done: { list: 'recipients' },
    missing: NOT_FOUND,
  },
  groupRecipientDownload: {
    methods: ['GET'],
    path: '/unsubscribes-groups/recipients-download',
    audited: true,
    done: { raw: 'text/csv' },
    missing: NOT_FOUND,
  },
  groupRecipientDelete: {
    methods: ['DELETE'],
    path: '/unsubscribes-groups/recipients-delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  groupRecipientBulkDelete: {
    methods: ['POST'],
    path: '/unsubscribes-groups/recipients-bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Segments
  segmentList: { methods: ['GET'], path: '/segment/list', done: { list: 'segments' } },
  segmentStore: {
    methods: ['POST'],
    path: '/segment/store',
    body: 'list',
    done: { text: 'Added Successfully' },
    quotas: ['segments', 'derived_rows'],
    extras: ['id'],
  },
  segmentUpdate: {
    methods: ['POST'],
    path: '/segment/update',
    body: 'list',
    done: { text: 'Updated Successfully' },
    quotas: ['derived_rows'],
    missing: NOT_FOUND,
  },
  segmentDetails: {
    methods: ['GET'],
    path: '/segment/details',
    done: { key: 'segment' },
    missing: NOT_FOUND,
  },
  segmentPreview: {
    methods: ['POST'],
    path: '/segment/preview',
    body: 'list',
    done: { key: 'preview' },
    reads: true,
  },
  segmentDelete: {
    methods: ['DELETE'],
    path: '/segment/delete',
    done: { errorsText: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  segmentRecipientList: {
    methods: ['GET'],
    path: '/segment/email/list',
    done: { list: 'contactEmails' },
    missing: not_found,
  },
  segmentRecipientStore: {
    methods: ['POST'],
    path: '/segment/email/store',
    scope: 'send',
    done: { text: 'Added Successfully' },
    quotas: ['derived_rows'],
    extras: ['id'],
    missing: NOT_FOUND,
  },
  segmentRecipientDelete: {
    methods: ['DELETE'],
    path: '/segment/email/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Contact types
  contactTypeList: {
    methods: ['GET'],
    path: '/contacts-type',
    stores: true,
    done: { list: 'contactTypes' },
  },
  contactTypeAdd: {
    methods: ['POST'],
    path: '/contacts-type/add',
    done: { text: 'Added Successfully' },
    extras: ['id'],
  },
  contactTypeView: {
    methods: ['GET'],
    path: '/contacts-type/view',
    done: { key: 'contactType' },
    missing: NOT_FOUND,
  },
  contactTypeUpdate: {
    methods: ['POST'],
    path: '/contacts-type/update',
    done: { text: 'Updated Successfully' },
    missing: NOT_FOUND,
  },
  contactTypeDelete: {
    methods: ['DELETE'],
    path: '/contacts-type/delete',
    done: { errorsText: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Contacts
  contactList: { methods: ['GET'], path: '/contacts/list', done: { list: 'contacts' } },
  contactFind: {
    methods: ['POST'],
    path: '/contacts/find',
    body: 'list',
    done: { key: 'found' },
    reads: true,
  },
  contactAdd: {
    methods: ['POST'],
    path: '/contacts/add',
    body: 'list',
    scope: 'send',
    done: { text: 'Contact Added Successfully' },
    extras: ['id'],
    objects: ['custom_field'],
    quotas: ['contacts'],
  },
  contactDownload: { methods: ['GET'], path: '/contacts/download', audited: true, done: { raw: 'text/csv' } },
  contactCsvSample: {
    methods: ['GET'],
    path: '/contacts/csv-sample/download',
    done: { raw: 'text/csv' },
    missing: NOT_FOUND,
  },
  contactUploadCsv: {
    methods: ['POST'],
    path: '/contacts/upload-csv',
    body: 'columns',
    audited: true,
    scope: 'send',
    done: { text: 'Imported Successfully' },
    extras: UPLOAD_EXTRAS,
    objects: ['map', 'statuses', 'new_fields', 'new_field_names'],
    upload: 'file',
    quotas: ['stored_bytes'],
  },
  contactUpload: {
    methods: ['POST'],
    path: '/contacts/upload',
    body: 'columns',
    audited: true,
    scope: 'send',
    done: { key: 'imports' },
    extras: UPLOAD_EXTRAS,
    objects: ['map', 'statuses', 'new_fields', 'new_field_names'],
    upload: 'file',
    quotas: ['stored_bytes'],
  },
  contactDetails: {
    methods: ['GET'],
    path: '/contacts/details',
    done: { key: 'contact' },
    missing: NOT_FOUND,
  },
  contactActivity: {
    methods: ['GET'],
    path: '/contacts/activity',
    done: { key: 'activity' },
    missing: NOT_FOUND,
  },
  contactPlaces: {
    methods: ['GET'],
    path: '/contacts/places',
    done: { key: 'places' },
    missing: NOT_FOUND,
  },
  contactTagList: { methods: ['GET'], path: '/contacts/tags', done: { key: 'tags' } },
  contactUpdate: {
    methods: ['POST'],
    path: '/contacts/update',
    body: 'list',
    scope: 'send',
    done: { text: 'Contact Updated Successfully' },
    missing: NOT_FOUND,
    objects: ['custom_field'],
  },
  contactDelete: {
    methods: ['DELETE'],
    path: '/contacts/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  contactBulkDelete: {
    methods: ['POST'],
    path: '/contacts/bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  bulkChangeList: { methods: ['GET'], path: '/contacts/bulk', done: { list: 'bulk_changes' } },
  bulkChangeSave: {
    methods: ['POST'],
    path: '/contacts/bulk/save',
    body: 'list',
    done: { text: 'Saved Successfully' },
    extras: ['id'],
    conflicts: { busy: 'Three bulk changes have not ended yet' },
  },
  bulkChangeDetails: {
    methods: ['GET'],
    path: '/contacts/bulk/details',
    done: { key: 'bulk_change' },
    missing: NOT_FOUND,
  },
  bulkChangeStart: {
    methods: ['POST'],
    path: '/contacts/bulk/start',
    done: { text: 'Bulk Change Started' },
    missing: NOT_FOUND,
    query: ['id'],
    conflicts: {
      counting: 'The contacts are still being counted',
      ended: 'Bulk change has ended',
    },
  },
  bulkChangeCancel: {
    methods: ['POST'],
    path: '/contacts/bulk/cancel',
    done: { text: 'Cancelled Successfully' },
    missing: NOT_FOUND,
    query: ['id'],
    conflicts: { ended: 'Bulk change has ended' },
  },
  contactExport: {
    methods: ['GET'],
    path: '/contacts/export',
    audited: true,
    done: { key: 'person' },
    missing: NOT_FOUND,
  },
  contactErase: { methods: ['POST'], path: '/contacts/erase', done: { text: 'Erasure Started' } },
  contactErasure: {
    methods: ['GET'],
    path: '/contacts/erasure',
    done: { key: 'erasure' },
    missing: NOT_FOUND,
  },
  importList: { methods: ['GET'], path: '/contacts/imports', done: { list: 'imports' } },
  importDetails: {
    methods: ['GET'],
    path: '/contacts/imports/details',
    done: { key: 'import' },
    missing: NOT_FOUND,
  },
  importUndo: {
    methods: ['POST'],
    path: '/contacts/imports/undo',
    done: { text: 'Undo Started' },
    missing: NOT_FOUND,
    query: ['id'],
    conflicts: {
      trial: 'A dry run changed nothing',
      open: 'Import has not ended yet',
      late: 'Import can no longer be undone',
    },
  },
  importErrors: {
    methods: ['GET'],
    path: '/contacts/imports/errors',
    audited: true,
    done: { raw: 'text/csv' },
    missing: NOT_FOUND,
  },
  importPartial: {
    methods: ['GET'],
    path: '/contacts/imports/partial',
    audited: true,
    done: { raw: 'text/csv' },
    missing: NOT_FOUND,
  },

  // Moves
  moveAdd: {
    methods: ['POST'],
    path: '/moves',
    audited: true,
    done: { text: 'Added Successfully' },
    extras: ['id'],
    files: 'file',
    tables: true,
    quotas: ['stored_bytes'],
  },
  moveList: { methods: ['GET'], path: '/moves', done: { key: 'moves' } },
  moveDetails: { methods: ['GET'], path: '/moves/details', done: { key: 'move' }, missing: NOT_FOUND },
  moveApply: {
    methods: ['POST'],
    path: '/moves/apply',
    body: 'list',
    done: { text: 'Move Started' },
    missing: NOT_FOUND,
    query: ['id'],
    objects: ['files', 'statuses', 'new_fields', 'new_field_names'],
    conflicts: {
      reading: 'The files are still being read',
      applied: 'Move has been applied already',
      gone: 'The files of the move were deleted',
    },
  },
  moveReceipt: {
    methods: ['GET'],
    path: '/moves/receipt',
    done: { key: 'receipt' },
    missing: NOT_FOUND,
    conflicts: { unapplied: 'Move has not been applied yet' },
  },
  moveReceiptRows: {
    methods: ['GET'],
    path: '/moves/receipt/rows',
    done: { list: 'rows' },
    missing: NOT_FOUND,
    conflicts: { unapplied: 'Move has not been applied yet', rowsGone: 'The rows of the move were deleted' },
  },
  moveReceiptDownload: {
    methods: ['GET'],
    path: '/moves/receipt/download',
    audited: true,
    done: { raw: 'text/csv' },
    missing: NOT_FOUND,
    conflicts: { unapplied: 'Move has not been applied yet', rowsGone: 'The rows of the move were deleted' },
  },
  moveUndo: {
    methods: ['POST'],
    path: '/moves/undo',
    done: { text: 'Undo Started' },
    missing: NOT_FOUND,
    query: ['id'],
    conflicts: {
      unapplied: 'Move has not been applied yet',
      applying: 'Move has not ended yet',
      lateMove: 'Move can no longer be undone',
    },
  },

  // Fields
  reservedFieldList: { methods: ['GET'], path: '/reserve-fields', done: { list: 'reservedFields' } },
  customFieldList: { methods: ['GET'], path: '/custom-fields', done: { list: 'customFields' } },
  customFieldUses: { methods: ['GET'], path: '/custom-fields/uses', done: { key: 'uses' } },
  customFieldSave: {
    methods: ['POST'],
    path: '/custom-fields/save',
    done: { text: 'Added Successfully' },
    extras: ['id'],
  },
  customFieldDelete: {
    methods: ['DELETE'],
    path: '/custom-fields/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
    conflicts: { used: 'Field is used by a segment' },
  },

  // Templates and dynamic content
  templateList: {
    methods: ['GET'],
    path: '/get-design/template',
    done: { list: 'templates' },
    missing: NOT_FOUND,
  },
  dynamicContentList: {
    methods: ['GET'],
    path: '/get-dynamic/content',
    done: { key: 'contents' },
    missing: NOT_FOUND,
  },

  // Templates of the account
  ownTemplateList: { methods: ['GET'], path: '/templates', done: { list: 'templates' } },
  templateConvert: {
    methods: ['POST'],
    path: '/templates/convert',
    large: 'read',
    body: 'design',
    done: { key: 'template' },
    reads: true,
  },
  ownTemplateSave: {
    methods: ['POST'],
    path: '/templates/save',
    body: 'design',
    done: { text: 'Added Successfully' },
    extras: ['id'],
    quotas: ['stored_bytes'],
  },
  ownTemplateDetails: {
    methods: ['GET'],
    path: '/templates/details',
    large: 'read',
    done: { key: 'template' },
    missing: NOT_FOUND,
  },
  ownTemplatePreview: {
    methods: ['GET'],
    path: '/templates/preview',
    large: 'rendered',
    done: { key: 'preview' },
    missing: NOT_FOUND,
    conflicts: { template: 'Template can not be rendered' },
  },
  ownTemplateUpdate: {
    methods: ['POST'],
    path: '/templates/update',
    body: 'design',
    done: { text: 'Updated Successfully' },
    extras: ['version'],
    missing: NOT_FOUND,
    conflicts: { changed: 'Template was changed since this version' },
    quotas: ['stored_bytes'],
  },
  ownTemplateVersions: {
    methods: ['GET'],
    path: '/templates/versions',
    done: { key: 'versions' },
    missing: NOT_FOUND,
  },
  ownTemplateRestore: {
    methods: ['POST'],
    path: '/templates/restore',
    done: { text: 'Restored Successfully' },
    extras: ['version'],
    missing: NOT_FOUND,
    query: ['id', 'version'],
    conflicts: {
      changed: 'Template was changed since this version',
    },
    quotas: ['stored_bytes'],
  },
  ownTemplateDelete: {
    methods: ['DELETE'],
    path: '/templates/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Media library
  mediaList: { methods: ['GET'], path: '/media', done: { list: 'media' } },
  mediaUpload: {
    methods: ['POST'],
    path: '/media/upload',
    done: { text: 'Added Successfully' },
    extras: ['id'],
    upload: 'file',
    image: true,
    quotas: ['stored_bytes'],
  },
  mediaDetails: { methods: ['GET'], path: '/media/details', done: { key: 'media' }, missing: NOT_FOUND },
  mediaUpdate: {
    methods: ['POST'],
    path: '/media/update',
    done: { text: 'Updated Successfully' },
    missing: NOT_FOUND,
    query: ['id'],
  },
  mediaDelete: {
    methods: ['DELETE'],
    path: '/media/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Brand
  brandDetails: { methods: ['GET'], path: '/brand', done: { key: 'brand' } },
  brandUpdate: { methods: ['POST'], path: '/brand/update', done: { text: 'Updated Successfully' } },

  // Single sends
  singleSendList: { methods: ['GET'], path: '/single-send/list', done: { list: 'singleSends' } },
  singleSendCreate: {
    methods: ['POST'],
    path: '/single/send/create',
    body: 'design',
    audited: true,
    scope: 'send',
    done: { key: 'utr' },
    extras: ['id', 'utr', 'warnings', 'hold_reason'],
    quotas: ['stored_bytes'],
  },
  singleSendUpdate: {
    methods: ['POST'],
    path: '/single/send/update',
    body: 'design',
    audited: true,
    scope: 'send',
    done: { key: 'utr' },
    extras: ['utr', 'warnings', 'version', 'hold_reason'],
    missing: not_found,
    conflicts: {
      running: 'Single send can not be changed once it is running',
      changed: 'Single send was changed since this version',
    },
    quotas: ['stored_bytes'],
  },
  singleSendVersions: {
    methods: ['GET'],
    path: '/single-send/versions',
    done: { key: 'versions' },
    missing: not_found,
  },
  singleSendRestore: {
    methods: ['POST'],
    path: '/single-send/restore',
    audited: true,
    scope: 'send',
    done: { text: 'Restored Successfully' },
    extras: ['version'],
    missing: not_found,
    query: ['utr', 'version'],
    conflicts: {
      running: 'Single send can not be changed once it is running',
      changed: 'Single send was changed since this version',
    },
    quotas: ['stored_bytes'],
  },
  singleSendTest: {
    methods: ['POST'],
    path: '/single/send/test',
    body: 'design',
    scope: 'send',
    done: { text: 'Test Sent Successfully' },
    missing: not_found,
    conflicts: {
      deleted: 'Sender was deleted',
      ...NOT_SENDABLE,
    },
    quotas: ['mails_per_day'],
  },
  singleSendPreview: {
    methods: ['GET'],
    path: '/single-send/preview',
    stores: true,
    large: 'rendered',
    done: { key: 'preview' },
    missing: not_found,
    conflicts: { template: 'Template can not be rendered' },
  },
  singleSendCheck: {
    methods: ['GET'],
    path: '/single-send/check',
    stores: true,
    done: { key: 'problems' },
    missing: not_found,
  },
  singleSendOverview: {
    methods: ['GET'],
    path: '/single-send/overview',
    done: { key: 'overview' },
    missing: not_found,
  },
  singleSendAudience: {
    methods: ['POST'],
    path: '/single-send/audience',
    body: 'list',
    done: { key: 'audience' },
    reads: true,
  },
  singleSendDetails: {
    methods: ['GET'],
    path: '/single-send/details',
    large: 'read',
    done: { key: 'singleSend' },
    missing: not_found,
  },
  singleSendDuplicate: {
    methods: ['POST', 'GET'],
    path: '/single/send/duplicate',
    scope: 'send',
    done: { text: 'Duplicated Successfully' },
    extras: ['id', 'utr'],
    missing: not_found,
    query: ['utr'],
    changes: true,
    quotas: ['stored_bytes'],
  },
  singleSendDelete: {
    methods: ['DELETE'],
    path: '/single/send/delete',
    done: { text: 'Deleted Successfully' },
    missing: not_found,
  },
  singleSendBulkDelete: {
    methods: ['POST'],
    path: '/single/send/bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: not_found,
  },
  singleSendPause: {
    methods: ['POST'],
    path: '/single-send/pause',
    audited: true,
    scope: 'send',
    done: { text: 'Single send Paused Successfully' },
    missing: not_found,
    query: ['utr'],
    conflicts: { notRunning: NOT_RUNNING },
  },
  singleSendResume: {
    methods: ['POST'],
    path: '/single-send/resume',
    audited: true,
    scope: 'send',
    done: { text: 'Single send Resumed Successfully' },
    missing: not_found,
    query: ['utr'],
    conflicts: { notPaused: 'Single send is not paused' },
  },
  singleSendCancel: {
    methods: ['POST'],
    path: '/single-send/cancel',
    audited: true,
    scope: 'send',
    done: { text: 'Single send Cancelled Successfully' },
    missing: not_found,
    query: ['utr'],
    conflicts: { notRunning: NOT_RUNNING },
  },
  singleSendDoubtList: {
    methods: ['GET'],
    path: '/single-send/in-doubt',
    done: { list: 'inDoubt' },
    missing: not_found,
  },
  singleSendDoubtDecide: {
    methods: ['POST'],
    path: '/single-send/in-doubt/decide',
    body: 'list',
    done: { text: 'Decided Successfully' },
    missing: not_found,
    conflicts: { cancelled: 'Single send was cancelled' },
  },

  singleSendRetry: {
    methods: ['POST'],
    path: '/single-send/retry',
    audited: true,
    scope: 'send',
    done: { text: 'Single send Retried Successfully' },
    missing: not_found,
    query: ['utr'],
    conflicts: {
      notCompleted: 'Single send is not completed',
      cancelled: 'Single send was cancelled',
      expired: 'The mails of this single send are no longer stored',
      nothing: 'No mail of these classes was refused',
    },
  },
  singleSendDeliveryList: {
    methods: ['GET'],
    path: '/single-send/deliveries',
    done: { list: 'deliveries' },
    missing: not_found,
  },
  singleSendDeliveryDownload: {
    methods: ['GET'],
    path: '/single-send/deliveries/download',
    audited: true,
    done: { raw: 'text/csv' },
    missing: not_found,
  },
  singleSendLinks: {
    methods: ['GET'],
    path: '/single-send/links',
    stores: true,
    done: { key: 'links' },
    missing: not_found,
    extras: ['refreshing'],
  },
  singleSendTimeline: {
    methods: ['GET'],
    path: '/single-send/timeline',
    stores: true,
    done: { key: 'timeline' },
    missing: not_found,
    extras: ['refreshing'],
  },
  singleSendDomains: {
    methods: ['GET'],
    path: '/single-send/domains',
    stores: true,
    done: { key: 'domains' },
    missing: not_found,
    extras: ['refreshing'],
  },
  singleSendShare: {
    methods: ['POST'],
    path: '/single-send/share',
    done: { key: 'share' },
    missing: not_found,
    conflicts: { full: 'A report has at most 20 links' },
    showsSecret: true,
  },
  singleSendShares: {
    methods: ['GET'],
    path: '/single-send/shares',
    done: { key: 'shares' },
    missing: not_found,
  },
  singleSendShareDelete: {
    methods: ['DELETE'],
    path: '/single-send/share/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Statistics
  accountStatistics: {
    methods: ['GET'],
    path: '/statistics',
    stores: true,
    done: { key: 'statistics' },
    extras: ['refreshing'],
  },

  // Messages
  messageSend: {
    methods: ['POST'],
    path: '/messages/send',
    body: 'message',
    scope: 'send',
    done: { key: 'utr' },
    extras: ['id', 'utr'],
    objects: ['data', 'metadata'],
    files: 'attachments',
    conflicts: NOT_SENDABLE,
    quotas: ['mails_per_day', 'stored_bytes', 'scheduled_messages'],
  },
  messageList: { methods: ['GET'], path: '/messages/list', done: { list: 'messages' } },
  messageDetails: {
    methods: ['GET'],
    path: '/messages/details',
    done: { key: 'messageDetails' },
    missing: not_found,
  },
  messageCancel: {
    methods: ['POST'],
    path: '/messages/cancel',
    scope: 'send',
    done: { text: 'Message Cancelled Successfully' },
    missing: not_found,
    query: ['utr'],
    conflicts: { ended: 'Message can not be cancelled once it is sent' },
  },
  messageDoubtList: {
    methods: ['GET'],
    path: '/messages/in-doubt',
    done: { list: 'inDoubt' },
    missing: not_found,
  },
  messageDoubtDecide: {
    methods: ['POST'],
    path: '/messages/in-doubt/decide',
    body: 'list',
    done: { text: 'Decided Successfully' },
    missing: not_found,
    conflicts: { cancelled: 'Message was cancelled' },
  },
  messageSendMany: {
    methods: ['POST'],
    path: '/messages/send-many',
    body: 'message',
    scope: 'send',
    done: { key: 'results' },
    extras: ['ids'],
    objects: ['data', 'metadata'],
    json: true,
    conflicts: NOT_SENDABLE,
    quotas: ['mails_per_day', 'scheduled_messages'],
  },

  // Automations
  automationList: {
    methods: ['GET'],
    path: '/automations',
    done: { list: 'automations' },
    missing: NOT_FOUND,
  },
  automationCreate: {
    methods: ['POST'],
    path: '/automations/create',
    done: { key: 'utr' },
    quotas: ['automations'],
    extras: ['id', 'utr'],
  },
  automationUpdate: {
    methods: ['POST'],
    path: '/automations/update',
    done: { text: 'Updated Successfully' },
    extras: ['utr'],
    missing: not_found,
    conflicts: { wasLive: 'Automation can not be changed once it was live' },
  },
  automationDuplicate: {
    methods: ['GET'],
    path: '/automations/duplicate',
    done: { key: 'utr' },
    extras: ['id', 'utr'],
    missing: not_found,
    changes: true,
    quotas: ['stored_bytes', 'automations'],
  },
  automationDetails: {
    methods: ['GET'],
    path: '/automations/details',
    done: { key: 'automation' },
    missing: NOT_FOUND,
  },
  automationProgress: {
    methods: ['GET'],
    path: '/automations/progress',
    done: { key: 'progress' },
    missing: not_found,
  },
  automationPerson: {
    methods: ['GET'],
    path: '/automations/person',
    done: { key: 'person' },
    missing: not_found,
  },
  automationPause: {
    methods: ['GET'],
    path: '/automations/pause',
    done: { text: 'Automation Paused Successfully' },
    missing: not_found,
    changes: true,
    conflicts: { notLive: 'Automation is not live' },
  },
  automationSetLive: {
    methods: ['GET'],
    path: '/automations/set-live',
    done: { text: 'Automation has been set live' },
    quotas: ['derived_rows'],
    missing: not_found,
    changes: true,
    conflicts: {
      noGroup: 'Unsubscribe group require to live automation',
      noRecipients: 'Recipients require to live automation',
    },
  },
  automationDelete: {
    methods: ['DELETE'],
    path: '/automations/delete',
    done: { text: 'Deleted Successfully' },
    missing: not_found,
  },
  automationBulkDelete: {
    methods: ['POST'],
    path: '/automations/bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: not_found,
  },
  automationScheduleList: {
    methods: ['GET'],
    path: '/automations/schedule',
    done: { list: 'automation_schedules' },
    missing: not_found,
  },
  automationScheduleCreate: {
    methods: ['POST'],
    path: '/automations/schedule/create',
    body: 'design',
    done: { text: 'Schedule Added' },
    extras: ['id', 'utr', 'warnings'],
    missing: not_found,
    quotas: ['stored_bytes'],
  },
  automationScheduleUpdate: {
    methods: ['POST'],
    path: '/automations/schedule/update',
    body: 'design',
    done: { text: 'Updated Successfully' },
    extras: ['utr', 'warnings', 'version'],
    missing: not_found,
    conflicts: { changed: 'Email was changed since this version' },
    quotas: ['stored_bytes'],
  },
  automationScheduleVersions: {
    methods: ['GET'],
    path: '/automations/schedule/versions',
    done: { key: 'versions' },
    missing: not_found,
  },
  automationScheduleRestore: {
    methods: ['POST'],
    path: '/automations/schedule/restore',
    done: { text: 'Restored Successfully' },
    extras: ['version'],
    missing: not_found,
    query: ['utr', 'version'],
    conflicts: {
      changed: 'Email was changed since this version',
    },
    quotas: ['stored_bytes'],
  },
  automationScheduleDelete: {
    methods: ['DELETE'],
    path: '/automations/schedule/delete',
    done: { text: 'Deleted Successfully' },
    missing: not_found,
  },
  automationSchedulePreview: {
    methods: ['POST'],
    path: '/automations/schedule/preview',
    large: 'rendered',
    body: 'design',
    done: { key: 'preview' },
    missing: not_found,
    conflicts: { template: 'Template can not be rendered' },
    reads: true,
  },
  automationScheduleCheck: {
    methods: ['POST'],
    path: '/automations/schedule/check',
    body: 'design',
    done: { key: 'problems' },
    missing: not_found,
    reads: true,
  },
  automationScheduleDoubtList: {
    methods: ['GET'],
    path: '/automations/schedule/in-doubt',
    done: { list: 'inDoubt' },
    missing: not_found,
  },
  automationScheduleDoubtDecide: {
    methods: ['POST'],
    path: '/automations/schedule/in-doubt/decide',
    body: 'list',
    done: { text: 'Decided Successfully' },
    missing: not_found,
  },

  automationScheduleDeliveryList: {
    methods: ['GET'],
    path: '/automations/schedule/deliveries',
    done: { list: 'deliveries' },
    missing: not_found,
  },
  automationScheduleDeliveryDownload: {
    methods: ['GET'],
    path: '/automations/schedule/deliveries/download',
    audited: true,
    done: { raw: 'text/csv' },
    missing: not_found,
  },
  automationScheduleLinks: {
    methods: ['GET'],
    path: '/automations/schedule/links',
    stores: true,
    done: { key: 'links' },
    missing: not_found,
    extras: ['refreshing'],
  },
  automationScheduleTimeline: {
    methods: ['GET'],
    path: '/automations/schedule/timeline',
    stores: true,
    done: { key: 'timeline' },
    missing: not_found,
    extras: ['refreshing'],
  },
  automationScheduleDomains: {
    methods: ['GET'],
    path: '/automations/schedule/domains',
    stores: true,
    done: { key: 'domains' },
    missing: not_found,
    extras: ['refreshing'],
  },

  // Notification recipients
  notificationRecipientList: {
    methods: ['GET'],
    path: '/notification-recipients',
    done: { list: 'notifications' },
  },
  notificationRecipientSave: {
    methods: ['POST'],
    path: '/notification-recipient/save',
    done: { text: 'Added Successfully' },
    conflicts: { full: 'An account has at most 50 notification recipients' },
    extras: ['id'],
  },
  notificationRecipientDelete: {
    methods: ['DELETE'],
    path: '/notification-recipient/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  notificationRecipientBulkDelete: {
    methods: ['POST'],
    path: '/notification-recipient/bulk-delete',
    body: 'list',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Mails that are due
  calendarList: { methods: ['GET'], path: '/calendar', done: { key: 'calendar' } },

  // Quotas
  quotaList: { methods: ['GET'], path: '/quotas', done: { key: 'quotas' }, stores: true },

  // Reference data and senders
  placeList: { methods: ['GET'], path: '/get/country-state-city', done: { raw: 'application/json' } },
  senderList: {
    methods: ['GET', 'POST'],
    path: '/senders',
    done: { list: 'senders' },
    reads: true,
    query: ['limit', 'after_id'],
  },
  senderSave: {
    methods: ['POST'],
    path: '/sender/save',
    done: { text: 'Added Successfully' },
    extras: ['id', 'utr', 'warnings'],
  },
  senderDetails: { methods: ['GET'], path: '/sender/details', done: { key: 'sender' }, missing: NOT_FOUND },
  senderUpdate: {
    methods: ['POST'],
    path: '/sender/update',
    done: { text: 'Updated Successfully' },
    extras: ['warnings'],
    missing: NOT_FOUND,
  },
  senderDelete: {
    methods: ['DELETE'],
    path: '/sender/delete',
    done: { errorsText: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  senderResendMail: {
    methods: ['GET'],
    path: '/sender/resend-mail',
    done: { text: 'Verification Mail Send' },
    missing: NOT_FOUND,
    changes: true,
  },

  // Sending domains
  sendingDomainList: { methods: ['GET'], path: '/sending-domains', done: { list: 'sendingDomains' } },
  sendingDomainSave: {
    methods: ['POST'],
    path: '/sending-domains/save',
    done: { text: 'Added Successfully' },
    quotas: ['sending_domains'],
    extras: ['id'],
  },
  sendingDomainDetails: {
    methods: ['GET'],
    path: '/sending-domains/details',
    done: { key: 'sendingDomain' },
    missing: NOT_FOUND,
  },
  sendingDomainCheck: {
    methods: ['POST'],
    path: '/sending-domains/check',
    audited: 'changes',
    done: { key: 'sendingDomain' },
    missing: NOT_FOUND,
    query: ['id'],
  },
  sendingDomainReports: {
    methods: ['GET'],
    path: '/sending-domains/reports',
    stores: true,
    done: { key: 'reports' },
    missing: NOT_FOUND,
  },
  sendingDomainDelete: {
    methods: ['DELETE'],
    path: '/sending-domains/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },

  // Webhooks
  webhookList: { methods: ['GET'], path: '/webhooks', done: { list: 'webhooks' } },
  webhookSave: {
    methods: ['POST'],
    path: '/webhooks/save',
    done: { text: 'Added Successfully' },
    conflicts: { full: 'An account has at most 10 webhooks' },
    extras: ['id', 'secret'],
  },
  webhookUpdate: {
    methods: ['POST'],
    path: '/webhooks/update',
    done: { text: 'Updated Successfully' },
    missing: NOT_FOUND,
    query: ['id'],
  },
  webhookRotate: {
    methods: ['POST'],
    path: '/webhooks/rotate',
    done: { text: 'Updated Successfully' },
    missing: NOT_FOUND,
    query: ['id'],
    extras: ['secret'],
  },
  webhookDelete: {
    methods: ['DELETE'],
    path: '/webhooks/delete',
    done: { text: 'Deleted Successfully' },
    missing: NOT_FOUND,
  },
  webhookAttemptList: {
    methods: ['GET'],
    path: '/webhooks/attempts',
    done: { list: 'attempts' },
    missing: NOT_FOUND,
  },
  webhookTest: {
    methods: ['POST'],
    path: '/webhooks/test',
    done: { key: 'test' },
    missing: NOT_FOUND,
    query: ['id'],
  },
  webhookRedeliver: {
    methods: ['POST'],
    path: '/webhooks/redeliver',
    done: { text: 'Redelivery Started' },
    missing: NOT_FOUND,
  },

  // Audit log
  auditList: { methods: ['GET'], path: '/account/audit', scope: 'all', done: { list: 'audit' } },

  accountReputation: { methods: ['GET'], path: '/account/reputation', done: { key: 'reputation' } },
  accountRelease: {
    methods: ['POST'],
    path: '/account/release',
    scope: 'all',
    audited: true,
    done: { text: 'Released Successfully' },
    conflicts: {
      accountWell: 'The account is not paused',
      released: 'The account has used its release; ask the operator of the service',
    },
  },

  // Export
  accountExport: {
    methods: ['GET'],
    path: '/account/export',
    scope: 'all',
    audited: true,
    done: { raw: 'application/zip' },
    conflicts: { underWay: 'An export of this account is being downloaded' },
  },
});

export type Contract = typeof contract;
export type EndpointName = keyof Contract;
