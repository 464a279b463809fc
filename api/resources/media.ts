import { withoutAddress } from '../../common/domain/without-address.ts';
import { MEDIA_OF_ACCOUNT, Media } from '../../common/models/media.ts';
import { isStoreAway } from '../../common/store/store-away.ts';
import { outsideTransaction } from '../../common/store/transactions.ts';
import { removeUpload } from '../../common/store/uploads.ts';
import { endpoints } from '../http/endpoint.ts';
import { quotaReached } from '../http/failures.ts';
import { byId, recordId, text } from '../http/inputs.ts';
import { listing } from '../http/listing.ts';
import { inputs, nothing, optional, required } from '../http/typed-input.ts';
import { presentMedia } from '../present/media.ts';
import { addMedia } from '../services/media.ts';
import { imageFile, remadeImage, storeImage } from './image-files.ts';

/** In characters. */
const NAME_MAX = 100;

/** The default name: the file name without its extension. */
const nameOfFile = (name: string): string =>
  withoutAddress(name.replace(/\.[a-z]{3,4}$/i, ''))
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .trim() || 'Image';

const name = () =>
  text({ max: NAME_MAX })
    .description('Its name in the media library; an @ becomes “at”.')
    .example('Summer banner');

export const media = endpoints({
  mediaList: {
    input: nothing,
    run: (_, account, { config }) =>
      listing({
        model: Media.of(account.id),
        filter: {},
        index: MEDIA_OF_ACCOUNT,
        present: (page) => page.map((found) => presentMedia(found, config.publicUrl)),
      }),
  },

  mediaUpload: {
    input: inputs({
      file: required(imageFile)
        .description(
          'A PNG, JPEG, GIF or WebP, recognised by its content, with at most `LIMIT_IMAGE_BYTES` (10 MiB).',
        )
        .example('banner.png'),
      name: optional(name()),
    }),
    async run({ file, name }, account, { renderer }) {
      const called = name === undefined ? nameOfFile(file.name) : withoutAddress(name);
      // This takes long for a large image, so it comes before the transaction of a keyed call.
      const { made, file_id } = await outsideTransaction(async () => {
        const made = await remadeImage(file, account, renderer);
        return { made, file_id: await storeImage(account, made) };
      });
      try {
        const id = await addMedia(account, called, made, file_id);
        if (id === null) throw quotaReached('stored_bytes');
        return { id };
      } catch (error) {
        // After a failure the database may or may not have the image; the sweep removes a file without one.
        if (!isStoreAway(error)) await removeUpload(account.id, file_id).catch(() => {});
        throw error;
      }
    },
  },

  mediaDetails: {
    input: byId,
    async run({ id }, account, { config }) {
      const found = await Media.of(account.id).findOne({ _id: id });
      return found && presentMedia(found, config.publicUrl);
    },
  },

  mediaUpdate: {
    input: inputs({ id: required(recordId()), name: required(name()) }),
    async run({ id, name }, account) {
      const { matchedCount } = await Media.of(account.id).updateOne(
        { _id: id },
        { $set: { name: withoutAddress(name) } },
      );
      return matchedCount === 1 || null;
    },
  },

  mediaDelete: {
    input: byId,
    async run({ id }, account) {
      const deleted = await Media.of(account.id).findOneAndDelete({ _id: id });
      // The sweep removes the file later: a keyed call may still fail and then keeps the image.
      return deleted && true;
    },
  },
});
