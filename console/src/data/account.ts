import { queryOptions } from '@tanstack/react-query';
import { consoleCall, postForm } from './console-call.ts';

/** Details of the account that its session does not have. */
export interface AccountFacts {
  readonly tracking: boolean;
  /** Null: signing in asks for no code. */
  readonly second_factor: { readonly turned_on_at: string; readonly recovery_codes: number } | null;
}

/** A scheduled campaign, and its moment if it keeps its local time in a new zone; null: it stays at its moment, because that would have passed. */
export interface ScheduledSend {
  readonly name: string;
  readonly due_at: string;
  readonly moved_to: string | null;
}

interface SavedDetails {
  readonly is_saved: boolean;
  /** The soonest. */
  readonly sends: readonly ScheduledSend[];
  /** How many others there are. */
  readonly more: number;
}

export interface Details {
  readonly name: string;
  readonly timezone: string;
  /** What happens to scheduled campaigns in a new time zone. Empty: the service saves nothing and lists the campaigns. */
  readonly schedules: '' | 'keep' | 'move';
}

export const accountFacts = queryOptions({
  queryKey: ['account-facts'],
  queryFn: ({ signal }) => consoleCall<AccountFacts>('access/account', { signal }),
});

export const saveDetails = (details: Details): Promise<SavedDetails> =>
  postForm('access/details', { ...details });

export const savePassword = (fields: Readonly<Record<string, string>>): Promise<unknown> =>
  postForm('access/password', fields);

export const saveTracking = (isOn: boolean): Promise<unknown> =>
  postForm('access/tracking', { tracking: isOn ? 'on' : 'off' });

/** A secret for an authenticator app that is not in use yet, as text and as the SVG of a QR code. */
export interface FactorOffer {
  readonly secret: string;
  readonly qr: string;
}

export const offerFactor = (password: string): Promise<FactorOffer> =>
  postForm('access/second-factor/start', { password });
/** Returns recovery codes, as does {@link renewRecoveryCodes}. */
export const turnFactorOn = (code: string): Promise<readonly string[]> =>
  postForm('access/second-factor/on', { code });
export const renewRecoveryCodes = (code: string): Promise<readonly string[]> =>
  postForm('access/second-factor/codes', { code });
export const turnFactorOff = (code: string): Promise<unknown> =>
  postForm('access/second-factor/off', { code });
