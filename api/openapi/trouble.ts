import { REPLY_CLASSES } from '../../common/domain/reply-classes.ts';
import type { ShownTrouble } from '../present/trouble.ts';
import { count, like, list, nullable, object, oneOf, text, timestamp } from './shapes.ts';

/** Why mails of a mailing wait. */
export const waitsOf = (about: string) =>
  like(
    list(
      object<ShownTrouble>({
        scope: oneOf(
          ['server', 'domain', 'recipient'],
          'What has the trouble: the mail server of the service, a recipient domain, or single recipients.',
        ),
        host: nullable(
          text('The mail server, or the domain of the recipients; null for limits of the account.'),
        ),
        reply: text('The last reply, without addresses.'),
        class: nullable(oneOf(REPLY_CLASSES, 'What the reply means; null if mails wait for their turn.')),
        rows: count('The number of recipients who wait.'),
        since: timestamp(),
        next_try_at: timestamp(),
      }),
      about,
    ),
    [],
  );
