import { type Html, html } from '../../../common/domain/html.ts';
import type { JsonSchema } from '../../http/json-schema.ts';
import type { OpenApiDocument } from '../../openapi/operation.ts';
import { marked, recordAnchor, typeOf } from './text.ts';

const fieldLines = (properties: Readonly<Record<string, JsonSchema>>, within = ''): Html[] =>
  Object.entries(properties).flatMap(([key, schema]) => [
    html`<li><p class="field"><code class="key">${within}${key}</code> <span class="kind">${typeOf(schema)}</span></p>
${schema.description && html`<p>${marked(schema.description)}</p>`}</li>
`,
    ...fieldLines(innerOf(schema), `${within}${key}.`),
  ]);

const innerOf = ({ properties, items, additionalProperties }: JsonSchema) =>
  properties ??
  items?.properties ??
  (typeof additionalProperties === 'object' ? (additionalProperties.properties ?? {}) : {});

const recordSection = (
  name: string,
  { properties = {} }: JsonSchema,
): Html => html`<article id="${recordAnchor(name)}" class="record">
<h3><a class="anchor" href="#${recordAnchor(name)}">${name}</a></h3>
<ul class="fields">
${fieldLines(properties)}</ul>
</article>
`;

/** The records in answers. Endpoints describe the records in requests. */
export const answerRecords = ({ components }: OpenApiDocument): [string, JsonSchema][] =>
  Object.entries(components.schemas).filter(([name]) => !name.endsWith('Input'));

export const recordSections = (document: OpenApiDocument): Html =>
  html`${answerRecords(document).map(([name, schema]) => recordSection(name, schema))}`;
