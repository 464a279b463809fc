import { mailingOwners } from './mailing-owners.ts';
import { mailer } from './notices/mailer.ts';
import { doorbell, redis, ring, subscriber } from './runtime/connections.ts';
import type { PartTable } from './runtime/part.ts';
import { presence } from './runtime/presence.ts';
import { newSends } from './sending/audience/new-sends.ts';
import { tails } from './sending/delivery/tails.ts';
import { recorder } from './sending/ledger/recorder.ts';
import { messageStarts } from './sending/messages/message-starts.ts';
import { paceRules } from './sending/pace/pace-file.ts';
import { renderer } from './sending/renderer.ts';
import { platformKeys } from './sending/signing/keys.ts';
import { mailKeys } from './sending/signing/mail-keys.ts';
import { starts } from './sending/starts.ts';
import { paceView } from './sending/transport/pace-view.ts';
import { semaphore } from './sending/transport/semaphore.ts';
import { transport } from './sending/transport/transport.ts';

/**
 * In the order of making, except that needed parts come first. Closed in reverse, so that no ring or mail meets a closed
 * connection.
 */
export const ALL_PARTS: PartTable = {
  // These come first: a key or rule that cannot be used stops the start.
  platformKeys,
  paceRules,
  mailingOwners,
  presence,
  redis,
  subscriber,
  doorbell,
  ring,
  transport,
  semaphore,
  mailKeys,
  starts,
  newSends,
  messageStarts,
  recorder,
  mailer,
  renderer,
  paceView,
  tails,
};
