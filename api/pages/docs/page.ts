import { grouped } from '../../../common/domain/grouped.ts';
import { type Html, html } from '../../../common/domain/html.ts';
import type { Chapter, Status } from '../../openapi/introduction.ts';
import type { OpenApiDocument } from '../../openapi/operation.ts';
import type { Page } from '../layout.ts';
import { changesSection } from './changes.ts';
import { eventLinks, eventSections } from './events.ts';
import { guideLinks, guideSections } from './guides.ts';
import { operationSection, type ReferenceEndpoint } from './operation.ts';
import { quickstart } from './quickstart.ts';
import { answerRecords, recordSections } from './records.ts';
import { SCRIPT } from './script.ts';
import { anchorOf, code, marked, recordAnchor } from './text.ts';

function endpointsOf({ paths }: OpenApiDocument): ReferenceEndpoint[] {
  return Object.entries(paths).flatMap(([path, operations]) => {
    const rows = grouped(
      Object.entries(operations),
      ([, { operationId, 'x-same-as': name = operationId }]) => name,
    );
    return [...rows.values()].map((row) => ({
      path,
      methods: row.map(([method]) => method.toUpperCase()),
      operation: row[0]![1],
    }));
  });
}

const chapterSection = ({
  title,
  paragraphs,
  code: shown,
  statuses = [],
}: Chapter): Html => html`<section class="chapter" id="${anchorOf(title)}">
<h2><a class="anchor" href="#${anchorOf(title)}">${title}</a></h2>
${paragraphs.map((text) => html`<p>${marked(text)}</p>\n`)}${statuses.length > 0 && statusTable(statuses)}${shown && code('Example', shown)}
</section>
`;

const statusTable = (statuses: readonly Status[]): Html => html`<table class="statuses">
<thead><tr><th scope="col">Status</th><th scope="col">What it means</th><th scope="col">What to do</th></tr></thead>
<tbody>
${statuses.map(
  ({
    status,
    meaning,
    remedy,
  }) => html`<tr id="status-${status}"><th scope="row"><code>${status}</code></th><td>${marked(meaning)}</td><td>${marked(remedy)}</td></tr>
`,
)}</tbody>
</table>
`;

const links = (entries: readonly (readonly [anchor: string, text: string])[]): Html =>
  html`<ul>${entries.map(([anchor, text]) => html`<li><a href="#${anchor}">${text}</a></li>`)}</ul>`;

/** The whole reference as one page, so that the browser's own search finds everything. */
export function referencePage(document: OpenApiDocument, chapters: readonly Chapter[]): Page {
  const endpoints = endpointsOf(document);
  const under = (tag: string) => endpoints.filter(({ operation }) => operation.tags.includes(tag));
  const contents = html`<nav aria-label="Contents">
<form id="find" role="search" hidden>
<label for="find-words">Search</label>
<input type="search" id="find-words" placeholder="Search" autocomplete="off" spellcheck="false">
<p role="status"></p>
</form>
<p class="group"><a href="#start">Introduction</a></p>
${links([['quickstart', 'Quickstart'], ...chapters.map(({ title }) => [anchorOf(title), title] as const)])}
<p class="group"><a href="#${guideLinks[0]![0]}">Guides</a></p>
${links(guideLinks)}
${document.tags.map(
  ({ name }) => html`<p class="group"><a href="#${anchorOf(name)}">${name}</a></p>
${links(under(name).map(({ operation }) => [operation.operationId, operation.summary]))}`,
)}
<p class="group"><a href="#events">Events</a></p>
${links(eventLinks)}
<p class="group"><a href="#records">Records</a></p>
${links(answerRecords(document).map(([name]) => [recordAnchor(name), name]))}
<p class="group"><a href="#changes">Changes</a></p>
${links([['changes', 'Changes of the API']])}
</nav>`;
  return {
    lang: 'en',
    title: document.info.title,
    body: html`<p class="soft" id="start">${document.info.summary} Edition ${document.info.version}.
All paths begin with <code>${document.servers[0]!.url}</code>. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1),
<a href="/openapi-codegen.json">openapi-codegen.json</a> for generators of clients (OpenAPI 3.0.3), and the clients for <a href="/docs/client/typescript.tgz">TypeScript</a> and <a href="/docs/client/python.whl">Python</a>.</p>
<div class="reference">
${contents}
<div class="content">
${quickstart(document.servers[0]!.url)}
${chapters.map(chapterSection)}
${guideSections()}
${document.tags.map(
  ({ name, description }) => html`<section id="${anchorOf(name)}">
<h2><a class="anchor" href="#${anchorOf(name)}">${name}</a></h2>
<p>${marked(description)}</p>
${under(name).map((endpoint) => operationSection(document, endpoint))}
</section>
`,
)}
${eventSections()}<section id="records">
<h2><a class="anchor" href="#records">Records</a></h2>
<p>The records in answers. Every field is always present.</p>
${recordSections(document)}
</section>
${changesSection()}</div>
</div>
<p id="said" role="status"></p>
<script>${{ html: SCRIPT }}</script>`,
  };
}
