import { type Html, html } from '../../../common/domain/html.ts';
import { KEY_HEADER } from '../../http/idempotency.ts';
import type { JsonSchema } from '../../http/json-schema.ts';
import { STILL_RUNNING } from '../../http/reserved-keys.ts';
import type { OpenApiDocument, Operation, Response } from '../../openapi/operation.ts';
import { CONFLICT_CODES } from '../../openapi/responses.ts';
import { besideMessage, curlOf, pythonOf, typescriptOf } from './example-calls.ts';
import { inLanguages } from './languages.ts';
import { boundsOf, code, marked, typeOf } from './text.ts';

/** An endpoint with all its methods; they differ only in where the inputs are. */
export interface ReferenceEndpoint {
  readonly path: string;
  readonly methods: readonly string[];
  readonly operation: Operation;
}

const refName = ($ref: string): string => $ref.split('/').at(-1)!;

const bodyOf = (document: OpenApiDocument, { requestBody }: Operation): JsonSchema | undefined => {
  const [media] = Object.values(requestBody?.content ?? {});
  return media?.schema.$ref ? document.components.schemas[refName(media.schema.$ref)] : undefined;
};

function inputLines({ parameters = [] }: Operation, body: JsonSchema | undefined) {
  return [
    ...parameters
      .filter(({ name }) => name !== KEY_HEADER)
      .map(({ name, required, in: place, schema, description: about = '' }) => ({
        name,
        required,
        place,
        schema,
        about,
      })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      required: body?.required?.includes(name) ?? false,
      place: 'body',
      schema,
      about: schema.description ?? '',
    })),
  ].sort((a, b) => Number(b.required) - Number(a.required));
}

/** Removes null from a type: every optional input may be null, so the reference does not repeat it. */
const withoutNull = ({ type, enum: words, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  ...(type !== undefined && { type: typeof type === 'string' ? type : type.filter((one) => one !== 'null') }),
  ...(words && { enum: words.filter((word) => word !== null) }),
});

type InputLine = ReturnType<typeof inputLines>[number];

const inputLine = ({ name, required, place, schema, about }: InputLine, showPlace: boolean): Html => {
  const bounds = boundsOf(schema);
  return html`<li><p class="field"><code class="key">${name}</code> <span class="kind">${typeOf(withoutNull(schema))}</span> ${
    required ? html`<strong class="required">required</strong>` : html`<span class="optional">optional</span>`
  }${showPlace && html` <span class="place">in ${place}</span>`}</p>
<p>${marked(about)}${bounds !== '' && html` <span class="soft">${bounds.charAt(0).toUpperCase() + bounds.slice(1)}.</span>`}</p></li>
`;
};

const FAILURES: Readonly<Record<string, string>> = { 404: 'Not found', 409: 'Conflict', 422: 'Inputs' };

const codeShown = (conflict: string): Html | false => {
  const found = CONFLICT_CODES.get(conflict);
  return found !== undefined && html` (<code>${found}</code>)`;
};

function failureLine(status: string, { content }: Response): Html {
  const errors = content?.['application/json']?.schema.properties?.['errors'];
  const said = (errors?.enum ?? (errors?.const === undefined ? [] : [errors.const])).filter(
    (text) => text !== STILL_RUNNING,
  );
  const keys = Object.keys(errors?.properties ?? {}).filter((key) => key !== KEY_HEADER);
  if (said.length + keys.length === 0) return html``;
  return html`<li><code>${status}</code> ${FAILURES[status] ?? ''}: ${
    said.length > 0
      ? said.map((text, at) => html`${at > 0 && ' or '}<q>${String(text)}</q>${codeShown(String(text))}`)
      : html`texts under ${keys.map((key, at) => html`${at > 0 && ', '}<code>${key}</code>`)}`
  }</li>`;
}

function failures({ responses, parameters = [] }: Operation): Html {
  const own = Object.entries(responses).filter(([status]) => status in FAILURES);
  return html`<h4>Errors</h4>
<ul class="failures">
${own.map(([status, response]) => failureLine(status, response as Response))}
<li>and the errors of <a href="#errors">every endpoint</a></li>
</ul>${
    parameters.some(({ name }) => name === KEY_HEADER) &&
    html`
<p class="soft">Takes an <a href="#sending-a-call-again"><code>${KEY_HEADER}</code></a>.</p>`
  }`;
}

function answer({ responses, summary }: Operation): Html {
  const { content = {} } = responses['200'] as Response;
  const [type = '', media] = Object.entries(content)[0] ?? [];
  if (type !== 'application/json')
    return html`<h4>Answer</h4>
<p>A file, <code>${type}</code>.</p>`;
  return html`<h4>Answer</h4>
${returned(media!.schema)}
${code(`Answer: ${summary}`, JSON.stringify(media!.example, null, 2))}`;
}

function returned(schema: JsonSchema): Html | false {
  const fields = [
    ...Object.entries(schema.properties?.['message']?.properties ?? {}).map(
      ([key, one]) => [`message.${key}`, one] as const,
    ),
    ...Object.entries(besideMessage(schema)),
  ];
  if (fields.length === 0) return false;
  return html`<p>${fields.map(
    ([key, schema], at) => html`${at > 0 && ', '}<code>${key}</code>: ${typeOf(schema)}`,
  )}</p>`;
}

export function operationSection(
  document: OpenApiDocument,
  { path, methods, operation }: ReferenceEndpoint,
): Html {
  const body = bodyOf(document, operation);
  const lines = inputLines(operation, body);
  const places = [...new Set(lines.map(({ place }) => place))];
  return html`<article id="${operation.operationId}">
<header>
<h3><a class="anchor" href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="path">${methods.map((method) => html`<span class="method ${method.toLowerCase()}">${method}</span> `)}<code>${path}</code></p>
</header>
<div class="says">
<p class="soft">Needs a key with the scope <a href="#keys"><code>${operation['x-scope']}</code></a>.</p>
${operation.description?.split('\n\n').map((paragraph) => html`<p>${marked(paragraph)}</p>\n`)}
${
  lines.length > 0 &&
  html`<h4>Inputs${places.length === 1 && ` in ${places[0]}`}</h4>
<ul class="fields">
${lines.map((line) => inputLine(line, places.length > 1))}</ul>`
}
${failures(operation)}
</div>
<div class="shows">
<h4>Call</h4>
${inLanguages(operation.operationId, `Call: ${operation.summary}`, {
  curl: curlOf(`${document.servers[0]!.url}${path}`, methods[0]!, operation, body),
  typescript: typescriptOf(operation, body),
  python: pythonOf(operation, body),
})}
${answer(operation)}
</div>
</article>
`;
}
