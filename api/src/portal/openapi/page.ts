import { type Html, html } from '../../http/html.ts'
import type { Page } from '../../http/page.ts'
import type { OpenapiDocument, Operation } from './document.ts'

/** Shows the document as a page: operations by tag, then the schemas that they refer to. */
export function documentPage({ paths, tags, components }: OpenapiDocument): Page {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return {
    title: 'API',
    lang: 'en',
    body: html`<p class="lead">All paths are below <code>/api/v1</code>. The same document is available as <a href="openapi.json">OpenAPI 3.1</a>.</p>
${tags.map(({ name }) => {
  const listed = operations.filter(({ operation }) => operation.tags.includes(name))
  return html`<h2 id="tag-${name}">${name}</h2>
${listed.map(({ method, path, operation }) => describe(method, path, operation))}`
})}
<h2 id="schemas">Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<section class="card" id="${name}">
<h3><code>${name}</code></h3>
<pre>${linked(schema)}</pre>
</section>
`,
)}`,
  }
}

function describe(method: string, path: string, operation: Operation): Html {
  const { summary, description, operationId } = operation
  return html`<section class="card" id="${operationId}">
<h3><span class="method">${method}</span> <code>${path.replace(/\{(\w+)\}/g, ':$1')}</code></h3>
<p>${summary}</p>
<p class="muted">${description}</p>
<details><summary>Request and response</summary><pre>${linked(operation)}</pre></details>
</section>
`
}

/** Writes JSON with links to the schemas. */
function linked(part: unknown): Html[] {
  const texts = JSON.stringify(part, null, 2).split(/"#\/components\/schemas\/(\w+)"/)
  return texts.map((text, index) => (index % 2 === 0 ? html`${text}` : html`<a href="#${text}">${text}</a>`))
}
