import { isIP } from 'node:net';
import Joi from 'joi';
import mongoose from 'mongoose';
import { REDIS_FORMS, readRedisUrl } from '../redis/redis-url.ts';
import { MAIL_SCHEMES } from './mail-schemes.ts';

const LEAST_SECRET = 32;

export const listed = (text: string): string[] => text.split(',').map((one) => one.trim());

/** Refuses a text by `problem`, which follows the setting's name. */
export const textLike = (fits: (text: string) => boolean, problem: string) =>
  Joi.string().custom((text: string, helpers) =>
    fits(text) ? text : helpers.message({ custom: `{#label} ${problem}` }),
  );

/** The same for texts with commas between them; the value is a list. */
export const listOf = (fits: (one: string) => boolean, problem: string) =>
  Joi.string().custom((text: string, helpers) => {
    const all = listed(text);
    return all.every(fits) ? all : helpers.message({ custom: `{#label} ${problem}` });
  });

/** The driver parses the connection string. Its own error texts might repeat the password. */
export const mongodbUrl = Joi.string().custom((text: string, helpers) => {
  try {
    void new mongoose.mongo.MongoClient(text);
    return text;
  } catch {
    const form = 'mongodb://user:password@host1:27017,host2:27017/database?replicaSet=name';
    return helpers.message({ custom: `{#label} must be a MongoDB connection string, such as ${form}` });
  }
});

export const redisUrl = textLike(
  (text) => Boolean(readRedisUrl(text)),
  `must have one of these forms: ${REDIS_FORMS.join(', ')}`,
);

/** SMTP, a provider, or `mail+NAME:…` from `worker/sending/transport/schemes.ts`. A transport checks its URL further. */
const MAIL_SERVER = new RegExp(`^((${MAIL_SCHEMES.join('|')})://[^\\s/]|mail\\+[a-z0-9]+:\\S)`);

export const mailServerUrls = textLike(
  (text) => listed(text).every((one) => MAIL_SERVER.test(one)),
  `must be URLs of mail servers (${MAIL_SCHEMES.map((scheme) => `${scheme}://`).join(', ')}), such as smtps://user:password@host:465, with commas between them`,
);

export const secret = Joi.string().min(LEAST_SECRET);

/** An old secret may contain any characters. A JSON array allows commas in it. */
function listedSecrets(text: string): string[] {
  if (!text.startsWith('[')) return listed(text);
  try {
    return (JSON.parse(text) as unknown[]).map((one) => (typeof one === 'string' ? one : ''));
  } catch {
    return [''];
  }
}

export const secrets = Joi.string().custom((text: string, helpers) => {
  const all = [...new Set(listedSecrets(text))];
  return all.length > 0 && all.every((one) => one.length >= LEAST_SECRET)
    ? all
    : helpers.message({
        custom: `{#label} must be secrets of at least ${LEAST_SECRET} characters each, with commas between them`,
      });
});

export const keyIds = listOf((one) => /^[\da-f]{6}$/.test(one), 'must be ids of keys, such as d7a220,26c35d');

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const origins = listOf(
  (one) => one === '*' || isOrigin(one),
  'must be * or origins such as https://app.example, with commas between them',
);

export const spamCheckUrl = Joi.string().uri({ scheme: ['http', 'https'] });

/** An IP address, with or without a port: `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1`, `[2001:db8::1]:53`. */
const DNS_SERVER = /^(?:\[([\da-f:.]+)\]|([\d.]+)):([1-9]\d{0,4})$/i;

function isDnsServer(text: string): boolean {
  const [, six, four, port] = DNS_SERVER.exec(text) ?? [];
  return isIP(six ?? four ?? text) !== 0 && Number(port ?? 53) <= 65_535;
}

export const dnsServers = listOf(isDnsServer, 'must be IP addresses of DNS servers, such as 192.0.2.1:53');

export const accountIds = listOf(
  (one) => /^[1-9]\d{0,14}$/.test(one),
  'must be ids of accounts, such as 1,7',
).custom((all: string[]) => [...new Set(all)].map(Number));
