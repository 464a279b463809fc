import Joi from 'joi';
import { type Config, configOf } from './config/config-of.ts';
import { ConfigurationError } from './config/configuration-error.ts';
import { readDkimSettings } from './config/dkim-settings.ts';
import { secretProblems } from './config/secret-problems.ts';
import { SETTINGS, type SettingValues } from './config/table.ts';

export type { Config } from './config/config-of.ts';

const schema = Joi.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { check }]) => [name, check])),
);

/** Reads and checks the configuration, which comes from the environment alone. Throws a {@link ConfigurationError} with all problems. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { value, error } = schema.validate(given, { abortEarly: false, stripUnknown: true });
  const dkim = readDkimSettings(given);
  const problems = [
    ...(error?.details ?? []).map(({ type, message, path }) =>
      type === 'any.required' ? `${path.join('.')} is not set` : message.replaceAll('"', ''),
    ),
    ...dkim.problems,
    ...secretProblems(value),
    ...quoted(given),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configOf(value as SettingValues, dkim.settings);
}

/** Docker, Compose and Kubernetes keep quotes as part of a value, but `npm start` removes them: one file would mean two secrets. */
const quoted = (given: NodeJS.ProcessEnv): string[] =>
  Object.keys(SETTINGS)
    .filter((name) => /^(["'`]).*\1$/s.test(given[name] ?? ''))
    .map((name) => `${name} must be written without quotes, which would be part of its value`);
