import type { Config } from '../../common/config.ts';

/** The environment of a child process that works on the stores of a configuration. */
export const storeEnvironment = (
  { mongodbUrl, redisUrl, smtpUrls, appSecret }: Config,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv => ({
  ...process.env,
  MONGODB_URL: mongodbUrl,
  REDIS_URL: redisUrl,
  SMTP_URL: smtpUrls.join(','),
  APP_SECRET: appSecret,
  ...extra,
});
