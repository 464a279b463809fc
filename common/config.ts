import Joi from 'joi';
import { askAll, type CheckResult, problemsOf } from './config/check-row.ts';
import { type Config, configOf } from './config/config-of.ts';
import { ConfigurationError } from './config/configuration-error.ts';
import { readDkimSettings } from './config/dkim-settings.ts';
import { SETTING_CHECKS } from './config/setting-checks.ts';
import { SETTINGS, type SettingValues } from './config/table.ts';

export type { Config } from './config/config-of.ts';

const schema = Joi.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { check }]) => [name, check])),
);

/** The problems of the form of single settings, and the result of each check of them. */
export function lookAtSettings(environment: NodeJS.ProcessEnv) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { value, error } = schema.validate(given, { abortEarly: false, stripUnknown: true });
  const forms = (error?.details ?? []).map(({ type, message, path }) =>
    type === 'any.required' ? `${path.join('.')} is not set` : message.replaceAll('"', ''),
  );
  const checks: CheckResult[] = askAll(SETTING_CHECKS, { given, value });
  return { given, value: value as SettingValues, forms, checks };
}

/** Reads and checks the configuration, which comes from the environment alone. Throws a {@link ConfigurationError} with all problems. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const { given, value, forms, checks } = lookAtSettings(environment);
  const problems = [...forms, ...problemsOf(checks, 'refuse')];
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configOf(value, readDkimSettings(given).settings);
}
