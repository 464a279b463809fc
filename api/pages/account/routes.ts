import type Router from '@koa/router';
import type { Service } from '../../http/endpoint.ts';
import { brandForms } from './brand-forms.ts';
import { showClosed } from './closed-page.ts';
import { detailForm } from './details.ts';
import { createForms, type Forms } from './forms.ts';
import { keyForms } from './keys.ts';
import { createKnownBrowsers } from './known-browsers.ts';
import { showOverview } from './overview.ts';
import { passwordForm } from './password.ts';
import { reopenForm } from './reopen.ts';
import { resetPages } from './reset.ts';
import { secondFactorPages } from './second-factor.ts';
import { sessionForms } from './session-list.ts';
import { createSessions } from './sessions.ts';
import { signInPages } from './sign-in.ts';
import { codePages, createHalfSignedIn } from './sign-in-code.ts';
import { trackingForm } from './tracking.ts';

/** `/account` (docs/rules.md 5.1). Returns the forms for other pages that need a session. */
export function accountPages(router: Router, service: Service): Forms {
  const { publicUrl, signingSecrets } = service.config;
  const sessions = createSessions(publicUrl);
  const browsers = createKnownBrowsers(publicUrl, signingSecrets);
  const half = createHalfSignedIn(publicUrl, signingSecrets);
  const forms = createForms(sessions, service.limits, publicUrl, showClosed);
  router.get(
    '/account',
    forms.page((ctx, visitor) => showOverview(ctx, visitor, service)),
  );
  signInPages(router, forms, sessions, browsers, half, service);
  codePages(router, forms, sessions, browsers, half, service);
  resetPages(router, forms, service);
  reopenForm(router, forms, service);
  detailForm(router, forms, service);
  trackingForm(router, forms);
  brandForms(router, forms, service);
  passwordForm(router, forms, sessions, browsers, service);
  secondFactorPages(router, forms, sessions, browsers, service);
  sessionForms(router, forms);
  keyForms(router, forms, service);
  return forms;
}
