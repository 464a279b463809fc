import type { Behaviours } from '../http/endpoint.ts';
import { accountExport } from './account-export.ts';
import { accountRelease } from './account-release.ts';
import { audit } from './audit.ts';
import { automationControl } from './automation-control.ts';
import { automationEmailTrials } from './automation-email-trials.ts';
import { automationPerson } from './automation-person.ts';
import { automationProgress } from './automation-progress.ts';
import { automationSchedules } from './automation-schedules.ts';
import { automations } from './automations.ts';
import { brand } from './brand.ts';
import { bulkChanges } from './bulk-changes.ts';
import { calendar } from './calendar.ts';
import { contactFiles } from './contact-files.ts';
import { contactFinds } from './contact-finds.ts';
import { contactTags } from './contact-tags.ts';
import { contactTypes } from './contact-types.ts';
import { contacts } from './contacts.ts';
import { contentVersions } from './content-versions.ts';
import { customFields } from './custom-fields.ts';
import { deliveries } from './deliveries.ts';
import { domainReports } from './domain-reports.ts';
import { doubts } from './doubts.ts';
import { globalUnsubscribes } from './global-unsubscribes.ts';
import { groupRecipients } from './group-recipients.ts';
import { imports } from './imports.ts';
import { mailDetails } from './mail-details.ts';
import { media } from './media.ts';
import { messages } from './messages.ts';
import { moveReceipts } from './move-receipts.ts';
import { moves } from './moves.ts';
import { notificationRecipients } from './notification-recipients.ts';
import { ownTemplates } from './own-templates.ts';
import { places } from './places.ts';
import { privacy } from './privacy.ts';
import { quotas } from './quotas.ts';
import { reportShares } from './report-shares.ts';
import { reservedFields } from './reserved-fields.ts';
import { segmentPreviews } from './segment-previews.ts';
import { segmentRecipients } from './segment-recipients.ts';
import { segments } from './segments.ts';
import { sendRetry } from './send-retry.ts';
import { senders } from './senders.ts';
import { sendingDomains } from './sending-domains.ts';
import { singleSendAudiences } from './single-send-audiences.ts';
import { singleSendControl } from './single-send-control.ts';
import { singleSendOverviews } from './single-send-overviews.ts';
import { singleSendTests } from './single-send-test.ts';
import { singleSendTrials } from './single-send-trials.ts';
import { singleSends } from './single-sends.ts';
import { statistics } from './statistics.ts';
import { suppressions } from './suppressions.ts';
import { templates } from './templates.ts';
import { unsubscribeGroups } from './unsubscribe-groups.ts';
import { webhooks } from './webhooks.ts';

/** The handlers of all rows of the contract. */
export const behaviours: Behaviours = {
  ...accountExport,
  ...accountRelease,
  ...audit,
  ...automationControl,
  ...automationPerson,
  ...automationProgress,
  ...automationSchedules,
  ...automationEmailTrials,
  ...automations,
  ...contactTypes,
  ...sendRetry,
  ...senders,
  ...sendingDomains,
  ...domainReports,
  ...singleSendAudiences,
  ...singleSendControl,
  ...singleSendOverviews,
  ...singleSendTests,
  ...singleSendTrials,
  ...singleSends,
  ...contactFiles,
  ...contactFinds,
  ...contactTags,
  ...contacts,
  ...contentVersions,
  ...customFields,
  ...deliveries,
  ...doubts,
  ...ownTemplates,
  ...media,
  ...messages,
  ...moves,
  ...moveReceipts,
  ...globalUnsubscribes,
  ...groupRecipients,
  ...brand,
  ...bulkChanges,
  ...calendar,
  ...imports,
  ...mailDetails,
  ...notificationRecipients,
  ...places,
  ...privacy,
  ...quotas,
  ...reservedFields,
  ...segmentRecipients,
  ...segmentPreviews,
  ...segments,
  ...reportShares,
  ...statistics,
  ...suppressions,
  ...templates,
  ...unsubscribeGroups,
  ...webhooks,
};
