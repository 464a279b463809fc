import { queryOptions } from '@tanstack/react-query';
import type { Automation, AutomationProgress, AutomationSchedule } from '../../../client/src/index.ts';
import { api } from './client.ts';

export type { Automation, AutomationProgress };
export type Email = AutomationSchedule;
export type EmailProgress = AutomationProgress['emails'][number];

export const AUTOMATION_STATES = ['draft', 'live', 'paused', 'held'] as const;
export type AutomationState = (typeof AUTOMATION_STATES)[number];

export function automationStateOf({ status, live_at, hold_reason }: Automation): AutomationState {
  if (hold_reason !== null) return 'held';
  if (status === 1) return 'live';
  return live_at === null ? 'draft' : 'paused';
}

/** Milliseconds between polls of a live automation. */
const LIVE_MS = 1000;
/** Milliseconds between polls of others. */
const CALM_MS = 10_000;

export const automations = queryOptions({
  queryKey: ['automations', 'list'],
  queryFn: ({ signal }) => api.automationList({}, { signal }),
  staleTime: 0,
  refetchInterval: CALM_MS,
});

export const automationQuery = (utr: string) =>
  queryOptions({
    queryKey: ['automations', 'one', utr],
    queryFn: ({ signal }) => api.automationDetails({ utr }, { signal }),
    staleTime: 0,
    refetchInterval: CALM_MS,
  });

/** A live automation is polled each second. */
export const progressQuery = (utr: string, isLive: boolean) =>
  queryOptions({
    queryKey: ['automations', 'progress', utr],
    queryFn: ({ signal }) => api.automationProgress({ utr }, { signal }),
    staleTime: 0,
    refetchInterval: isLive ? LIVE_MS : CALM_MS,
  });

export const wayQuery = (utr: string, email: string) =>
  queryOptions({
    queryKey: ['automations', 'way', utr, email],
    queryFn: ({ signal }) => api.automationPerson({ utr, email }, { signal }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

/** Contents may be large, so they are read only after a change. */
export const emailsQuery = (utr: string) =>
  queryOptions({
    queryKey: ['automations', 'emails', utr],
    queryFn: ({ signal }) => api.automationScheduleList({ utr }, { signal }),
  });

/** Inputs of an update; without content, the stored content stays. */
export const emailInputOf = ({
  utr,
  sender_id,
  subject,
  waiting_type,
  waiting_period,
  template_id,
  preview_img,
}: Email) => ({ utr, sender_id, subject, waiting_type, waiting_period, template_id, preview_img });
