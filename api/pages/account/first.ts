import type { Context } from 'koa';
import { createFirstAccount, hasAccount, isSetUpSecret } from '../../../common/accounts/first-account.ts';
import { ADDRESS_MAX, mailboxAddress } from '../../../common/domain/addresses.ts';
import { html } from '../../../common/domain/html.ts';
import { isTimezone } from '../../../common/domain/times.ts';
import { ZONES_TODAY } from '../../../shared/time-zones.ts';
import { asPage, mannerOf, type Page, showPage } from '../layout.ts';
import { hashOf } from '../style.ts';
import { type AccountTexts, accountTexts, overviewTexts } from '../texts/language.ts';
import { actOn, logActivity, noteActivity } from './activity.ts';
import { MAX_NAME } from './details.ts';
import {
  field,
  newPasswordField,
  newPasswordProblems,
  type Problems,
  problemSummary,
  statusOf,
  textField,
} from './fields.ts';
import { type AccountParts, type FormReader, leadTo } from './forms.ts';
import { allowed, tooManyTries } from './limited.ts';
import { ACCOUNT_STYLE } from './style.ts';
import { timeZoneOptions } from './time-zones.ts';

interface FirstAccountForm {
  readonly name: string;
  readonly email: string;
  readonly timezone: string;
}

const NOTHING: FirstAccountForm = { name: '', email: '', timezone: 'UTC' };

/** Chooses the time zone of the browser. Without JavaScript the choice begins with UTC. */
const SCRIPT = `{
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const today = ${JSON.stringify(ZONES_TODAY)}[zone] ?? zone;
const list = document.querySelector('select[name=timezone]');
if ([...list.options].some(({ value }) => value === today)) list.value = today;
}`;

const FIRST = mannerOf(ACCOUNT_STYLE, [`script-src ${hashOf(SCRIPT)}`], 'same-origin');
const showFirstPage = (ctx: Context, shown: Page): void => showPage(ctx, shown, FIRST);

/** `/account/first`: makes the first account of a service. Afterwards it leads to signing in. */
export function firstPage({ router, forms, signIn, service: { limits, config } }: AccountParts): void {
  router.get(
    '/account/first',
    asPage(async (ctx) => {
      if (await hasAccount()) leadTo(ctx, '/account/sign-in');
      else showFirstPage(ctx, page(ctx, NOTHING));
    }),
  );

  router.post(
    '/account/first',
    forms.openForm(async (ctx, readIt) => {
      // Counted before the form is read, as guesses at a password are.
      const attempt = await allowed(ctx, () => limits.signInFrom(ctx.ip));
      if (!attempt) {
        const secret = tooManyTries(ctx, accountTexts(ctx));
        return showFirstPage(ctx, page(ctx, NOTHING, { secret }, 429));
      }
      const form = await readIt();
      if (await hasAccount()) return leadTo(ctx, '/account/sign-in');
      const typed: FirstAccountForm = {
        name: form('name')
          .trim()
          .slice(0, MAX_NAME + 1),
        email: form('email')
          .trim()
          .slice(0, ADDRESS_MAX + 1),
        timezone: form('timezone'),
      };
      const problems = problemsOf(typed, form, ctx, config.signingSecrets);
      if ('secret' in problems) logActivity(ctx, 'set_up_refused', { userId: null });
      else await attempt();
      if (Object.keys(problems).length > 0) return showFirstPage(ctx, page(ctx, typed, problems));
      const account = await createFirstAccount({ ...typed, password: form('new_password') });
      if (!account) return leadTo(ctx, '/account/sign-in');
      const { _id: userId } = account;
      await noteActivity(ctx, 'account_created', { userId });
      await actOn(ctx, 'signed_in', { userId }, () => signIn(ctx, account));
      leadTo(ctx, '/console');
    }),
  );
}

function problemsOf(
  { name, email, timezone }: FirstAccountForm,
  form: FormReader,
  ctx: Context,
  signingSecrets: readonly string[],
): Problems {
  const texts = accountTexts(ctx);
  const { details } = overviewTexts(ctx);
  return {
    ...(!isSetUpSecret(form('secret'), signingSecrets) && { secret: texts.first.wrongSecret }),
    ...(name === '' && { name: details.noName }),
    ...(name.length > MAX_NAME && { name: details.longName(MAX_NAME) }),
    ...(mailboxAddress(email) === null && { email: texts.noEmail }),
    ...newPasswordProblems(form('new_password'), texts),
    ...(!isTimezone(timezone) && { timezone: details.noZone }),
  };
}

function page(
  ctx: Context,
  typed: FirstAccountForm,
  problems: Problems = {},
  status = statusOf(problems),
): Page {
  const texts: AccountTexts = accountTexts(ctx);
  const { name, email, timezone } = typed;
  const { details } = overviewTexts(ctx);
  const { first } = texts;
  return {
    status,
    title: first.title,
    body: html`
${problemSummary(problems, texts)}<p>${first.hint}</p>
<form method="post" action="/account/first" novalidate>
${textField({ name: 'secret', label: first.secret, hint: first.secretHint, autocomplete: 'off', problem: problems['secret'] })}
${textField({ name: 'name', label: details.name, value: name, autocomplete: 'organization', problem: problems['name'] })}
${textField({ name: 'email', label: texts.email, type: 'email', value: email, autocomplete: 'username', problem: problems['email'] })}
${newPasswordField(problems, texts)}
${field(
  { name: 'timezone', label: details.zone, hint: details.zoneHint, problem: problems['timezone'] },
  (attributes) =>
    html`<select ${attributes}>${timeZoneOptions(isTimezone(timezone) ? timezone : 'UTC')}</select>`,
)}
<button>${first.button}</button>
</form>${
      typed === NOTHING &&
      html`
<script>${{ html: SCRIPT }}</script>`
    }`,
  };
}
