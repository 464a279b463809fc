import { Counter } from 'prom-client';
import type { ReportResult } from '../common/changes/domain-reports.ts';
import type { DomainReport } from '../common/domain/domain-reports.ts';
import type { EventResult, MailEvent } from '../common/domain/mail-events.ts';
import { registry } from '../common/metrics/registry.ts';

export type ReportSource = 'smtp' | 'imap' | 'ses' | 'sendgrid' | 'mailgun' | 'postmark' | 'resend';

export const eventsMetric = new Counter({
  name: 'mailing_inbound_events_total',
  help: 'Bounces, deferrals, complaints and unsubscribes that were reported later, and mails that could not be understood, by where they came from and what became of them',
  labelNames: ['source', 'kind', 'result'] as const,
  registers: [registry],
});

export const countEvent = (source: ReportSource, kind: MailEvent['kind'], result: EventResult): void =>
  eventsMetric.inc({ source, kind, result });

/** A mail that is no report. `forwarded`, `dropped`, `refused`: of one to postmaster or abuse, where these are forwarded. */
export const countUnread = (
  source: ReportSource,
  result: 'unread' | 'forwarded' | 'dropped' | 'refused' = 'unread',
): void => eventsMetric.inc({ source, kind: 'unknown', result });

const domainReportsMetric = new Counter({
  name: 'mailing_inbound_domain_reports_total',
  help: 'DMARC and TLS reports about sending domains, by where they came from and what became of them',
  labelNames: ['source', 'kind', 'result'] as const,
  registers: [registry],
});

export const countDomainReport = (
  source: ReportSource,
  kind: DomainReport['kind'] | 'unknown',
  result: ReportResult | 'unread',
): void => domainReportsMetric.inc({ source, kind, result });

export const refusedMetric = new Counter({
  name: 'mailing_inbound_refused_total',
  help: 'Mails and requests that were refused: an unknown recipient, a wrong signature, too large, too many, no process free to read them, no answer of the DNS about a signature',
  labelNames: ['source', 'reason'] as const,
  registers: [registry],
});

export const mailboxFailuresMetric = new Counter({
  name: 'mailing_inbound_mailbox_failures_total',
  help: 'Failed attempts to read the mailbox of bounces',
  registers: [registry],
});

export const countRefused = (
  source: ReportSource,
  reason: 'recipient' | 'signature' | 'size' | 'rate' | 'form' | 'busy' | 'dns',
): void => refusedMetric.inc({ source, reason });
