import { type Html, html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { OpenapiDocument } from './document.ts'
import { type Call, exampleCommand, responseExample } from './examples.ts'

/** Shows the document as a page: what is true of all calls, the calls by tag, then the schemas that they refer to. */
export function documentPage({ info, paths, tags, components }: OpenapiDocument): Page {
  const { schemas, securitySchemes } = components
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const callers = Object.entries(securitySchemes).map(([name, { description }]) => `- \`${name}\`: ${description}`)
  const [introduction = '', ...sections] = info.description.split(/^(?=## Errors)/m)
  return {
    title: 'API',
    lang: 'en',
    body: html`<p class="lead">All paths are below <code>/api/v1</code>. The same document is available as <a href="openapi.json">OpenAPI 3.1</a>.</p>
<nav>${['authentication', 'errors', 'limits', 'schemas'].map((id) => html`<a href="#${id}">${id}</a>\n`)}</nav>
${renderMarkdown(`${introduction.trim()}\n\n${callers.join('\n')}\n\n${sections.join('')}`)}
<h2 id="calls">Calls</h2>
<ul>
${tags.map(({ name }) => html`<li><a href="#tag-${name}">${name}</a></li>\n`)}</ul>
${tags.map(({ name }) => {
  const listed = calls.filter(({ operation }) => operation.tags.includes(name))
  return html`<h2 id="tag-${name}">${name}</h2>
${listed.map((call) => describe(call, { origin: info.contact.url, schemas }))}`
})}
<h2 id="schemas">Schemas</h2>
${Object.entries(schemas).map(
  ([name, schema]) => html`<section class="card" id="${name}">
<h3><code>${name}</code></h3>
<pre>${linked(schema)}</pre>
</section>
`,
)}`,
  }
}

type Context = { origin: string; schemas: OpenapiDocument['components']['schemas'] }

function describe(call: Call, { origin, schemas }: Context): Html {
  const { method, path, operation } = call
  const { summary, description, operationId } = operation
  const response = responseExample(call, schemas)
  return html`<section class="card" id="${operationId}">
<h3><span class="method">${method}</span> <code>${path.replace(/\{(\w+)\}/g, ':$1')}</code></h3>
<p>${summary}</p>
<div class="muted">${renderMarkdown(description)}</div>
<details><summary>Example</summary><pre>${exampleCommand(call, origin, schemas)}</pre>${
    response === undefined ? '' : html`<pre>${JSON.stringify(response, null, 2)}</pre>`
  }</details>
<details><summary>Request and response</summary><pre>${linked(operation)}</pre></details>
</section>
`
}

/** Writes JSON with links to the schemas. */
function linked(part: unknown): Html[] {
  const texts = JSON.stringify(part, null, 2).split(/"#\/components\/schemas\/(\w+)"/)
  return texts.map((text, index) => (index % 2 === 0 ? html`${text}` : html`<a href="#${text}">${text}</a>`))
}

/** Shows the Markdown of the document, which has paragraphs, headings (`## Errors`), lists (`- `) and code. */
function renderMarkdown(text: string): Html[] {
  return text.split('\n\n').map((block) => {
    if (block.startsWith('## ')) return renderHeading(block.slice(3))
    if (!block.startsWith('- ')) return html`<p>${renderLine(block)}</p>\n`
    const items = block.slice(2).split('\n- ')
    return html`<ul>\n${items.map((item) => html`<li>${renderLine(item)}</li>\n`)}</ul>\n`
  })
}

function renderHeading(title: string): Html {
  return html`<h2 id="${title.toLowerCase()}">${title}</h2>\n`
}

function renderLine(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
}
