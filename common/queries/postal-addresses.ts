import { cityById, countryName, stateById } from '../data/places.ts';
import { postalAddress } from '../domain/postal-address.ts';
import type { SenderDocument } from '../models/senders.ts';

/** In one line, for `((sender_address))`. */
export const senderAddress = (sender: SenderDocument): string =>
  postalAddress({
    company_address: sender.company_address,
    company_address2: sender.company_address2,
    city: sender.city_id === null ? null : (cityById(sender.city_id)?.name ?? null),
    state: sender.state_id === null ? null : (stateById(sender.state_id)?.name ?? null),
    zip_code: sender.zip_code,
    country: countryName(sender.country_id),
  });
