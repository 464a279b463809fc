import type { EndpointName } from '../../contract.ts';
import type { Entries, TaggedEntry } from '../entry.ts';
import { audit } from './audit.ts';
import { automations } from './automations.ts';
import { brand } from './brand.ts';
import { bulkChanges } from './bulk-changes.ts';
import { calendar } from './calendar.ts';
import { contactTypes } from './contact-types.ts';
import { contacts } from './contacts.ts';
import { fields } from './fields.ts';
import { globalUnsubscribes } from './global-unsubscribes.ts';
import { imports } from './imports.ts';
import { media } from './media.ts';
import { messages } from './messages.ts';
import { moves } from './moves.ts';
import { notificationRecipients } from './notification-recipients.ts';
import { ownTemplates } from './own-templates.ts';
import { places } from './places.ts';
import { privacy } from './privacy.ts';
import { quotas } from './quotas.ts';
import { segments } from './segments.ts';
import { senders } from './senders.ts';
import { sendingDomains } from './sending-domains.ts';
import { singleSends } from './single-sends.ts';
import { statistics } from './statistics.ts';
import { suppressions } from './suppressions.ts';
import { templates } from './templates.ts';
import { unsubscribeGroups } from './unsubscribe-groups.ts';
import { webhooks } from './webhooks.ts';

/** In the order of the reference. */
const allEntries: Entries = {
  ...senders,
  ...sendingDomains,
  ...contactTypes,
  ...contacts,
  ...bulkChanges,
  ...imports,
  ...moves,
  ...privacy,
  ...fields,
  ...segments,
  ...templates,
  ...ownTemplates,
  ...media,
  ...brand,
  ...singleSends,
  ...messages,
  ...automations,
  ...calendar,
  ...statistics,
  ...unsubscribeGroups,
  ...globalUnsubscribes,
  ...suppressions,
  ...notificationRecipients,
  ...webhooks,
  ...places,
  ...quotas,
  ...audit,
};

export const documented = Object.keys(allEntries) as readonly EndpointName[];

export const entryOf = (name: EndpointName): TaggedEntry => allEntries[name];
