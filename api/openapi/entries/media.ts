import { IMAGE_TYPES } from '../../../common/domain/image-types.ts';
import type { presentMedia } from '../../present/media.ts';
import { entries } from '../entry.ts';
import { id, integer, like, oneOf, record, text, timestamp } from '../shapes.ts';

const image = record<ReturnType<typeof presentMedia>>('Media', {
  id: id(),
  user_id: id(),
  name: text('What people call it.'),
  url: like(
    text('Where mails find it. It never changes, and whoever has it can see the image.'),
    'https://mail.example.com/media/q83vEjRWeJq83vEjRWeJqg.png',
  ),
  type: oneOf(IMAGE_TYPES),
  width: integer('Pixels.'),
  height: integer('Pixels.'),
  frames: integer('1, unless it moves.'),
  bytes: integer('Of the file as it is served.'),
  created_at: timestamp(),
});

export const media = entries(
  {
    name: 'Media library',
    about:
      'Images for mails, served by this service. Each is made anew from its pixels when it is uploaded: what else its file held, such as the place of a photo, is ' +
      'removed; sides of more than 2,000 pixels are made smaller; a WebP becomes a GIF, PNG or JPEG, because some mail clients do not show WebP. An animated GIF keeps ' +
      'moving. SVG is refused.',
  },
  {
    mediaList: { summary: 'List images', output: image },
    mediaUpload: {
      summary: 'Add an image',
      about:
        'A picture has at most 50 million pixels; an animation at most 300 frames, which have at most 12 million pixels together. Each upload counts in ' +
        '`renders_per_minute`, and its bytes in `stored_bytes`.',
    },
    mediaDetails: { summary: 'Get an image', output: image },
    mediaUpdate: { summary: 'Rename an image', about: 'Its address stays the same.' },
    mediaDelete: {
      summary: 'Delete an image',
      about:
        'Its address answers 404 at once, and mails that show it have a gap there, also those that were sent. Mail programs and proxies that have loaded it may show it ' +
        'for up to a year. Its file is removed within a day.',
    },
  },
);
