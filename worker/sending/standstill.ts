import type { Config } from '../../common/config.ts';
import { believedStatus } from '../../common/quotas/account-status.ts';
import { believedStop } from '../../common/quotas/sending.ts';

/** Why no mail of an account is handed over: an operator stopped all sending, or the account is suspended or closed. */
export type Standstill = 'stopped' | 'suspended';

/** Reads the store at most once a second. Throws while the store is away: no mail is handed over then either. */
export async function standstillOf(
  userId: number,
  config: Pick<Config, 'quotas'>,
): Promise<Standstill | null> {
  const [stop, { stopped }] = await Promise.all([believedStop(), believedStatus(userId, config)]);
  if (stop) return 'stopped';
  return stopped ? 'suspended' : null;
}

const LOOK_MS = 500;

export type StandstillWatch = ReturnType<typeof watchStandstill>;

export function watchStandstill(userId: number, config: Pick<Config, 'quotas'>) {
  let found = false;
  const timer = setInterval(() => {
    standstillOf(userId, config).then(
      (standstill) => {
        found ||= standstill !== null;
      },
      // The store is away: the slice may continue until its lease ends.
      () => {},
    );
  }, LOOK_MS);
  timer.unref();
  return { found: (): boolean => found, end: (): void => clearInterval(timer) };
}
