import { readFileSync } from 'node:fs';
import Joi from 'joi';
import { ConfigurationError } from '../../../common/config/configuration-error.ts';
import { jsonFaultInWords } from '../../../common/domain/json-fault.ts';
import { MAIL_PROVIDERS as RECEIVERS } from '../../../common/replies/providers.ts';
import { NO_PACE_RULES, type PaceRules, type ProviderRule } from './rules.ts';

const MOST_BYTES = 1024 * 1024;

const mails = Joi.number().integer().min(1);
const limits = { per_second: Joi.number().positive(), per_hour: mails, per_day: mails };
const domain = Joi.string().lowercase().domain({ tlds: false });
const day = Joi.string()
  .pattern(/^\d{4}-\d{2}-\d{2}$/)
  .custom((text: string, helpers) =>
    Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? helpers.error('any.invalid') : text,
  )
  .messages({
    'string.pattern.base': '{#label} must be a day, such as 2026-01-31',
    'any.invalid': '{#label} is not a day',
  });
const warmUp = Joi.object({
  first_day: day.required(),
  mails: Joi.array().items(mails).min(1).max(366).required(),
});
const domainRule = { ...limits, connections: mails };

const byName = (name: Joi.Schema, rule: Joi.SchemaMap) =>
  Joi.object()
    .pattern(Joi.alternatives(name, Joi.valid('*')), Joi.object(rule))
    .default({});

const pool = Joi.string().pattern(/^[a-z0-9-]{1,40}$/);
const server = Joi.string().pattern(/^[^\s/@]+:\d+$/);

const schema = Joi.object({
  defaults: Joi.boolean().default(true),
  pools: Joi.object().pattern(pool, Joi.array().items(server).min(1).max(100)).default({}),
  servers: byName(server, {
    ...limits,
    weight: Joi.number().positive().max(1000),
    warm_up: warmUp,
  }),
  accounts: byName(Joi.string().pattern(/^[1-9]\d*$/), { ...limits, pool }),
  sending_domains: byName(domain, { ...limits, warm_up: warmUp, pool }),
  domains: byName(domain, domainRule),
  providers: byName(Joi.string().pattern(/^[a-z0-9-]{1,40}$/), {
    ...domainRule,
    domains: Joi.array().items(domain).min(1).max(1000),
  }),
});

type PaceFile = Omit<PaceRules, 'providers'> & {
  readonly defaults: boolean;
  readonly providers: Readonly<Record<string, Partial<ProviderRule>>>;
};

/**
 * Defaults for all workers. Which providers take few connections, and which domains together, are facts from KumoMTA's shaping.toml
 * (see NOTICE). Its limits are for each source address of a host that delivers itself; our relay may have many and queues, so these
 * are several times as large. They only keep a large send from filling the relay's queue: 1,000,000 mails to Gmail take an hour.
 */
const PROVIDER_PACES: Readonly<Record<string, ProviderRule>> = Object.freeze({
  google: { domains: RECEIVERS.gmail.domains, connections: 40, per_second: 300 },
  microsoft: { domains: RECEIVERS.microsoft.domains, connections: 40, per_second: 200 },
  yahoo: { domains: RECEIVERS.yahoo.domains, connections: 40, per_second: 200 },
  'yahoo-japan': { domains: ['yahoo.co.jp'], connections: 10, per_second: 50 },
  apple: { domains: RECEIVERS.apple.domains, connections: 40, per_second: 100 },
  comcast: { domains: RECEIVERS.comcast.domains, connections: 40, per_second: 100 },
  gmx: { domains: RECEIVERS.gmx.domains, connections: 20, per_second: 50 },
  't-online': { domains: ['t-online.de', 'magenta.de'], connections: 20, per_second: 50 },
  // laposte.net answers in the same words, but has its own servers.
  orange: { domains: ['orange.fr', 'wanadoo.fr'], connections: 10, per_second: 30 },
});

export const DEFAULT_RULES: PaceRules = Object.freeze({ ...NO_PACE_RULES, providers: PROVIDER_PACES });

export function readPaceFile(path: string | null): PaceRules {
  if (path === null) return DEFAULT_RULES;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError([`PACE_FILE: ${(error as Error).message}`]);
  }
  return parseRules(text);
}

export function parseRules(text: string): PaceRules {
  if (text.length > MOST_BYTES)
    throw new ConfigurationError([`PACE_FILE has more than ${MOST_BYTES} bytes; write fewer rules`]);
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    throw new ConfigurationError([`PACE_FILE is ${jsonFaultInWords(text)}`]);
  }
  const { value, error } = schema.validate(written, { abortEarly: false });
  const problems = (error?.details ?? []).map(({ message }) => `PACE_FILE: ${message.replaceAll('"', '')}`);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const { defaults, ...rules } = value as PaceFile;
  const providers = merged(defaults ? PROVIDER_PACES : {}, rules.providers);
  const unclear = ambiguous(providers);
  if (unclear.length > 0) throw new ConfigurationError(unclear);
  const lost = [...Object.entries(rules.accounts), ...Object.entries(rules.sending_domains)].flatMap(
    ([name, rule]) =>
      rule.pool !== undefined && !Object.hasOwn(rules.pools, rule.pool)
        ? [`PACE_FILE: ${name} has the pool ${rule.pool}, which pools does not name`]
        : [],
  );
  if (lost.length > 0) throw new ConfigurationError(lost);
  return { ...rules, providers };
}

/** A rule of the file changes the default of its name field by field. */
function merged(standard: PaceRules['providers'], written: PaceFile['providers']): PaceRules['providers'] {
  const all: Record<string, ProviderRule> = { ...standard };
  for (const [name, rule] of Object.entries(written)) {
    const domains = rule.domains ?? standard[name]?.domains;
    if (!domains) throw new ConfigurationError([`PACE_FILE: providers.${name}.domains is missing`]);
    all[name] = { ...standard[name], ...rule, domains };
  }
  return all;
}

function ambiguous(providers: PaceRules['providers']): string[] {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const [name, { domains }] of Object.entries(providers)) {
    for (const domain of domains) {
      const owner = owners.get(domain);
      if (owner) problems.push(`PACE_FILE: ${domain} is a domain of both ${owner} and ${name}; remove one`);
      owners.set(domain, name);
    }
  }
  return problems;
}
