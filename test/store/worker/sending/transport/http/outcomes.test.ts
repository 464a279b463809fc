import { expect } from 'chai';
import type { Outcome } from '../../../../../../worker/sending/transport/outcome.ts';
import type { ProviderName } from '../../../../../support/provider-apis.ts';
import {
  type Act,
  type ProviderServer,
  startProviderServer,
} from '../../../../../support/provider-server.ts';
import { mailTo, transportTo } from '../../../../../support/transports.ts';

/** An outcome without free text and waiting times. */
function classOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'deferred':
    case 'refused':
      return `${outcome.kind} ${outcome.class} ${outcome.rule}`;
    case 'unreached':
      return `unreached ${outcome.fault}`;
    default:
      return outcome.kind;
  }
}

/** An answer of an API, and its outcome. */
type Case = readonly [status: number, code: string, message: string, expected: string];

const SES: readonly Case[] = [
  [400, 'MessageRejected', 'Ask support for help', 'refused content ses-message-rejected'],
  [400, 'MessageRejected', 'Invalid content', 'refused content malformed'],
  [
    400,
    'MessageRejected',
    'Email address is not verified. The following identities failed the check in region EU-WEST-1: a@b.example',
    'refused relay ses-not-verified',
  ],
  [400, 'BadRequestException', "Missing final '@domain'", 'refused unknown ses-bad-request-exception'],
  [400, 'AccountSuspendedException', 'suspended', 'refused relay ses-account-suspended-exception'],
  [400, 'SendingPausedException', 'paused', 'refused relay ses-sending-paused-exception'],
  [
    400,
    'MailFromDomainNotVerifiedException',
    'no',
    'refused relay ses-mail-from-domain-not-verified-exception',
  ],
  [404, 'NotFoundException', 'Configuration set <x> does not exist', 'refused relay ses-not-found-exception'],
  [429, 'TooManyRequestsException', 'Maximum sending rate exceeded', 'unreached slow_down'],
  [400, 'LimitExceededException', 'Daily message quota exceeded', 'unreached slow_down'],
  [400, 'ThrottlingException', 'Rate exceeded', 'unreached slow_down'],
  [503, 'ServiceUnavailable', '', 'unreached slow_down'],
  [403, 'SignatureDoesNotMatch', 'The canonical request was …', 'unreached login'],
  [403, 'UnrecognizedClientException', 'The security token is invalid', 'unreached login'],
  [403, 'ExpiredTokenException', 'expired', 'unreached login'],
  [403, 'AccessDeniedException', 'not authorized to perform ses:SendEmail', 'unreached login'],
  [500, 'InternalFailure', '', 'deferred later ses-internal-failure'],
];

const POSTMARK: readonly Case[] = [
  [401, '10', 'No Account or Server API tokens were supplied', 'unreached login'],
  [422, '100', 'Maintenance', 'unreached slow_down'],
  [422, '300', "Error parsing 'To': Illegal email address 'x@'", 'refused unknown postmark-300'],
  [422, '400', 'The sender signature was not found', 'refused relay postmark-400'],
  [422, '401', 'The sender signature is not confirmed', 'refused relay postmark-401'],
  [422, '402', 'Invalid JSON', 'refused relay postmark-402'],
  [422, '403', 'Incompatible JSON', 'refused relay postmark-403'],
  [422, '405', 'You ran out of credits', 'refused relay postmark-405'],
  [422, '406', 'Found inactive addresses: a@b.example', 'refused unknown postmark-406'],
  [422, '409', 'JSON required', 'refused relay postmark-409'],
  [422, '410', 'Too many batch messages', 'refused relay postmark-410'],
  [422, '411', 'Forbidden attachment type', 'refused content postmark-411'],
  [422, '412', 'The account is pending approval', 'refused relay postmark-412'],
  [422, '413', 'The account may not send', 'refused relay postmark-413'],
  [422, '429', 'Rate limit exceeded', 'unreached slow_down'],
  [200, '406', 'Found inactive addresses: a@b.example', 'refused unknown postmark-406'],
  [422, '9999', 'something new', 'refused unknown http-422'],
  [413, '', '', 'refused size http-413'],
];

const RESEND: readonly Case[] = [
  [400, 'validation_error', 'Invalid `to` field', 'refused unknown resend-validation-error'],
  [403, 'validation_error', 'The b.example domain is not verified', 'refused relay resend-validation-error'],
  [422, 'missing_required_field', 'Missing `subject` field', 'refused unknown resend-missing-required-field'],
  [422, 'invalid_parameter', 'no', 'refused unknown resend-invalid-parameter'],
  [422, 'invalid_attachment', 'no', 'refused content resend-invalid-attachment'],
  [422, 'invalid_from_address', 'no', 'refused relay resend-invalid-from-address'],
  [422, 'invalid_access', 'no', 'refused relay resend-invalid-access'],
  [422, 'invalid_region', 'no', 'refused relay resend-invalid-region'],
  [400, 'invalid_idempotency_key', 'no', 'refused relay resend-invalid-idempotency-key'],
  [401, 'missing_api_key', 'no', 'unreached login'],
  [401, 'restricted_api_key', 'no', 'unreached login'],
  [403, 'invalid_api_key', 'no', 'unreached login'],
  [404, 'not_found', 'no', 'unreached greeting'],
  [405, 'method_not_allowed', 'no', 'unreached greeting'],
  [409, 'concurrent_idempotent_requests', 'no', 'deferred later resend-concurrent-idempotent-requests'],
  [409, 'invalid_idempotent_request', 'no', 'accepted'],
  [429, 'rate_limit_exceeded', 'no', 'unreached slow_down'],
  [429, 'daily_quota_exceeded', 'no', 'unreached slow_down'],
  [429, 'monthly_quota_exceeded', 'no', 'unreached slow_down'],
  [451, 'security_error', 'no', 'refused content resend-security-error'],
  [500, 'application_error', 'no', 'deferred later resend-application-error'],
  [500, 'internal_server_error', 'no', 'deferred later resend-internal-server-error'],
];

/** Answers of any server that is not the API. */
const ANY: readonly Case[] = [
  [301, '', 'moved', 'unreached greeting'],
  [400, '', 'Bad Request', 'refused relay http-400'],
  [403, '', 'Forbidden', 'unreached login'],
  [404, '', 'Not Found', 'refused relay http-404'],
  [408, '', 'late', 'unreached connection'],
  [429, '', 'slow', 'unreached slow_down'],
  [500, '', 'oops', 'deferred later http-500'],
  [503, '', 'away', 'unreached slow_down'],
];

/** The form of an error, by provider. */
const ERRORS: Record<ProviderName, (one: Case) => Act> = {
  ses: ([status, code, message]) => ({
    status,
    headers: { 'x-amzn-ErrorType': `${code}:http://internal.amazon.com/coral/com.amazonaws.ses/` },
    body: { message },
  }),
  postmark: ([status, code, Message]) => ({ status, body: { ErrorCode: Number(code), Message } }),
  resend: ([status, name, message]) => ({ status, body: { statusCode: status, name, message } }),
};

const WHOLE: Record<ProviderName, readonly Case[]> = { ses: SES, postmark: POSTMARK, resend: RESEND };

for (const name of ['ses', 'postmark', 'resend'] as const) {
  describe(`transport: the outcome of one mail by ${name}`, () => {
    let server: ProviderServer;
    afterEach(() => server.close());

    async function outcomeOf(act: Act): Promise<string> {
      server = await startProviderServer(name, { act: () => act });
      const transport = transportTo([server.url], { timeoutMs: 5000 });
      const outcome = await transport.send(mailTo('someone@example.net'));
      await transport.close();
      expect(server.problems).to.deep.equal([]);
      return classOf(outcome);
    }

    for (const one of WHOLE[name]) {
      const [status, code, message, expected] = one;
      it(`equals ${expected} for ${status} ${code} ${message.slice(0, 60)}`, async () => {
        expect(await outcomeOf(ERRORS[name](one))).to.equal(expected);
      });
    }
    for (const [status, , body, expected] of ANY) {
      it(`equals ${expected} for ${status} that is not the API's`, async () => {
        expect(await outcomeOf({ status, body, headers: { location: 'http://127.0.0.1:9/' } })).to.equal(
          expected,
        );
      });
    }

    it('repeats no text of the login', async () => {
      server = await startProviderServer(name, {
        act: () => ({ status: 403, body: { message: 'hidden', Message: 'hidden' } }),
      });
      const transport = transportTo([server.url]);
      const outcome = await transport.send(mailTo('someone@example.net'));
      expect(JSON.stringify(outcome)).to.not.match(/hidden/);
      await transport.close();
    });
  });
}
