import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { loading, PageFailed, PageLost } from './app/failures.tsx';
import { Shell } from './app/shell.tsx';
import { auditSearch } from './data/audit-search.ts';
import { type ContactSearch, contactSearch } from './data/contact-search.ts';
import type { PeriodSearch } from './data/statistics.ts';
import { Home } from './pages/home/home.tsx';
import { loadRest } from './texts/languages.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: PageLost });

/** `useListAddress` reads its search and pages. */
const peopleSearch = ({
  show,
  reason,
  link,
}: Record<string, unknown>): { show?: string; reason?: string; link?: string; q?: string } => ({
  ...(typeof show === 'string' && { show }),
  ...(typeof reason === 'string' && { reason }),
  ...(typeof link === 'string' && { link }),
});

/** Days in an address: a year, or from and to; otherwise the last 30. */
const periodSearch = ({ period, from, to }: Record<string, unknown>): PeriodSearch => ({
  ...((period === 'year' || period === 'chosen') && { period }),
  ...(typeof from === 'string' && { from }),
  ...(typeof to === 'string' && { to }),
});

/** Loads the code of a page whose texts a first visit does not have. */
const withTexts = <Loaded,>(load: () => Promise<Loaded>) =>
  loading(async () => (await Promise.all([load(), loadRest()]))[0]);

/** Each page is a folder in `pages/` and a file that loads when it is opened. Home is in the first file. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    // The page after signing in comes with the frame.
    component: Home,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: ({ q, state, start }): { q?: string; state?: string; start?: true } => ({
      ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
      ...(typeof state === 'string' && { state }),
      ...(start === true && { start }),
    }),
    component: lazyRouteComponent(
      loading(() => import('./pages/campaigns/campaigns.tsx')),
      'Campaigns',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$utr',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/campaigns/campaign.tsx')),
      'CampaignPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$utr/edit',
    validateSearch: ({ review }): { review?: true } => ({ ...(review === true && { review }) }),
    component: lazyRouteComponent(
      withTexts(() => import('./pages/campaigns/compose.tsx')),
      'ComposePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$utr/send',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/campaigns/$utr/edit', params, search: { review: true }, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$utr/people',
    validateSearch: peopleSearch,
    component: lazyRouteComponent(
      withTexts(() => import('./pages/campaigns/people.tsx')),
      'PeoplePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/automations/automations.tsx')),
      'Automations',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations/$utr',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/automations/automation.tsx')),
      'AutomationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations/$utr/person',
    validateSearch: ({ email }): { email?: string } => ({ ...(typeof email === 'string' && { email }) }),
    component: lazyRouteComponent(
      withTexts(() => import('./pages/automations/person.tsx')),
      'PersonPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations/$utr/emails/$email',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/automations/email.tsx')),
      'EmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations/$utr/emails/$email/report',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/automations/email-report.tsx')),
      'EmailReportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/automations/$utr/emails/$email/people',
    validateSearch: peopleSearch,
    component: lazyRouteComponent(
      withTexts(() => import('./pages/automations/email-people.tsx')),
      'EmailPeoplePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports',
    validateSearch: periodSearch,
    component: lazyRouteComponent(
      loading(() => import('./pages/reports/reports.tsx')),
      'Reports',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts',
    validateSearch: contactSearch,
    component: lazyRouteComponent(
      loading(() => import('./pages/contacts/contacts.tsx')),
      'Contacts',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/contacts/contact.tsx')),
      'ContactPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/audiences/$id',
    validateSearch: (given: Record<string, unknown>): ContactSearch & { view?: 'about' } => ({
      ...contactSearch(given),
      ...(given['view'] === 'about' && { view: 'about' }),
    }),
    component: lazyRouteComponent(
      withTexts(() => import('./pages/contacts/audience.tsx')),
      'AudiencePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/imports',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/imports/imports.tsx')),
      'Imports',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/moves',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/moves/moves.tsx')),
      'Moves',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/moves/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/moves/move.tsx')),
      'MovePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contacts/imports/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/imports/import.tsx')),
      'ImportPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/segments',
    component: lazyRouteComponent(
      loading(() => import('./pages/segments/segments.tsx')),
      'Segments',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/segments/new',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/segments/segment.tsx')),
      'NewSegment',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/segments/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/segments/segment.tsx')),
      'SegmentPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/templates',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/templates/templates.tsx')),
      'TemplatesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/media',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/media/media.tsx')),
      'MediaPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/settings.tsx')),
      'Settings',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/calendar',
    validateSearch: ({ month }): { month?: string } => ({
      ...(typeof month === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
    }),
    component: lazyRouteComponent(
      withTexts(() => import('./pages/campaigns/calendar.tsx')),
      'CalendarPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reports/compare',
    validateSearch: ({ utrs }): { utrs?: readonly string[] } => ({
      ...(Array.isArray(utrs) && { utrs: utrs.map(String) }),
    }),
    component: lazyRouteComponent(
      withTexts(() => import('./pages/reports/compare.tsx')),
      'ComparePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/messages',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/campaigns/messages.tsx')),
      'MessagesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/types/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/group-page.tsx')),
      'GroupPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/fields',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/fields.tsx')),
      'FieldsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/brand',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/brand.tsx')),
      'BrandPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/access',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/access.tsx')),
      'Access',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/account',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/account-data.tsx')),
      'AccountDataPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/activity',
    validateSearch: auditSearch,
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/audit.tsx')),
      'AuditPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings/webhooks/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/settings/webhook.tsx')),
      'WebhookPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/operator/service.tsx')),
      'ServicePage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/accounts',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/operator/accounts.tsx')),
      'AccountsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/accounts/$id',
    component: lazyRouteComponent(
      withTexts(() => import('./pages/operator/account.tsx')),
      'AccountPage',
    ),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultErrorComponent: PageFailed,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Another record is another page: what was written for one never goes to the next. A search keeps its page.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
