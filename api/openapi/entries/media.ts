import { IMAGE_TYPES } from '../../../common/domain/image-types.ts';
import type { presentMedia } from '../../present/media.ts';
import { entries } from '../entry.ts';
import { id, integer, like, oneOf, record, text, timestamp } from '../shapes.ts';

const image = record<ReturnType<typeof presentMedia>>('Media', {
  id: id(),
  user_id: id(),
  name: text('Its name in the media library.'),
  url: like(
    text(
      'The public address of the image. It never changes, and everyone with this address can see the image.',
    ),
    'https://mail.example.com/media/q83vEjRWeJq83vEjRWeJqg.png',
  ),
  type: oneOf(IMAGE_TYPES),
  width: integer('In pixels.'),
  height: integer('In pixels.'),
  frames: integer('1, or the number of frames of an animation.'),
  bytes: integer('The size of the file that mails load.'),
  created_at: timestamp(),
});

export const media = entries(
  {
    name: 'Media library',
    about:
      'Images for mails, which this service serves. At the upload the service writes each image again from its pixels. This removes all other ' +
      'data in the file, such as the place of a photo. Sides of more than 2,000 pixels are made smaller. A WebP becomes a GIF, PNG or JPEG, ' +
      'because some mail clients do not show WebP. An animated GIF stays animated. SVG is refused.',
  },
  {
    mediaList: { summary: 'List images', output: image },
    mediaUpload: {
      summary: 'Add an image',
      about:
        'A still image has at most 50 million pixels. An animation has at most 300 frames, with at most 12 million pixels together. Each upload ' +
        'counts in `renders_per_minute`, and its bytes count in `stored_bytes`.',
    },
    mediaDetails: { summary: 'Get an image', output: image },
    mediaUpdate: { summary: 'Rename an image', about: 'Its address stays the same.' },
    mediaDelete: {
      summary: 'Delete an image',
      about:
        'Its address answers 404 at once, and all mails that show it have a gap there, also sent mails. Mail programs and proxies that have ' +
        'loaded it may show it for up to a year. Its file is removed within a day.',
    },
  },
);
