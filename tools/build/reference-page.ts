/**
 * The reference page, `/docs` of the service, and `openapi.json`, both made from `data/openapi.yaml`. The page has no
 * script and makes no request: one file that reads well in a terminal, on paper and in the dark.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number;
};
type Header = { readonly description?: string; readonly schema: Schema };
type Media = {
  readonly description?: string;
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: { readonly 'application/json': { readonly schema: Schema } };
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
};
type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: { readonly bearer: { readonly description: string } };
    readonly responses: Readonly<Record<string, Media>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
};

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #555d68; --paper: #fff; --panel: #f4f6f8; --line: #d5dae0; --link: #0b57d0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #a7b0bb; --paper: #14171b; --panel: #1e2329; --line: #39414b; --link: #8ab4f8; } }
body { margin: 0 auto; max-width: 52rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: break-word; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.5rem; }
a { color: var(--link); } code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: .75rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-bottom: 1px solid var(--line); }
.soft { color: var(--soft); } .old { border-left: 4px solid var(--line); padding-left: .75rem; }
@media (max-width: 30rem) { th, td { display: block; padding: .15rem 0; border: 0; } tr { display: block; border-bottom: 1px solid var(--line); padding: .35rem 0; } thead { display: none; } }
@media print { body { max-width: none; font-size: 10pt; } h2 { break-after: avoid; } pre, table { break-inside: avoid; } a { color: inherit; } }
`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
/** Text between backticks is code. */
const prose = (text: string): string => escape(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>');
const code = (text: string): string => `<code>${escape(text)}</code>`;
const table = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${titles.map((title) => `<th scope="col">${title}</th>`).join('')}</tr></thead><tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`;

function nameOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#${name}">${name}</a>`;
  }

  if (schema.items) {
    return `array of ${nameOf(schema.items)}`;
  }

  const facts = [
    schema.format,
    ...(schema.enum ? [schema.enum.join(' | ')] : []),
    ...(schema.minimum === undefined ? [] : [`from ${schema.minimum} to ${schema.maximum ?? ''}`]),
    ...(schema.default === undefined ? [] : [`default ${String(schema.default)}`]),
  ].filter((fact) => fact !== undefined);
  return escape([schema.type ?? 'object', ...facts].join(', '));
}

/** An example of each operation that can be pasted into a shell. */
function curlOf(method: string, path: string, base: string, { requestBody }: Operation): string {
  const lines = [
    `curl${method === 'get' ? '' : ` --request ${method.toUpperCase()}`} "$BASE${base}${path.replace(/\{[^}]*\}/g, '1')}"`,
    '--header "Authorization: Bearer $API_KEY"',
    ...(requestBody
      ? ['--header "Content-Type: application/json"', `--data '{"name":"Luna","categoryId":2,"status":"available"}'`]
      : []),
  ];
  return `<pre>${escape(lines.join(' \\\n  '))}</pre>`;
}

function operationOf(document: Document, path: string, method: string, operation: Operation): string {
  const base = document.servers[0]?.url ?? '';
  const { operationId, summary, description, deprecated, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, answer]) => {
    const known =
      answer.$ref === undefined
        ? answer
        : (document.components.responses[answer.$ref.split('/').at(-1) ?? ''] ?? answer);
    const schema = known.content?.['application/json'].schema;
    return [code(status), prose(known.description ?? ''), schema ? nameOf(schema) : ''];
  });
  const headers = Object.entries(responses).flatMap(([status, answer]) =>
    Object.entries(answer.headers ?? {}).map(([name, { description: about }]) => [
      code(name),
      code(status),
      prose(about ?? ''),
    ]),
  );
  return [
    `<h2 id="${operationId}">${escape(summary)}</h2>`,
    `<p><strong>${code(`${method.toUpperCase()} ${base}${path}`)}</strong>${deprecated === true ? ' <em>deprecated</em>' : ''}</p>`,
    description === undefined ? '' : `<p${deprecated === true ? ' class="old"' : ''}>${prose(description)}</p>`,
    parameters.length === 0
      ? ''
      : `<h3>Parameters</h3>${table(
          ['name', 'in', 'type', 'about it'],
          parameters.map((each) => [
            code(each.name),
            each.in,
            nameOf(each.schema),
            `${each.required === true ? 'required. ' : ''}${prose(each.description ?? '')}`,
          ]),
        )}`,
    requestBody
      ? `<h3>Body</h3><p>${nameOf(requestBody.content?.['application/json'].schema ?? {})}, <code>application/json</code>. ${prose(requestBody.description ?? '')}</p>`
      : '',
    `<h3>Answers</h3>${table(['status', 'meaning', 'body'], answers)}`,
    headers.length === 0 ? '' : `<h3>Headers of the answers</h3>${table(['name', 'status', 'about it'], headers)}`,
    `<h3>Try it</h3>${curlOf(method, path, base, operation)}`,
  ].join('\n');
}

function schemaOf(name: string, schema: Schema): string {
  const parts = schema.allOf ?? [schema];
  const bases = parts.flatMap((part) => (part.$ref === undefined ? [] : [nameOf(part)]));
  const rows = parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([field, each]) => [
      code(field),
      nameOf(each),
      `${part.required?.includes(field) === true ? 'required. ' : ''}${prose(each.description ?? '')}`,
    ]),
  );
  return [
    `<h3 id="${name}">${name}</h3>`,
    schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`,
    schema.enum ? `<p>${schema.enum.map(code).join(', ')}</p>` : '',
    bases.length === 0 ? '' : `<p>All of ${bases.join(', ')}, and:</p>`,
    rows.length === 0 ? '' : table(['field', 'type', 'about it'], rows),
  ].join('\n');
}

/** The page, a whole HTML document. */
function toPage(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} ${escape(version)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<p>${prose(description)} <span class="soft">Version ${escape(version)} of the interface.</span></p>
<nav aria-label="Contents"><ul>
<li><a href="#authentication">Authentication</a></li>
${operations.map(({ operation }) => `<li><a href="#${operation.operationId}">${escape(operation.summary)}</a></li>`).join('\n')}
<li><a href="#schemas">Fields</a></li>
</ul></nav>
<p>For programs: <a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a>.</p>
<h2 id="authentication">Authentication</h2>
<p>Every request carries an API key in the header <code>Authorization: Bearer API_KEY</code>. ${prose(document.components.securitySchemes.bearer.description)} Set it once, and where this service is, for the examples below:</p>
<pre>API_KEY=pst_...; BASE=http://127.0.0.1:8787</pre>
${operations.map(({ path, method, operation }) => operationOf(document, path, method, operation)).join('\n')}
<h2 id="schemas">Fields</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => schemaOf(name, schema))
  .join('\n')}
</main>
</body>
</html>
`;
}

/** The files made of the document, by name. */
export function makeReference(yaml: string): Readonly<Record<'reference.html' | 'openapi.json', string>> {
  const document = parse(yaml) as Document;
  return { 'reference.html': toPage(document), 'openapi.json': `${JSON.stringify(document)}\n` };
}

/** Writes them beside the document. */
export function writeReference(folder: string): void {
  for (const [name, text] of Object.entries(makeReference(readFileSync(`${folder}/openapi.yaml`, 'utf8')))) {
    writeFileSync(`${folder}/${name}`, text);
  }
}
