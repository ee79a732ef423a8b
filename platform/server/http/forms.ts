import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeAttribute } from './escape-html.ts'

/** Makes the routes of a plugin accept forms. Bodies of other types are no forms. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

/** Returns whether a page of the portal sends the request. Other sites must not choose what a browser shows. */
export function isFromPortal({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin'
}

type Question = { text: string; action: string; fields: Record<string, string> }

/** Returns a page with a button «Показать», which sends the fields. */
export function askToShow({ text, action, fields }: Question): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeAttribute(value)}">`,
  )
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Предпросмотр</title>
<form method="post" action="${action}">
<p>${escapeAttribute(text)}</p>
${inputs.join('\n')}
<button>Показать</button>
</form>
</html>
`
}
