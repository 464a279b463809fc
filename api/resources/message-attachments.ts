import { encodedAttachments, placeAttachments } from '../../common/compose/attachments.ts';
import { FILE_NAME_MAX, isFileName, mediaTypeOf } from '../../common/domain/attachments.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { Turns } from '../../common/fairness/turns.ts';
import type { MessageDocument } from '../../common/models/messages.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { removeUpload, storeChunks } from '../../common/store/uploads.ts';
import type { Account } from '../http/account.ts';
import { MOST_FILES, type UploadedFile } from '../http/body.ts';
import { configuredLimits, input, refuse } from '../http/inputs.ts';
import { type Input, stated } from '../http/typed-input.ts';
import { storeBytes, storeDesign } from './stored-bytes.ts';

/** Messages whose attachments are stored at the same time, in total and of an account. Storing 10 MiB takes about 0.2 s. */
const AT_ONCE = 4;
const EACH = 2;
/** No limit in practice: a quota limits the calls of each account. */
const LINE = Object.freeze({ each: 1000, total: 10_000 });

const storing = new Turns<number>({ total: AT_ONCE, each: EACH, line: LINE });

/** Files of a form or of JSON in their order. A browser sends a file without a name if no file was chosen. */
export const attachments = stated(
  (input as Input<UploadedFile[] | false | string | null>).custom((given, helpers) => {
    if (!Array.isArray(given)) return refuse(helpers, texts.files);
    const files = given.filter(({ name, bytes }) => name !== '' || bytes > 0);
    if (!files.every(({ name }) => isFileName(name))) {
      return refuse(helpers, (key) => texts.fileNames(key, FILE_NAME_MAX));
    }
    const most = configuredLimits(helpers).attachments;
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return bytes > most ? refuse(helpers, (key) => texts.bytes(key, most)) : files;
  }),
  {
    type: 'array',
    items: {
      type: ['string', 'object'],
      format: 'binary',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: FILE_NAME_MAX },
        type: { type: 'string', description: 'The media type, such as `application/pdf`.' },
        content: { type: 'string', description: 'The bytes in base64.' },
      },
      required: ['name', 'content'],
    },
    maxItems: MOST_FILES,
  },
)
  .description(
    'Files of a multipart form, also as `attachments[]` or `attachments[0]`: at most 20, with at most `LIMIT_ATTACHMENTS_BYTES` (10 MiB) ' +
      'together. In JSON each is an object with `name`, `type` and `content` (base64), and the whole body has at most 4 MiB. Each keeps its name and media type; `message/…` and `multipart/…`, which a mail cannot have, become ' +
      '`application/octet-stream`. Any kind of file is accepted; mail servers may refuse programs.',
  )
  .example(['receipt.pdf']);

type MessageFiles = Pick<MessageDocument, 'attachments' | 'attached'>;

/**
 * Stores the encoded files of a call, and then its message by `write`. A call that fails leaves nothing. Large files take
 * long, so this comes before the transaction of a keyed call.
 */
export async function withAttachments<Answer>(
  files: readonly UploadedFile[],
  account: Account,
  write: (stored: MessageFiles) => Promise<Answer>,
): Promise<Answer> {
  const { placed, bytes } = placeAttachments(
    files.map(({ name, type, bytes }) => ({ name, type: mediaTypeOf(type), bytes })),
  );
  const chunks = encodedAttachments(placed.map((one, at) => ({ ...one, path: files[at]!.path })));
  const file_id = await outsideTransaction(() =>
    storeBytes(account, bytes, () =>
      storing.run(account.id, () => storeChunks(account.id, chunks, 'attachments')),
    ),
  );
  try {
    const stored = { attachments: [...placed], attached: { file_id, bytes } };
    return await storeDesign(account, { design_bytes: bytes }, null, () => write(stored));
  } catch (error) {
    // After a failure the database may or may not have the message; the sweep removes files without one.
    if (!isStoreAway(error)) await removeUpload(account.id, file_id).catch(() => {});
    throw error;
  }
}
