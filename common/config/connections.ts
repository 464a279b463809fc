import Joi from 'joi';
import { mailServerUrls, mongodbUrl, origins, redisUrl } from './checks.ts';
import { checked, listenerAddress, section, whole } from './setting.ts';

export const connections = section({
  title: 'Connections',
  about:
    'An embedded service replaces each of the first three URLs that is unset, except in production (NODE_ENV=production). Names and passwords in URLs are percent-encoded.',
  settings: {
    MONGODB_URL: checked<string>(mongodbUrl.required(), {
      type: 'connection string',
      otherwise: 'embedded',
      reason:
        'Names a replica set, because writes wait for a majority of its members: mongodb://user:password@a:27017,b:27017/mailing?replicaSet=rs0, or mongodb+srv://….',
    }),
    REDIS_URL: checked<string>(redisUrl.required(), {
      type: 'URL',
      otherwise: 'embedded',
      reason:
        'Redis needs its append-only file and maxmemory-policy noeviction. TLS: rediss://user:password@host:6379/0. Sentinels, by the NAME of their primary: redis+sentinel://user:password@sentinel1:26379,sentinel2:26379/NAME/0?sentinelPassword=…. A cluster: redis+cluster://user:password@a:6379,b:6379. The last two with TLS: rediss+….',
    }),
    SMTP_URL: checked<string>(mailServerUrls.required(), {
      type: 'URLs, comma-separated',
      otherwise: 'embedded',
      reason:
        'Mail servers, such as smtp://user:password@relay.example:587. Several share the load and replace one another. A login needs TLS (smtps:// or STARTTLS), except at the loopback address; ?allow-plain-login=1 sends it in plain text in a trusted network. Providers by HTTP (docs/transports.md): ses://ACCESS-KEY-ID:SECRET@REGION, postmark://SERVER-TOKEN@default, resend://API-KEY@default.',
    }),
    PORT: checked<number>(Joi.number().port().default(3000), {
      type: 'port',
      standard: '3000',
      reason: 'The port of the API.',
    }),
    HOST: listenerAddress('The address of the API.'),
    PUBLIC_URL: checked<string>(
      Joi.string()
        .uri({ scheme: ['http', 'https'] })
        .when('NODE_ENV', {
          is: 'production',
          // oxlint-disable-next-line unicorn/no-thenable -- Joi's word
          then: Joi.required(),
          otherwise: Joi.string().default((all: { PORT: number }) => `http://localhost:${all.PORT}`),
        }),
      {
        type: 'URL',
        otherwise: 'http://localhost:<PORT>; required in production',
        reason: 'The address of the service for people, also in the links of mails.',
      },
    ),
    TRUST_PROXY: checked<boolean | number>(
      Joi.alternatives(Joi.boolean(), Joi.number().integer().min(0).max(10)).default(false),
      {
        type: 'true, false, or 0 to 10',
        standard: 'false',
        reason:
          'Whether to trust X-Forwarded-For: true behind one reverse proxy that sets it, a number behind several.',
      },
    ),
    KEEP_ALIVE_SECONDS: checked<number | undefined>(Joi.number().integer().min(1).max(3600), {
      type: 'whole number, 1 to 3600 (seconds)',
      otherwise: '5; with TRUST_PROXY 75',
      reason:
        'How long an idle connection stays open. It must be longer than a proxy keeps it (nginx and most balancers: 60), or the proxy answers 502 now and then.',
    }),
    CORS_ORIGINS: checked<readonly string[]>(origins.default([]), {
      type: 'origins, comma-separated',
      reason:
        'Origins whose pages may call the API, with keys in the page, such as https://app.example. * allows all.',
    }),
    MAX_CONNECTIONS: whole({
      standard: 5000,
      unit: 'connections',
      reason:
        'Open connections of an API process, some 15 kB each. Beyond it, the oldest without a request is closed. Without a proxy, an IP address (IPv6: /64) has a twentieth, at least 10.',
    }),
  },
});
