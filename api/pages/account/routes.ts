import type Router from '@koa/router';
import type { Service } from '../../http/endpoint.ts';
import { createSignIn } from './account-acts.ts';
import { createAccountCookies, createKnownBrowsers } from './account-cookies.ts';
import { brandForms } from './brand-forms.ts';
import { reopenForm, showClosed } from './closed-page.ts';
import { detailForm } from './details.ts';
import { firstPage } from './first.ts';
import { createForms, type Forms, leadTo } from './forms.ts';
import { keyForms } from './keys.ts';
import { showOverview } from './overview.ts';
import { passwordForm } from './password.ts';
import { resetPages } from './reset.ts';
import { secondFactorPages } from './second-factor.ts';
import { sessionForms } from './session-list.ts';
import { createSessions } from './sessions.ts';
import { signInPages } from './sign-in.ts';
import { codePages } from './sign-in-code.ts';
import { trackingForm } from './tracking.ts';

const PAGES = [
  firstPage,
  signInPages,
  codePages,
  resetPages,
  reopenForm,
  detailForm,
  trackingForm,
  brandForms,
  passwordForm,
  secondFactorPages,
  sessionForms,
  keyForms,
];

/** Seconds from the password to the code. */
const HALF_SECONDS = 600;

/** `/account` (docs/rules.md 5.1) leads to the console; `/account?plain` is for browsers without JavaScript. Returns the forms for other pages that need a session. */
export function accountPages(router: Router, service: Service): Forms {
  const { publicUrl, signingSecrets } = service.config;
  const sessions = createSessions(publicUrl);
  const browsers = createKnownBrowsers(publicUrl, signingSecrets);
  const half = createAccountCookies(publicUrl, signingSecrets, {
    name: 'half-signed-in',
    purpose: 'half signed in',
    seconds: HALF_SECONDS,
  });
  const signIn = createSignIn(service.config);
  const forms = createForms(sessions, service.limits, publicUrl, showClosed);
  router.get(
    '/account',
    forms.page(async (ctx, visitor) =>
      ctx.search === '' ? leadTo(ctx, '/console/settings/account') : showOverview(ctx, visitor, service),
    ),
  );
  for (const addTo of PAGES) addTo({ router, forms, sessions, browsers, half, signIn, service });
  return forms;
}
