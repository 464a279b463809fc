import type { Config } from '../../common/config.ts';
import { quotaText } from '../../common/domain/quotas.ts';
import { texts } from '../../common/domain/validation-texts.ts';
import { CSV_ENCODINGS, ENCODING_SOURCES } from '../../shared/csv-encoding.ts';
import { HOLD_REASONS } from '../../shared/hold-reasons.ts';
import { type AnswerExtra, type ContractRow, contract, type EndpointName } from '../contract.ts';
import { bodyBytes } from '../http/body-limits.ts';
import { codeOfConflict, codeOfStatus, FAILURE_CODES, type FailureCode, INPUT_CODES } from '../http/codes.ts';
import { failed as failedAnswer } from '../http/envelope.ts';
import { CLOSED, type FieldTexts, SUSPENDED } from '../http/failures.ts';
import { KEY_HEADER } from '../http/idempotency.ts';
import type { JsonSchema, SchemaRecords } from '../http/json-schema.ts';
import { OTHER_NETWORK, OUT_OF_SCOPE } from '../http/key-limits.ts';
import { STILL_RUNNING, USED_OTHERWISE } from '../http/reserved-keys.ts';
import { entryOf } from './entries/all.ts';
import type { TaggedEntry } from './entry.ts';
import { exampleFor } from './example-records.ts';
import { exampleOf } from './examples.ts';
import type { Operation, Response } from './operation.ts';
import type { OperationInputs } from './requests.ts';
import { saidOfFile } from './said-of-file.ts';

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };

/** Values next to `message` or `errors` that an answer may lack. */
const OPTIONAL: ReadonlySet<string> = new Set(['next_after_id', 'hints', 'codes', 'warnings']);

const envelope = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter(
    (key) => !OPTIONAL.has(key) || properties[key] === BESIDE.warnings,
  ),
});

const IGNORED: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'Only if inputs of the call were ignored: which inputs, at most 20. Example: `firstname is not an input of this call. Did you mean first_name?`',
};

const succeeded = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  envelope({ status: { const: 'success' }, warnings: IGNORED, ...properties });

/** The schema of a failure whose `errors` have this one. */
export const failureBody = (errors: JsonSchema): JsonSchema =>
  envelope({
    status: { const: 'failed' },
    errors,
    code: { $ref: '#/components/schemas/FailureCode' },
    codes: { $ref: '#/components/schemas/InputCodes' },
    hints: {
      type: 'object',
      description: 'Only if the service can suggest correct values: an array of texts for each input.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  });

/** The schemas to which the failures of all operations refer. */
export const failureSchemas: SchemaRecords = {
  FailureCode: {
    type: 'string',
    enum: FAILURE_CODES,
    description: 'The failure in one word, which never changes.',
  },
  InputCodes: {
    type: 'object',
    description: 'Only if `errors` is about inputs: for each input, a code for each of its texts.',
    additionalProperties: { type: 'array', items: { type: 'string', enum: INPUT_CODES } },
  },
};

const messageOf = (key: string, schema: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { [key]: schema },
  required: [key],
});

const ID: JsonSchema = { type: 'integer', minimum: 1 };
const BESIDE: Readonly<Record<AnswerExtra, JsonSchema>> = {
  id: { ...ID, description: 'The id of the new record.' },
  utr: { type: 'string', description: 'The utr of the record.' },
  ids: {
    type: 'array',
    items: ID,
    description:
      'The ids of the entries, one for each address in the given order. An address that was stored before has the id of its existing entry.',
    examples: [[31, 32]],
  },
  warnings: {
    type: 'array',
    items: { type: 'string' },
    description:
      'Contents that were stored but may be mistakes, at most 20; empty if there are none. Placeholders that show nothing, such as a misspelt ' +
      'name or the form of another tool: `((firstname)) in the subject shows nothing. Did you mean ((first_name))?` Inputs that were ignored. ' +
      'For a sender: the domain of `from_email` has no key to sign its mails.',
    examples: [[]],
  },
  secret: {
    type: 'string',
    description: 'The secret that signs the calls of the webhook. No other answer shows it.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0123456789A='],
  },
  refreshing: {
    type: 'boolean',
    description: 'Whether recent changes are not counted yet.',
    examples: [false],
  },
  version: {
    type: 'integer',
    minimum: 1,
    description: 'The `version` of the changed record.',
    examples: [1],
  },
  encoding: {
    type: 'string',
    enum: CSV_ENCODINGS,
    description: 'The encoding in which the service reads the file.',
    examples: ['utf-8'],
  },
  encoding_by: {
    type: 'string',
    enum: ENCODING_SOURCES,
    description:
      'The source of the encoding: the input `encoding` (`input`), the byte order mark (`mark`), the contents (`content`), or a guess (`guess`).',
    examples: ['content'],
  },
  encoding_certain: {
    type: 'boolean',
    description: 'False if the encoding is a guess. A dry run then shows what would be stored.',
    examples: [true],
  },
  hold_reason: {
    type: ['string', 'null'],
    enum: [...HOLD_REASONS, null],
    description:
      'Why the send is held, as far as known now; null if nothing holds it. The service renders its design after the answer.',
    examples: [null],
  },
  statuses: saidOfFile.statuses.schema,
  status_by: saidOfFile.status_by.schema,
  unknown_statuses: saidOfFile.unknown_statuses.schema,
  whole: { type: 'boolean', description: 'Whether the counts include all rows of the file.' },
};

const toldBeside = ({ extras = [] }: ContractRow): Record<string, JsonSchema> =>
  Object.fromEntries(extras.map((name) => [name, BESIDE[name]]));

function successSchema(row: ContractRow, output: JsonSchema): JsonSchema {
  const { done } = row;
  const told = toldBeside(row);
  if ('text' in done) return succeeded({ message: { const: done.text }, ...told });
  if ('errorsText' in done) return succeeded({ errors: { const: done.errorsText } });
  if ('key' in done) return succeeded({ message: messageOf(done.key, output), ...told });
  if ('raw' in done) return succeeded({ message: output });
  return succeeded({
    message: messageOf(done.list, { type: 'array', items: output }),
    next_after_id: {
      type: ['integer', 'null'],
      description:
        'Only if `limit` or `after_id` is given: the `after_id` of the next page, or null on the last page.',
    },
  });
}

function success(name: EndpointName, entry: TaggedEntry, records: SchemaRecords): Response {
  const row: ContractRow = contract[name];
  if ('raw' in row.done && row.done.raw !== 'application/json') {
    return {
      description: 'A file.',
      headers: { ...REQUEST_ID, 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } },
      content: { [row.done.raw]: { schema: { type: 'string' } } },
    };
  }
  const schema = successSchema(row, entry.output?.schema ?? {});
  const made = exampleOf(schema, records, '', exampleFor(name).outputs) as Record<string, unknown>;
  const example = Object.fromEntries(
    Object.entries(made).filter(([key]) => !OPTIONAL.has(key) || row.extras?.includes(key as AnswerExtra)),
  );
  return {
    description: 'Success.',
    headers: { ...REQUEST_ID, ...('raw' in row.done && { ETag: { $ref: '#/components/headers/ETag' } }) },
    content: { 'application/json': { schema, example } },
  };
}

/** A failure whose `errors` have this schema, with an example of them. */
const failure = (
  description: string,
  errors: JsonSchema,
  example: { readonly errors: string | FieldTexts; readonly code: FailureCode; readonly hints?: FieldTexts },
  headers: Response['headers'] = {},
): Response => ({
  description,
  headers: { ...REQUEST_ID, ...headers },
  content: {
    'application/json': { schema: failureBody(errors), example: failedAnswer(example) },
  },
});

const plain = (
  status: number,
  description: string,
  errors: string,
  headers?: Response['headers'],
  code = codeOfStatus(status),
): Response => failure(description, { const: errors }, { errors, code }, headers);

const oneOfTexts = (
  description: string,
  words: readonly string[],
  code: FailureCode,
  headers?: Response['headers'],
): Response => failure(description, { type: 'string', enum: words }, { errors: words[0]!, code }, headers);

const TEXTS: JsonSchema = { type: 'array', items: { type: 'string' }, minItems: 1 };

/** 422: an array of texts for each missing or invalid input. */
function refused({ query, body }: OperationInputs, keyed: boolean): Response {
  const inputs = [...query, ...body];
  const first = inputs.find(({ required }) => required);
  const name = first?.name ?? inputs[0]!.name;
  const errors = { [name]: [first ? texts.required(name) : texts.integer(name)] };
  return failure(
    keyed
      ? `Inputs are missing or invalid; as a text: \`${USED_OTHERWISE}\`.`
      : 'Inputs are missing or invalid.',
    {
      type: keyed ? ['object', 'string'] : 'object',
      properties: Object.fromEntries(
        [...inputs.map((input) => input.name), ...(keyed ? [KEY_HEADER] : [])].map((key) => [key, TEXTS]),
      ),
      additionalProperties: false,
      minProperties: 1,
    },
    { errors, code: 'invalid_inputs' },
  );
}

/** Texts of the 409s of a row, with their codes. */
const conflictCodesOf = ({ conflicts = {}, quotas = [] }: ContractRow) => [
  ...Object.entries(conflicts).map(([name, text]) => [text, codeOfConflict(name)] as const),
  ...quotas.map((quota) => [quotaText(quota), 'quota'] as const),
];

export const conflictsOf = (row: ContractRow): readonly string[] =>
  conflictCodesOf(row).map(([text]) => text);

/** Codes of all rows' 409s, by their text. */
export const CONFLICT_CODES: ReadonlyMap<string, FailureCode> = new Map(
  Object.values<ContractRow>(contract).flatMap(conflictCodesOf),
);

/** The code of the first of a row's conflicts. */
const firstCode = (row: ContractRow): FailureCode => conflictCodesOf(row)[0]?.[1] ?? 'idempotency_running';

/** Quotas of work that ends soon. */
const BUSY = ['calls', 'expensive_calls', 'imports', 'renders_per_minute'] as const;

const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
const tooLarge = (row: ContractRow, limits: Config['limits']): Response =>
  plain(
    413,
    `The body has more than ${bodyBytes(row, limits).toLocaleString('en')} bytes${row.upload || row.files ? '; files have their own limits' : ''}.`,
    'Payload Too Large',
  );

export function responsesOf(
  name: EndpointName,
  method: ContractRow['methods'][number],
  inputs: OperationInputs,
  records: SchemaRecords,
  keyed: boolean,
  limits: Config['limits'],
): Operation['responses'] {
  const row: ContractRow = contract[name];
  const entry = entryOf(name);
  const takes = inputs.query.length + inputs.body.length > 0;
  const conflicts = [...conflictsOf(row), ...(keyed ? [STILL_RUNNING] : [])];
  return {
    200: success(name, entry, records),
    ...('raw' in row.done && row.done.raw === 'application/json' && { 304: shared('NotModified') }),
    400: shared('BadRequest'),
    401: shared('Unauthorized'),
    403: shared('Forbidden'),
    ...(row.missing && { 404: plain(404, 'No such record.', row.missing) }),
    ...(conflicts.length > 0 && {
      409: oneOfTexts('The state of the record does not allow the call.', conflicts, firstCode(row)),
    }),
    ...(method === 'POST' && {
      408: shared('RequestTimeout'),
      413: row.body ? tooLarge(row, limits) : shared('PayloadTooLarge'),
      415: shared('UnsupportedMediaType'),
      417: shared('ExpectationFailed'),
    }),
    ...(takes && { 422: refused(inputs, keyed) }),
    429: shared('TooManyRequests'),
    431: shared('HeadersTooLarge'),
    500: shared('ServerError'),
    503: shared('ServiceUnavailable'),
  };
}

const wrongKeys = failureBody({
  anyOf: [
    { const: 'Invalid public key or secret key.' },
    {
      type: 'object',
      properties: { PublicKey: TEXTS, SecretKey: TEXTS },
      additionalProperties: false,
      minProperties: 1,
    },
  ],
});

export const sharedResponses: Readonly<Record<string, Response>> = {
  Unauthorized: {
    description: 'A key is missing, or the pair is wrong.',
    headers: REQUEST_ID,
    content: {
      'application/json': {
        schema: wrongKeys,
        examples: {
          missing: {
            value: failedAnswer({
              errors: {
                PublicKey: [texts.required('public key')],
                SecretKey: [texts.required('secret key')],
              },
              code: 'keys_missing',
            }),
          },
          wrong: { value: failedAnswer({ errors: 'Invalid public key or secret key.', code: 'keys_wrong' }) },
        },
      },
    },
  },
  NotModified: {
    description: 'The data has not changed since the answer that `If-None-Match` names.',
    headers: { ...REQUEST_ID, ETag: { $ref: '#/components/headers/ETag' } },
  },
  BadRequest: plain(400, 'The request cannot be read.', 'Bad Request'),
  Forbidden: {
    description:
      'The scope of the key does not allow the call, or the key may not be used from this network. Or an operator suspended the account, or its' +
      ' owner closed it.',
    headers: REQUEST_ID,
    content: {
      'application/json': {
        schema: failureBody({ type: 'string', enum: [OUT_OF_SCOPE, OTHER_NETWORK, SUSPENDED, CLOSED] }),
        example: failedAnswer({
          errors: OUT_OF_SCOPE,
          code: 'out_of_scope',
          hints: { scope: ['This call needs the scope send; the key has read.'] },
        }),
      },
    },
  },
  NotFound: plain(404, 'The path does not exist.', 'Not Found', {}, 'no_such_path'),
  MethodNotAllowed: failure(
    'The path does not have this method.',
    { const: 'Method Not Allowed' },
    { errors: 'Method Not Allowed', code: codeOfStatus(405), hints: { method: ['Use POST.'] } },
    { Allow: { $ref: '#/components/headers/Allow' } },
  ),
  RequestTimeout: plain(408, 'The body came too slowly.', 'Request Timeout'),
  PayloadTooLarge: plain(
    413,
    'The body has more than 65,536 bytes; a file has its own limit.',
    'Payload Too Large',
  ),
  UnsupportedMediaType: plain(
    415,
    'The type of the body is not supported, or it has a `Content-Encoding`.',
    'Unsupported Media Type',
  ),
  ExpectationFailed: plain(
    417,
    'The header `Expect` asks for something else than `100-continue`.',
    'Expectation Failed',
  ),
  HeadersTooLarge: plain(
    431,
    'The address and the headers together have more than 16 KB. Send long inputs in the body of a POST.',
    'Request Header Fields Too Large',
  ),
  TooManyRequests: oneOfTexts(
    'Too many requests, or more at the same time than a quota allows.',
    ['Too Many Requests', ...BUSY.map(quotaText)],
    'rate',
    RETRY_AFTER,
  ),
  ServerError: plain(500, 'An error of the service.', 'Server Error'),
  ServiceUnavailable: plain(
    503,
    'A database of the service does not answer.',
    'Service Unavailable',
    RETRY_AFTER,
  ),
};

export const sharedHeaders: Readonly<Record<string, object>> = {
  'X-Request-Id': {
    description: 'Identifies the request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  Allow: { description: 'The methods of the path.', schema: { type: 'string' } },
  ETag: { description: 'Identifies this body; see `If-None-Match`.', schema: { type: 'string' } },
  'Content-Disposition': {
    description: '`attachment`, with the name of the file.',
    schema: { type: 'string' },
  },
};
