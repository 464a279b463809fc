import { newSends } from './audience/new-sends.ts';
import { doorbell, redis, ring, subscriber } from './connections.ts';
import { tails } from './delivery/tails.ts';
import { platformKeys } from './dkim/keys.ts';
import { mailKeys } from './dkim/mail-keys.ts';
import { recorder } from './ledger/recorder.ts';
import { mailer } from './mailer.ts';
import { way } from './messages/way.ts';
import { paceRules } from './pace/pace-file.ts';
import { paceView } from './pace/view.ts';
import type { Parts } from './part.ts';
import { presence } from './presence.ts';
import { renderer } from './renderer.ts';
import { starts } from './starts.ts';
import { semaphore } from './transport/fair-semaphore.ts';
import { transport } from './transport/transport.ts';

/**
 * All parts of a worker, in the order in which they are made: but a part that another needs is made before it. They are closed in reverse, so
 * that nothing is rung for or handed over when the connections close.
 */
export const ALL_PARTS: Parts = {
  // These are first because a key or a rule that can't be used stops the start.
  platformKeys,
  paceRules,
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
  way,
  recorder,
  mailer,
  renderer,
  paceView,
  tails,
};
