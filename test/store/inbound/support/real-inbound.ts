import { readFileSync } from 'node:fs';
import { storeDomainReport } from '../../../../common/changes/domain-reports.ts';
import { applyMailEvent } from '../../../../common/changes/mail-events.ts';
import { messageIdOf } from '../../../../common/domain/message-ids.ts';
import { returnPathOf, toBase32, unsubscribeAddressOf } from '../../../../common/domain/token-addresses.ts';
import type { MailOfAccount } from '../../../../common/domain/tokens.ts';
import { signToken, tokenKey } from '../../../../common/domain/tokens.ts';
import { createLogger } from '../../../../common/log.ts';
import { findByProviderId } from '../../../../common/queries/provider-ids.ts';
import { readDomainReports } from '../../../../inbound/domain-reports/read.ts';
import { createDomainReports } from '../../../../inbound/domain-reports/take.ts';
import { createReceiver } from '../../../../inbound/receiver.ts';
import { readReport } from '../../../../inbound/reports/read-report.ts';
import type { InboundParts } from '../../../../inbound/run.ts';
import { oldToken } from '../../../support/old-tokens.ts';
import { type Inbound, SECRETS, startInbound } from './inbound.ts';

/** The parts that receivers have outside tests. MongoDB must be connected. */
const REAL = { apply: applyMailEvent, find: findByProviderId, read: readReport };

/** Running receivers that read and write what comes, as outside tests. */
export const startRealInbound = (
  name: string,
  environment: Readonly<Record<string, string>>,
  parts: InboundParts = {},
): Promise<Inbound> => startInbound(name, environment, { ...REAL, ...parts });

/** Hands a mail over as the reader of the mailbox does. */
export async function readFromMailbox({ config }: Inbound, raw: string): Promise<unknown> {
  const log = createLogger('inbound', 'silent');
  const domainReports = createDomainReports(config, {
    read: readDomainReports,
    store: storeDomainReport,
    log,
  });
  return createReceiver(config, { ...REAL, domainReports, log }).mail('imap', Buffer.from(raw), null);
}

/** The tokens with which a mail left. `secret`: of another service, where it is not one of ours. */
export interface Tokens {
  readonly returnPath: string;
  readonly messageId: string;
  readonly unsubscribe: { readonly token: string; readonly address: string };
}

export function tokensOf(mail: MailOfAccount, secret = SECRETS[0]!): Tokens {
  const key = tokenKey(secret);
  return {
    returnPath: returnPathOf(mail, 1, key, 'bounces.example'),
    messageId: messageIdOf(mail, secret, 'mail.example'),
    unsubscribe: {
      token: signToken(key, 'unsubscribe', mail),
      address: unsubscribeAddressOf(mail, key, 'bounces.example'),
    },
  };
}

/** The same, as versions before accounts in tokens signed them. */
export function oldTokensOf(id: number): Tokens {
  const [secret] = SECRETS as [string];
  const address = (prefix: string, token: string): string =>
    `${prefix}${toBase32(Buffer.from(token, 'base64url'))}@bounces.example`;
  const token = oldToken(secret, 'unsubscribe', id);
  return {
    returnPath: address('b-', oldToken(secret, 'bounce', id, 1)),
    messageId: `${oldToken(secret, 'message', id).slice(4)}@mail.example`,
    unsubscribe: { token, address: address('u-', token) },
  };
}

/** A report of `test/fixtures/reports`, about the mail with these tokens. */
export const reportAbout = (name: string, { returnPath, messageId }: Tokens, recipient: string): string =>
  readFileSync(new URL(`../../../fixtures/reports/${name}.eml`, import.meta.url), 'utf8')
    .replaceAll('{{RETURN_PATH}}', returnPath)
    .replaceAll('{{MESSAGE_ID}}', messageId)
    .replaceAll('{{RECIPIENT}}', recipient)
    .replaceAll(/\r?\n/g, '\r\n');
