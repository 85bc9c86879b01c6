import { html, raw } from 'hono/html'
import { productName } from '../../shared/product.ts'
import type { describeApi } from './openapi.ts'

type Description = ReturnType<typeof describeApi>
type Operation = NonNullable<NonNullable<Description['paths']>[string]['get']>

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid #8886; }
h3 { font-size: 1rem; margin: 2rem 0 .25rem; overflow-wrap: anywhere; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow: auto; padding: 1rem; border: 1px solid #8886; border-radius: .5rem; }
.method { display: inline-block; min-width: 4rem; text-transform: uppercase; font-weight: 700; }
`

const asJson = (value: unknown) => JSON.stringify(value, null, 2)

function renderOperation(method: string, path: string, operation: Operation) {
  const body = operation.requestBody as { content?: Record<string, { schema?: unknown }> } | undefined
  const schema = body?.content?.['application/json']?.schema
  const responses = Object.entries(operation.responses ?? {}) as [string, { description: string }][]
  return html`<section>
    <h3><code class="method">${method}</code> <code>${path}</code></h3>
    <p>${operation.summary}. ${operation.security?.length ? 'Needs a session.' : 'Open to anyone.'}</p>
    ${
      schema
        ? html`<p>Body:</p>
            <pre tabindex="0"><code>${asJson(schema)}</code></pre>`
        : ''
    }
    <ul>
      ${responses.map(([status, response]) => html`<li><code>${status}</code> ${response.description}</li>`)}
    </ul>
  </section>`
}

/** Renders the API description of /api/v1/openapi.json as a page without scripts. */
export function renderApiDocs(description: Description) {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? '',
      text: renderOperation(method, path, operation),
    })),
  )
  const groups = [...Map.groupBy(operations, (operation) => operation.tag)]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>API · ${productName}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${productName} API</h1>
          <p>
            ${description.info.description} Also available as OpenAPI 3.1:
            <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.
          </p>
          ${groups.map(
            ([tag, items]) =>
              html`<h2>${tag}</h2>
                ${items.map((item) => item.text)}`,
          )}
        </main>
      </body>
    </html>`
}
