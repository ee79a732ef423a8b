import { readFile } from 'node:fs/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app-dependencies.ts'
import { type Html, html } from './html.ts'

const stylesheet = new URL('page.css', import.meta.url)

export type Page = { title: string; lang: 'en' | 'ru'; body: Html }

/** A parameter may occur twice in an address. */
type Query = Record<string, string | string[] | undefined>

/** Serves a small page of the API. It has no script, and its style is a separate file, as a strict CSP requires. */
export function servePage(
  app: App,
  path: string,
  build: (query: Query, request: FastifyRequest) => Promise<Page> | Page,
): void {
  const styles = `${path}.css`
  app.get(styles, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(stylesheet)),
  )
  app.get<{ Querystring: Query }>(path, async (request, reply) =>
    send(reply, await build(request.query, request), `${app.prefix}${styles}`),
  )
}

function send(reply: FastifyReply, { title, lang, body }: Page, styles: string): FastifyReply {
  const page = html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${styles}">
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page.text)
}
