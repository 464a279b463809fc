import type Router from '@koa/router';
import type { Context } from 'koa';
import { accountByPassword } from '../../../common/accounts/accounts.ts';
import { isTooLong } from '../../../common/accounts/passwords.ts';
import {
  offerFactor,
  renewRecoveryCodes,
  turnOff,
  turnOn,
  useCode,
} from '../../../common/accounts/second-factor.ts';
import { enrollmentUri } from '../../../common/domain/one-time-codes.ts';
import type { AccountDocument } from '../../../common/models/accounts.ts';
import type { Service } from '../../http/endpoint.ts';
import { accountTexts } from '../texts/language.ts';
import { actOn, noteActivity } from './activity.ts';
import { type FormReader, type Forms, leadTo, showAccountPage } from './forms.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { allowed, tooManyTries } from './limited.ts';
import { confirmPage, factorOffPage, factorOnPage, offerPage, recoveryPage } from './second-factor-pages.ts';
import { type Sessions, type SignedInAccount, sessionIdOf } from './sessions.ts';

const PATH = '/account/second-factor';

/** `/account/second-factor` (docs/rules.md 18.9 to 18.12). Turning it on needs the password; other changes need a code. */
export function secondFactorPages(
  router: Router,
  forms: Forms,
  sessions: Sessions,
  browsers: KnownBrowsers,
  service: Service,
): void {
  const acts = new Acts(sessions, browsers, service);
  router.get(
    PATH,
    forms.page(async (ctx, visitor) => {
      const page = visitor.account.second_factor ? factorOnPage : factorOffPage;
      showAccountPage(ctx, page(visitor, accountTexts(ctx)));
    }),
  );
  for (const name of ['start', 'on', 'codes', 'off'] as const)
    router.post(
      `${PATH}/${name}`,
      forms.form((ctx, visitor, form) => acts[name](ctx, visitor, form)),
    );
}

class Acts {
  readonly #sessions: Sessions;
  readonly #browsers: KnownBrowsers;
  readonly #limits: Service['limits'];
  readonly #config: Service['config'];

  constructor(sessions: Sessions, browsers: KnownBrowsers, { limits, config }: Service) {
    this.#sessions = sessions;
    this.#browsers = browsers;
    this.#limits = limits;
    this.#config = config;
  }

  async start(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<void> {
    const { _id: userId, email } = visitor.account;
    if (visitor.account.second_factor) return leadTo(ctx, PATH);
    const texts = accountTexts(ctx);
    const refuse = (password: string, status?: number): void =>
      showAccountPage(ctx, factorOffPage(visitor, texts, { password }, status));
    const password = form('password');
    if (password === '' || isTooLong(password)) return refuse(texts.noPassword);
    const attempt = await allowed(ctx, () => this.#limits.signInKnown(visitor.token));
    if (!attempt) return refuse(tooManyTries(ctx, texts), 429);
    if (!(await accountByPassword(email, password))) {
      await noteActivity(ctx, 'password_refused', { userId });
      return refuse(texts.notYourPassword);
    }
    await attempt();
    const secret = await offerFactor(userId, sessionIdOf(visitor), this.#config);
    const issuer = new URL(this.#config.publicUrl).hostname;
    showAccountPage(ctx, offerPage(visitor, texts, secret, enrollmentUri(secret, issuer, email)));
  }

  async on(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<void> {
    const { _id: userId } = visitor.account;
    if (visitor.account.second_factor) return leadTo(ctx, PATH);
    const on = await actOn(ctx, 'second_factor_on', { userId }, () =>
      turnOn(visitor.account, sessionIdOf(visitor), form('code'), this.#config),
    );
    const texts = accountTexts(ctx);
    if (!on) return showAccountPage(ctx, confirmPage(visitor, texts, { code: texts.code.wrong }));
    await this.#goOn(ctx, on.account);
    showAccountPage(ctx, recoveryPage(texts, texts.factor.isOn, on.recoveryCodes));
  }

  async codes(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<void> {
    if (!(await this.#takesCode(ctx, visitor, form))) return;
    const { _id: userId } = visitor.account;
    const codes = await actOn(ctx, 'recovery_codes_made', { userId }, () =>
      renewRecoveryCodes(visitor.account, this.#config),
    );
    if (!codes) return leadTo(ctx, PATH);
    const texts = accountTexts(ctx);
    showAccountPage(ctx, recoveryPage(texts, texts.factor.newCodes, codes));
  }

  async off(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<void> {
    if (!(await this.#takesCode(ctx, visitor, form))) return;
    const { _id: userId } = visitor.account;
    const account = await actOn(ctx, 'second_factor_off', { userId }, () => turnOff(visitor.account));
    if (account) await this.#goOn(ctx, account);
    leadTo(ctx, '/account?done=second-factor-off');
  }

  /** Signs this browser in again, because the change ended every session. */
  async #goOn(ctx: Context, account: AccountDocument): Promise<void> {
    await this.#sessions.open(ctx, account);
    this.#browsers.remember(ctx, account);
  }

  /** Uses up the code of the form. If the visitor may not continue, it shows a page and returns false. */
  async #takesCode(ctx: Context, visitor: SignedInAccount, form: FormReader): Promise<boolean> {
    if (!visitor.account.second_factor) {
      leadTo(ctx, PATH);
      return false;
    }
    const texts = accountTexts(ctx);
    const refuse = (code: string, status?: number): false => {
      showAccountPage(ctx, factorOnPage(visitor, texts, { code }, status));
      return false;
    };
    // Counted by session: a stolen session must not use up the owner's tries.
    const attempt = await allowed(ctx, () => this.#limits.code(visitor.token));
    if (!attempt) return refuse(tooManyTries(ctx, texts), 429);
    if (!(await useCode(visitor.account, form('code'), this.#config))) {
      await noteActivity(ctx, 'code_refused', { userId: visitor.account._id });
      return refuse(texts.code.wrong);
    }
    await attempt();
    return true;
  }
}
