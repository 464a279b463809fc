import { useQuery } from '@tanstack/react-query';
import { newestCampaigns } from '../../data/campaigns.ts';
import { contactTypes, senders, sendingDomains } from '../../data/lists.ts';

/** Senders, domains, audiences and sent campaigns. `isAllThere`: there is one of each, which may be unverified. */
export function useSetUp() {
  const sent = useQuery(newestCampaigns('completed', 20));
  const [from, domains, types] = [useQuery(senders), useQuery(sendingDomains), useQuery(contactTypes)];
  const isKnown = Boolean(from.data && domains.data && types.data && sent.data);
  const hasContacts = types.data?.some((one) => one.contacts_count > 0) ?? false;
  const isAllThere =
    hasContacts && [from.data, domains.data, sent.data].every((one) => one && one.length > 0);
  return { from, domains, types, sent, isKnown, isAllThere };
}
