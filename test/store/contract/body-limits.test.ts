import { request } from 'node:http';
import { expect } from 'chai';
import type { ContractRow } from '../../../api/contract.ts';
import { bodyBytes } from '../../../api/http/body-limits.ts';
import { type Api, type Client, startApi } from '../../support/api.ts';
import { ENDPOINTS, inputsBy, requestOf } from '../../support/calls.ts';

const MEGABYTE = 2 ** 20;
const POSTED = ENDPOINTS.filter(({ method }) => method === 'POST');
/** The bytes around a padding that make it the text of a form, or of JSON. */
const FORM = { type: 'application/x-www-form-urlencoded', before: 'padding=', after: '' };
const JSON_TEXT = { type: 'application/json', before: '{"padding":"', after: '"}' };
const MULTIPART = {
  type: 'multipart/form-data; boundary=limit',
  before: '--limit\r\nContent-Disposition: form-data; name="padding"\r\n\r\n',
  after: '\r\n--limit--\r\n',
};

/** Every row of the contract that takes a body has a limit, which its largest valid call keeps. */
describe('the limit of a body', () => {
  let api: Api;
  let client: Client;
  const tried = new Set<string>();

  before(async () => {
    api = await startApi('contract-body-limits', {
      LIMIT_CSV_BYTES: String(MEGABYTE),
      LIMIT_IMAGE_BYTES: String(MEGABYTE),
      LIMIT_ATTACHMENTS_BYTES: String(MEGABYTE),
      RATE_CALLS: '0',
    });
    client = await api.account();
  });
  after(() => api.stop());

  /** Sends a body and tells the status; a number of bytes is declared, and none of them is sent. */
  const statusOf = (path: string, type: string, body: string | number, chunked = false): Promise<number> =>
    new Promise((resolve, reject) => {
      const sending = request(
        `${api.url}/api${path}`,
        {
          method: 'POST',
          agent: false,
          headers: {
            PublicKey: client.public_key,
            SecretKey: client.secret_key,
            'Content-Type': type,
            ...(!chunked && { 'Content-Length': typeof body === 'number' ? body : Buffer.byteLength(body) }),
          },
        },
        (answer) => {
          resolve(answer.resume().statusCode!);
          sending.destroy();
        },
      );
      sending.on('error', reject);
      if (typeof body === 'number') sending.flushHeaders();
      else sending.end(body);
    });

  const bodyOf = ({ before, after }: typeof FORM, bytes: number): string =>
    before + 'x'.repeat(bytes - before.length - after.length) + after;

  for (const { row } of POSTED) {
    it(`refuses one byte more to ${row.path}, declared or not`, async () => {
      const most = bodyBytes(row, api.config.limits);
      expect(most).to.be.within(65_536, api.config.limits.body);
      const files = row.upload || row.files ? MEGABYTE : 0;
      expect(await statusOf(row.path, MULTIPART.type, most + files + 1)).to.equal(413);
      for (const form of row.upload ? [] : [FORM, JSON_TEXT])
        expect(await statusOf(row.path, form.type, most + 1), form.type).to.equal(413);
      // Whole large bodies are sent to one row of each kind.
      const kind = `${row.body} ${files}`;
      if (row.body && tried.has(kind)) return;
      tried.add(kind);
      expect(await statusOf(row.path, MULTIPART.type, bodyOf(MULTIPART, most + files + 1), true)).to.equal(
        413,
      );
      for (const form of row.upload ? [MULTIPART] : [FORM, JSON_TEXT, MULTIPART]) {
        if (form === MULTIPART && files > 0) continue;
        expect(await statusOf(row.path, form.type, bodyOf(form, most + 1), true), form.type).to.equal(413);
        expect(await statusOf(row.path, form.type, bodyOf(form, most)), form.type).not.to.equal(413);
      }
    });
  }

  it('leaves room for the longest texts and lists of each row, in every encoding', () => {
    for (const endpoint of POSTED) {
      const { name, row } = endpoint;
      const inputs = inputsBy(name).filter(({ schema }) => schema.format !== 'binary');
      const given = Object.fromEntries(
        inputs.map(({ name: key, schema }) => [key, longestOf(key, schema, row)]),
      );
      // A design is a template of one kind.
      if ('template_json' in given) delete given['template_html'];
      if ('mjml' in given) delete given['html'];
      for (const encoding of row.upload
        ? (['multipart'] as const)
        : (['JSON', 'urlencoded', 'multipart'] as const)) {
        const { body } = requestOf(endpoint, given, encoding).init;
        // Copying such long texts into a request takes most of the time of this test.
        if (!(typeof body === 'string' || body instanceof URLSearchParams))
          throw new TypeError('a file is sent');
        const bytes = Buffer.byteLength(String(body));
        expect(bytes, `${row.path} as ${encoding}`).to.be.at.most(bodyBytes(row, api.config.limits));
      }
    }
  });
});

/** A piece of a template: one whose every character is escaped fits as multipart alone. */
const PARAGRAPH = '<p style="margin:0 0 1em">Grüße aus “Köln”: 20 % Rabatt & mehr.</p>\n';

type Schema = ReturnType<typeof inputsBy>[number]['schema'];

/** A value as long as an input takes. */
function longestOf(
  key: string,
  { type, enum: words, maxLength, maxItems, items, additionalProperties }: Schema,
  { body }: ContractRow,
): unknown {
  if (type === 'array')
    return words || items?.enum || maxItems === undefined
      ? []
      : Array.from({ length: maxItems }, () => 'contacts_100000000000');
  if (type === 'object') {
    const { maxLength: each = 0 } = additionalProperties as Schema;
    return Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`field_${at}`, 'x'.repeat(each)]));
  }
  if (maxLength !== undefined && maxLength > 10_000)
    return PARAGRAPH.repeat(maxLength / Buffer.byteLength(PARAGRAPH));
  if (key === 'email_address' && maxLength === undefined)
    return Array.from(
      { length: body === 'list' ? 10_000 : 10 },
      (_, at) => `${at}${'x'.repeat(200)}@example.com`,
    ).join(',');
  return maxLength === undefined ? 'x' : 'é'.repeat(maxLength);
}
