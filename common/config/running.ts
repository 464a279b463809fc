import Joi from 'joi';
import { accountIds } from './checks.ts';
import { checked, choice, optionalText, section, whole } from './setting.ts';

export const keeping = section({
  title: 'Keeping',
  settings: {
    PURGE_DAYS: whole({
      least: 0,
      most: 36_500,
      standard: 30,
      unit: 'days',
      reason: 'Time until deleted contacts and their rows of segments are removed. 0: never.',
    }),
    RETENTION_DAYS: whole({
      least: 0,
      most: 36_500,
      standard: 400,
      unit: 'days',
      reason:
        'Time until ledger rows, and addresses in ended enrollments, are removed (docs/retention.md). 0: never.',
    }),
    AUDIT_DAYS: whole({
      least: 30,
      most: 3650,
      standard: 365,
      unit: 'days',
      reason: 'How long audit logs (GET account/audit) are kept.',
    }),
    CLOSED_DAYS: whole({
      least: 3,
      most: 365,
      standard: 30,
      unit: 'days',
      reason: 'How long a closed account can be reopened; then it is deleted.',
    }),
  },
});

export const watching = section({
  title: 'Watching',
  settings: {
    METRICS_PORT: checked<number | undefined>(Joi.number().port(), {
      type: 'port',
      reason:
        'A port for /metrics, /healthz and /readyz of this process; with npm start the API has it, and the worker the next one. Unset: the API serves them on its own port, outside production.',
    }),
    METRICS_HOST: checked<string>(Joi.string().default('127.0.0.1'), {
      type: 'address of this machine',
      standard: '127.0.0.1',
      reason: 'Where METRICS_PORT is opened; 0.0.0.0 in a container that nothing else reaches.',
    }),
  },
});

export const operating = section({
  title: 'Operating',
  settings: {
    OPERATORS: checked<readonly number[]>(accountIds.default([]), {
      type: 'ids of accounts, comma-separated',
      reason: 'Accounts with the pages of the operator in the console. They need a second factor.',
    }),
  },
});

export const running = section({
  title: 'Running',
  settings: {
    NODE_ENV: choice(['production', 'development', 'test'], {
      standard: 'development',
      reason: 'production: no embedded services; an unset URL or APP_SECRET stops the start.',
    }),
    LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      standard: 'info',
      reason: 'The lowest level that is logged.',
    }),
    LOG_ADDRESSES: choice(['network', 'full', 'none'], {
      standard: 'network',
      reason: 'Addresses of clients in the log (docs/logs.md).',
    }),
  },
});

/** Read by the programs in `local/`, which the service itself does not use. */
export const embedded = section({
  title: 'Embedded services',
  about: 'Read by npm start and other commands on a machine with only Node.',
  settings: {
    DATA_DIR: checked<string | undefined>(Joi.any(), {
      type: 'path',
      standard: './data',
      reason: "Files of the embedded services, from the repository's root.",
    }),
    MAILBOX_PORT: checked<string | undefined>(Joi.any(), {
      type: 'port',
      standard: '8025',
      reason: 'The page of the embedded mail catcher.',
    }),
    MONGOD_BINARY: optionalText('path', 'mongod, in place of that in PATH or SERVERS_DIR.', Joi.any()),
    REDIS_BINARY: optionalText('path', 'The same for redis-server.', Joi.any()),
    SERVERS_DIR: checked<string | undefined>(Joi.any(), {
      type: 'path',
      standard: '.servers',
      reason: 'Servers that were fetched because PATH has none.',
    }),
    ENV_FILE: checked<string | undefined>(Joi.any(), {
      type: 'path',
      standard: '.env',
      reason: 'The file of settings that is read at the start. Empty: none.',
    }),
  },
});
