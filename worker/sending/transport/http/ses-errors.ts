import type { ErrorTable } from './meanings.ts';

const LOGIN = { is: 'login' } as const;
const SLOW = { is: 'slow_down' } as const;
const OURS = { is: 'refused', class: 'relay' } as const;

export const SES_ERRORS: ErrorTable = Object.freeze({
  // Also for "Email address is not verified".
  MessageRejected: { is: 'refused', class: 'content', asks: true },
  BadRequestException: { is: 'refused', class: 'unknown', asks: true },
  ValidationException: { is: 'refused', class: 'unknown', asks: true },
  AccountSuspendedException: OURS,
  SendingPausedException: OURS,
  MailFromDomainNotVerifiedException: OURS,
  // The configuration set of the URL.
  NotFoundException: OURS,
  TooManyRequestsException: SLOW,
  // "Daily message quota exceeded".
  LimitExceededException: { is: 'slow_down', pauseMs: 600_000 },
  Throttling: SLOW,
  ThrottlingException: SLOW,
  ServiceUnavailable: SLOW,
  ServiceUnavailableException: SLOW,
  AccessDenied: LOGIN,
  AccessDeniedException: LOGIN,
  ExpiredToken: LOGIN,
  ExpiredTokenException: LOGIN,
  IncompleteSignature: LOGIN,
  IncompleteSignatureException: LOGIN,
  InvalidClientTokenId: LOGIN,
  InvalidSignatureException: LOGIN,
  MissingAuthenticationToken: LOGIN,
  MissingAuthenticationTokenException: LOGIN,
  NotAuthorized: LOGIN,
  OptInRequired: LOGIN,
  RequestExpired: LOGIN,
  SignatureDoesNotMatch: LOGIN,
  UnrecognizedClientException: LOGIN,
  InternalFailure: { is: 'deferred', class: 'later' },
  InternalServerError: { is: 'deferred', class: 'later' },
  InternalServiceErrorException: { is: 'deferred', class: 'later' },
});
