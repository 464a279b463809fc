import type { TrackedEvent } from '../../common/changes/engagement.ts';
import { now } from '../../common/clock.ts';
import type { FetchClient } from '../../common/domain/fetches.ts';

/** A visitor’s action on a mail, as the API notes it; by default a person’s. All come from one network. */
export const trackedEvent = (
  kind: 'open' | 'click' | 'unsubscribe',
  id: number,
  at: Date = now(),
  client: FetchClient = 'reader',
): TrackedEvent =>
  kind === 'unsubscribe'
    ? { kind, id, at }
    : { kind, id, at: at.getTime(), client, network: 1, agent: 1, link: kind === 'click' ? 1 : 0 };
