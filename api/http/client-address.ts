import type { Context, Next } from 'koa';
import type { Config } from '../../common/config.ts';
import { shownAddress, shownNetwork } from '../../common/domain/network.ts';
import type { Logger } from '../../common/log.ts';

type AddressForm = Config['logAddresses'];

const FORMS: Readonly<Record<AddressForm, (address: string) => string | null>> = {
  full: shownAddress,
  network: shownNetwork,
  none: () => null,
};

/** The client's address as LOG_ADDRESSES lets log lines have it; null for none. */
export const loggedAddress = (ctx: Context, form: AddressForm): string | null => FORMS[form](ctx.ip);

/** Warns once of X-Forwarded-For while no proxy is trusted: all clients of a proxy then share its rate limits. */
export function warnOfProxies(log: Logger) {
  let told = false;
  return (ctx: Context, next: Next): Promise<void> => {
    if (!told && ctx.get('X-Forwarded-For') !== '') {
      told = true;
      log.warn(
        'X-Forwarded-For ignored because TRUST_PROXY is false; all clients of a proxy share its rate limits',
      );
    }
    return next();
  };
}
