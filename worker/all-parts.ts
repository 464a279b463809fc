import { createYielding, type Yielding } from '../common/fairness/yielding.ts';
import { createDoorbell, type Doorbell, type Ring } from '../common/jobs/doorbell.ts';
import { connectProducer, connectSubscriber, type RedisConnection } from '../common/redis/redis.ts';
import { createRenderer, type Renderer } from '../common/rendering/renderer.ts';
import { MAILING_OWNERS } from './mailing-owners.ts';
import { createMailer, type Mailer } from './notices/mailer.ts';
import type { PartTable } from './runtime/part.ts';
import { createPresence, type Presence } from './runtime/presence.ts';
import { createPageTurns, type PageTurns } from './sending/audience/freeze-step.ts';
import { createNewSends, type NewSends } from './sending/audience/new-sends.ts';
import type { MailingOwners } from './sending/delivery/mailing-owner.ts';
import { Tails } from './sending/delivery/tails.ts';
import { createRecorder, type Recorder } from './sending/ledger/recorder.ts';
import { createMailTurns, type MailTurns } from './sending/mail-turns.ts';
import { readPaceFile } from './sending/pace/pace-file.ts';
import type { PaceRules } from './sending/pace/rules.ts';
import { type DkimKey, readDkimKeys } from './sending/signing/keys.ts';
import { createMailKeys, type MailKeys } from './sending/signing/mail-keys.ts';
import { createStarts, type Starts } from './sending/starts.ts';
import { createPaceView, type PaceView } from './sending/transport/pace-view.ts';
import { createTransport, type Transport } from './sending/transport/transport.ts';

declare module './runtime/context.ts' {
  interface WorkerParts {
    readonly platformKeys: readonly DkimKey[];
    readonly paceRules: PaceRules;
    readonly mailingOwners: MailingOwners;
    readonly presence: Presence;
    /** It fails fast while Redis is away. */
    readonly redis: RedisConnection;
    readonly subscriber: RedisConnection;
    readonly doorbell: Doorbell;
    readonly ring: Ring;
    readonly transport: Transport;
    readonly semaphore: MailTurns;
    readonly mailKeys: MailKeys;
    readonly starts: Starts;
    readonly newSends: NewSends;
    readonly pageTurns: PageTurns;
    /** Campaigns begin no mail meanwhile, half of the time at most, because they keep the event loop busy. */
    readonly messageStarts: Yielding;
    readonly recorder: Recorder;
    readonly mailer: Mailer;
    readonly renderer: Renderer;
    readonly paceView: PaceView;
    readonly tails: Tails;
  }
}

/** In the order of making. Closed in reverse, so that no ring or mail meets a closed connection. */
export const ALL_PARTS: PartTable = {
  // These come first: a key or rule that cannot be used stops the start.
  platformKeys: { make: ({ config }) => readDkimKeys(config.dkim) },
  paceRules: { make: ({ config }) => readPaceFile(config.paceFile) },
  mailingOwners: { make: () => MAILING_OWNERS },
  presence: {
    make: ({ config, log }) => createPresence(config.workerSlices, log),
    run: ({ announce }) => announce(),
    finish: ({ leave }) => leave(),
  },
  redis: {
    make: ({ config }) => connectProducer(config.redisUrl),
    close: (connection) => connection.disconnect(),
  },
  subscriber: {
    make: ({ config }) => connectSubscriber(config.redisUrl),
    close: (connection) => connection.disconnect(),
  },
  doorbell: { make: ({ redis, log }) => createDoorbell(redis, log), close: ({ close }) => close() },
  ring: { make: ({ doorbell }) => doorbell.ring },
  transport: {
    make: ({ config, log, redis, presence, paceRules }) =>
      createTransport(config, { log, redis, workers: presence.workers, rules: paceRules }),
    close: ({ close }) => close(),
  },
  semaphore: { make: ({ transport }) => createMailTurns(transport.capacity) },
  mailKeys: { make: ({ config, platformKeys }) => createMailKeys(config, platformKeys) },
  starts: { make: () => createStarts() },
  pageTurns: { make: () => createPageTurns() },
  newSends: { make: ({ redis, subscriber }) => createNewSends(redis, subscriber) },
  messageStarts: { make: () => createYielding({ mostMs: 50 }) },
  recorder: { make: ({ config }) => createRecorder({ mails: config.recordMails, ms: config.recordMs }) },
  mailer: { make: ({ config, platformKeys }) => createMailer(config, platformKeys) },
  renderer: { make: ({ config, log }) => createRenderer(config, log), close: ({ close }) => close() },
  paceView: {
    make: ({ transport, redis, presence }) => createPaceView(transport, redis, presence.id),
    run: ({ start }) => start(),
    close: ({ close }) => close(),
  },
  tails: { make: () => new Tails(), finish: (made) => made.ended() },
};
