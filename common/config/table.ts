import { connections } from './connections.ts';
import { inbound } from './inbound.ts';
import { limits, questions, quotaSettings, rates } from './limits.ts';
import { mail } from './mail.ts';
import { embedded, keeping, operating, running, watching } from './running.ts';
import { secretSettings } from './secrets.ts';
import type { Section, SettingValue } from './setting.ts';
import { rendering, work } from './work.ts';

/** THE TABLE of settings, in the order of the documentation: configuration, `.env.example` and docs/settings.md are generated from it. */
export const SECTIONS: readonly Section[] = Object.freeze([
  connections,
  secretSettings,
  mail,
  inbound,
  work,
  rendering,
  limits,
  rates,
  questions,
  quotaSettings,
  keeping,
  watching,
  operating,
  running,
  embedded,
]);

/** The settings of the service; `local/` reads those of the embedded services. */
export const SETTINGS = Object.freeze({
  ...connections.settings,
  ...secretSettings.settings,
  ...mail.settings,
  ...inbound.settings,
  ...work.settings,
  ...rendering.settings,
  ...limits.settings,
  ...rates.settings,
  ...questions.settings,
  ...quotaSettings.settings,
  ...keeping.settings,
  ...watching.settings,
  ...operating.settings,
  ...running.settings,
});

export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS]: SettingValue<(typeof SETTINGS)[Name]>;
};
