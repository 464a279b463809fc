import type { TrackedEvent } from '../../common/changes/engagement.ts';
import { now } from '../../common/clock.ts';
import type { FetchClient } from '../../common/domain/fetches.ts';
import type { TokenSubject } from '../../common/queries/token-rows.ts';

/** A visitor’s action on a mail, as the API notes it; by default a person’s. All come from one network. */
export const trackedEvent = (
  kind: 'open' | 'click' | 'unsubscribe',
  mail: number | TokenSubject,
  at: Date = now(),
  client: FetchClient = 'reader',
): TrackedEvent => {
  const { account, id } = typeof mail === 'number' ? { account: null, id: mail } : mail;
  return kind === 'unsubscribe'
    ? { kind, account, id, at }
    : { kind, account, id, at: at.getTime(), client, network: 1, agent: 1, link: kind === 'click' ? 1 : 0 };
};
