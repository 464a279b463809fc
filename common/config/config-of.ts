import { isIP } from 'node:net';
import { isLoopback } from '../domain/network.ts';
import { QUOTA_NAMES, QUOTAS, type QuotaLimits, withRowsOf } from '../domain/quotas.ts';
import { listed } from './checks.ts';
import type { DkimSettings } from './dkim-settings.ts';
import type { SettingValues } from './table.ts';

/** A field's unit, default and reason are in the row of its setting. */
export type Config = ReturnType<typeof configOf>;

export function configOf(value: SettingValues, dkim: DkimSettings | null) {
  const production = value.NODE_ENV === 'production';
  const publicUrl = value.PUBLIC_URL.replace(/\/+$/, '');
  const publicHost = new URL(publicUrl).hostname;
  const signingSecrets = value.APP_SECRETS ?? [value.APP_SECRET!];
  return Object.freeze({
    production,
    /** Null: all addresses of the machine. */
    host: value.HOST ?? (production ? null : '127.0.0.1'),
    port: value.PORT,
    /** Scheme, host and port, without a trailing slash. */
    publicUrl,
    mongodbUrl: value.MONGODB_URL,
    redisUrl: value.REDIS_URL,
    /** One URL for each mail server. */
    smtpUrls: Object.freeze(listed(value.SMTP_URL)),
    messageIdDomain: value.MESSAGE_ID_DOMAIN ?? publicHost,
    /** Null: the return path of a mail is its sender. */
    bounceDomain: value.BOUNCE_DOMAIN?.toLowerCase() ?? null,
    dkimCnameDomain: value.DKIM_CNAME_DOMAIN?.toLowerCase() ?? null,
    inbound: Object.freeze({
      /** Port null: no listener. Host null: all addresses of the machine. */
      smtp: Object.freeze({
        port: value.INBOUND_SMTP_PORT ?? null,
        host: value.INBOUND_SMTP_HOST ?? (production ? null : '127.0.0.1'),
        connections: value.INBOUND_SMTP_CONNECTIONS,
        connectionsEach: value.INBOUND_SMTP_CONNECTIONS_EACH,
        certFile: value.INBOUND_TLS_CERT ?? null,
        keyFile: value.INBOUND_TLS_KEY ?? null,
      }),
      /** Null: mails to postmaster and abuse that are no reports are only counted. */
      forwardTo: value.INBOUND_FORWARD_TO ?? null,
      /** URL null: no mailbox is read. */
      imap: Object.freeze({
        url: value.INBOUND_IMAP_URL ?? null,
        seconds: value.INBOUND_IMAP_SECONDS,
        moveTo: value.INBOUND_IMAP_MOVE_TO ?? null,
        delete: value.INBOUND_IMAP_DELETE,
      }),
      /** A provider without its secret is off (null). */
      hooks: Object.freeze({
        port: value.INBOUND_PORT,
        host: value.INBOUND_HOST ?? (production ? null : '127.0.0.1'),
        rate: value.RATE_HOOKS,
        sesTopics: value.HOOK_SES_TOPICS ?? null,
        sendgridKey: value.HOOK_SENDGRID_KEY ?? null,
        mailgunKey: value.HOOK_MAILGUN_KEY ?? null,
        postmarkLogin: value.HOOK_POSTMARK_LOGIN ?? null,
        resendSecret: value.HOOK_RESEND_SECRET ?? null,
      }),
    }),
    /** Null: the library's, which is [127.0.0.1] for a machine whose name has no dot. */
    smtpName: value.SMTP_NAME ?? greetingOf(publicHost),
    freeMailSenders: value.FREE_MAIL_SENDERS,
    systemFrom: value.SYSTEM_FROM ?? `no-reply@${publicHost}`,
    /** Seals the data keys in the store. */
    appSecret: value.APP_SECRET ?? signingSecrets[0]!,
    /** The first signs. The last is the oldest. */
    signingSecrets: Object.freeze(signingSecrets),
    /** Key ids without whose secrets the programs start. */
    acceptedKeys: value.ACCEPT_MISSING_KEYS,
    logLevel: value.LOG_LEVEL,
    logAddresses: value.LOG_ADDRESSES,
    trustProxy: Number(value.TRUST_PROXY),
    keepAliveMs: 1000 * (value.KEEP_ALIVE_SECONDS ?? (Number(value.TRUST_PROXY) > 0 ? 75 : 5)),
    corsOrigins: value.CORS_ORIGINS,
    maxConnections: value.MAX_CONNECTIONS,
    rates: Object.freeze({
      calls: value.RATE_CALLS,
      burst: value.RATE_BURST,
      wrongKeys: value.RATE_WRONG_KEYS,
      pages: value.RATE_PAGES,
      forms: value.RATE_FORMS,
      signIns: value.RATE_SIGN_INS,
      verifications: value.RATE_VERIFICATIONS,
      accountVerifications: value.RATE_ACCOUNT_VERIFICATIONS,
    }),
    smtpConnections: value.SMTP_CONNECTIONS,
    smtpRate: value.SMTP_RATE,
    paceFile: value.PACE_FILE ?? null,
    smtpTimeout: value.SMTP_TIMEOUT_MS,
    replyRulesFile: value.REPLY_RULES_FILE ?? null,
    /** Null: no signature. */
    dkim,
    dnsServers: value.DNS_SERVERS ?? null,
    spamCheckUrl: value.SPAM_CHECK_URL ?? null,
    inDoubt: value.IN_DOUBT,
    messagesInDoubt: value.MESSAGES_IN_DOUBT,
    giveUpHours: value.GIVE_UP_HOURS,
    hygieneDir: value.HYGIENE_DIR ?? null,
    workerSlices: value.WORKER_SLICES,
    recordMails: value.RECORD_MAILS,
    recordMs: value.RECORD_MS,
    /** Port null: no separate port for metrics. */
    metrics: Object.freeze({ host: value.METRICS_HOST, port: value.METRICS_PORT ?? null }),
    operators: value.OPERATORS,
    retentionDays: value.RETENTION_DAYS,
    purgeDays: value.PURGE_DAYS,
    auditDays: value.AUDIT_DAYS,
    closedDays: value.CLOSED_DAYS,
    tracking: Object.freeze({ ms: value.TRACKING_MS, events: value.TRACKING_EVENTS }),
    /** Null: large blocks that contain Apple's networks. */
    prefetchNetworksFile: value.PREFETCH_NETWORKS_FILE ?? null,
    questions: Object.freeze({
      ms: value.SLOW_QUESTION_MS,
      countingMs: value.PREVIEW_COUNTING_MS,
      total: value.SLOW_QUESTIONS,
    }),
    rendering: Object.freeze({
      processes: value.RENDER_PROCESSES,
      cpuMs: value.RENDER_CPU_MS,
      memoryMb: value.RENDER_MEMORY_MB,
      htmlBytes: value.RENDER_HTML_BYTES,
      cacheBytes: value.RENDER_CACHE_BYTES,
    }),
    limits: Object.freeze({
      body: value.LIMIT_BODY_BYTES,
      bodies: value.LIMIT_BODIES_BYTES,
      uploads: value.LIMIT_UPLOADS_BYTES,
      attachments: value.LIMIT_ATTACHMENTS_BYTES,
      image: value.LIMIT_IMAGE_BYTES,
      csv: value.LIMIT_CSV_BYTES,
      items: value.LIMIT_ITEMS,
      template: value.LIMIT_TEMPLATE_BYTES,
      csvRecord: value.LIMIT_CSV_RECORD_BYTES,
      csvColumns: value.LIMIT_CSV_COLUMNS,
      lists: value.LIMIT_LISTS_BYTES,
    }),
    quotas: Object.freeze(
      withRowsOf({
        contacts: value.QUOTA_CONTACTS,
        ...Object.fromEntries(
          QUOTA_NAMES.flatMap((name) => {
            const { by } = QUOTAS[name];
            return 'setting' in by ? [[name, value[by.setting]]] : [];
          }),
        ),
      }),
    ) as QuotaLimits,
  });
}

/** An address is written as a literal (RFC 5321, 4.1.3). */
function greetingOf(host: string): string | null {
  if (isLoopback(host) || !/[.:]/.test(host)) return null;
  if (isIP(host) === 4) return `[${host}]`;
  return host.startsWith('[') ? `[IPv6:${host.slice(1)}` : host;
}
