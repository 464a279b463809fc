import type { Context } from 'koa';
import type { Config } from '../../common/config.ts';
import { shownAddress, shownNetwork } from '../../common/domain/network.ts';

type AddressForm = Config['logAddresses'];

const FORMS: Readonly<Record<AddressForm, (address: string) => string | null>> = {
  full: shownAddress,
  network: shownNetwork,
  none: () => null,
};

/** The client's address as LOG_ADDRESSES lets log lines have it; null for none. */
export const loggedAddress = ({ ip }: Pick<Context, 'ip'>, form: AddressForm): string | null =>
  FORMS[form](ip);
