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
      reason: 'Deleted contacts are removed after this time, with their rows of segments. 0: never.',
    }),
    RETENTION_DAYS: whole({
      least: 0,
      most: 36_500,
      standard: 400,
      unit: 'days',
      reason:
        'Ledger rows, and addresses in ended enrollments, are removed after this time (docs/retention.md). 0: never.',
    }),
    AUDIT_DAYS: whole({
      least: 30,
      most: 3650,
      standard: 365,
      unit: 'days',
      reason: 'How long acts of people, keys and operators in an account (GET account/audit) are kept.',
    }),
    CLOSED_DAYS: whole({
      least: 3,
      most: 365,
      standard: 30,
      unit: 'days',
      reason: 'How long a closed account can be reopened; then all of it is deleted.',
    }),
  },
});

export const watching = section({
  title: 'Watching',
  settings: {
    METRICS_PORT: checked<number | undefined>(Joi.number().port(), {
      type: 'port',
      reason:
        '/metrics, /healthz and /readyz of this process, on a port of their own. With npm start it is the port of the API, and the worker ' +
        "has the next one. Unset: only the API's own port serves them, outside production.",
    }),
    METRICS_HOST: checked<string>(Joi.string().default('127.0.0.1'), {
      type: 'address of this machine',
      standard: '127.0.0.1',
      reason: 'Where METRICS_PORT is opened. 0.0.0.0 in a container that nothing else reaches.',
    }),
  },
});

export const operating = section({
  title: 'Operating',
  settings: {
    OPERATORS: checked<readonly number[]>(accountIds.default([]), {
      type: 'ids of accounts, comma-separated',
      reason: 'Accounts whose console has the pages of the operator. They need a second factor.',
    }),
  },
});

export const running = section({
  title: 'Running',
  settings: {
    NODE_ENV: checked<string>(Joi.string().default('development'), {
      type: 'text',
      standard: 'development',
      reason:
        'With production there are no embedded services, and an unset URL or APP_SECRET stops the start.',
    }),
    LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      standard: 'info',
      reason: 'The lowest level that is written.',
    }),
    LOG_ADDRESSES: choice(['network', 'full', 'none'], {
      standard: 'network',
      reason: 'Addresses of clients in the log of the API (docs/logs.md).',
    }),
  },
});

/** Read by the programs in `local/`, which the service itself does not use. */
export const embedded = section({
  title: 'Embedded services',
  about: 'Read by npm start and the other commands of a machine that has only Node.',
  settings: {
    DATA_DIR: checked<string | undefined>(Joi.any(), {
      type: 'path',
      standard: './data',
      reason:
        "Files of the embedded services, from the repository's root. Not used with servers of your own.",
    }),
    MAILBOX_PORT: checked<string | undefined>(Joi.any(), {
      type: 'port',
      standard: '8025',
      reason: 'The page of the embedded mail catcher.',
    }),
    MONGOD_BINARY: optionalText('path', 'mongod, in place of the one in PATH or SERVERS_DIR.', Joi.any()),
    REDIS_BINARY: optionalText(
      'path',
      'redis-server, in place of the one in PATH or SERVERS_DIR.',
      Joi.any(),
    ),
    SERVERS_DIR: checked<string | undefined>(Joi.any(), {
      type: 'path',
      standard: '.servers',
      reason: 'Where servers are kept that were fetched because PATH has none.',
    }),
    ENV_FILE: checked<string | undefined>(Joi.any(), {
      type: 'path',
      standard: '.env',
      reason: 'The file of settings that is read at the start. Empty: none. Not read from that file itself.',
    }),
  },
});
