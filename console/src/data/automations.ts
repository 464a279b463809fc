import { queryOptions } from '@tanstack/react-query';
import type { Automation, AutomationProgress, AutomationSchedule } from '../../../client/src/index.ts';
import { api } from './client.ts';

export type { Automation, AutomationProgress };
export type Email = AutomationSchedule;
/** One email as the picture of the series shows it: how many wait for it, and what became of it. */
export type EmailProgress = AutomationProgress['emails'][number];

export const AUTOMATION_STATES = ['draft', 'live', 'paused', 'held'] as const;
export type AutomationState = (typeof AUTOMATION_STATES)[number];

/** What a person needs to know of an automation first. */
export function automationStateOf({ status, live_at, hold_reason }: Automation): AutomationState {
  if (hold_reason !== null) return 'held';
  if (status === 1) return 'live';
  return live_at === null ? 'draft' : 'paused';
}

/** Milliseconds between two looks at an automation that sends. */
const LIVE_MS = 1000;
/** Between two looks at what changes now and then. */
const CALM_MS = 10_000;

/** All automations, with their figures. */
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

/** Where its people are. A live one is looked at each second, so that the picture moves as mails go out and are opened. */
export const progressQuery = (utr: string, isLive: boolean) =>
  queryOptions({
    queryKey: ['automations', 'progress', utr],
    queryFn: ({ signal }) => api.automationProgress({ utr }, { signal }),
    staleTime: 0,
    refetchInterval: isLive ? LIVE_MS : CALM_MS,
  });

/** One person's way, as it is now. */
export const wayQuery = (utr: string, email: string) =>
  queryOptions({
    queryKey: ['automations', 'way', utr, email],
    queryFn: ({ signal }) => api.automationPerson({ utr, email }, { signal }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
  });

/** The emails of an automation with their contents, which may be large: they are read when something was changed. */
export const emailsQuery = (utr: string) =>
  queryOptions({
    queryKey: ['automations', 'emails', utr],
    queryFn: ({ signal }) => api.automationScheduleList({ utr }, { signal }),
  });

/** An email as its update takes it; without its content, which then stays as it is. */
export const emailInputOf = ({
  utr,
  sender_id,
  subject,
  waiting_type,
  waiting_period,
  template_id,
  preview_img,
}: Email) => ({ utr, sender_id, subject, waiting_type, waiting_period, template_id, preview_img });
