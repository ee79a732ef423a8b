import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Endpoint, requestPath } from '@portal/contracts/endpoint'
import { formatRubles, formatSignedRubles } from '@portal/contracts/money-text'
import { listOperations, type Operation } from '@portal/contracts/operation'
import { listPayouts, type Payout } from '@portal/contracts/payout'
import {
  listPayoutBindings,
  listPayoutMethods,
  type PayoutBinding,
  type PayoutMethod,
} from '@portal/contracts/payout-method'
import { getSessionBootstrap, type SessionBootstrap } from '@portal/contracts/session'
import type { LiveReleases } from '@portal/platform/releases/live'
import { findRoute } from '@portal/platform/releases/page-parts'
import type { createPortalServer } from '@portal/platform/server/portal-server'
import { createSheets } from '@portal/platform/server/sheets'
import type { PagePath } from './visit.ts'

// The same pages as a developer would write them without a framework: HTML of the same data with the same stylesheets
// in it, and a script of a few lines.

export const byHand = '/by-hand'

type Portal = Awaited<ReturnType<typeof createPortalServer>>

const brotli = promisify(brotliCompress)

/** Adds the pages to a portal server, which has not begun to listen: `/by-hand/billing`. */
export function serveByHand(portal: Portal, live: LiveReleases, filesFolder: string): void {
  const readSheets = createSheets(filesFolder)

  async function readStyles(path: PagePath): Promise<string> {
    const sheets = await readSheets(live, findRoute(live, path))
    return sheets.map(({ text }) => `<style>${text}</style>`).join('')
  }

  function serve(path: PagePath, renderContent: (cookie: string, session: SessionBootstrap) => Promise<string>) {
    portal.get(byHand + path, async (request, reply) => {
      const { cookie = '' } = request.headers
      const session = await read<SessionBootstrap>(cookie, getSessionBootstrap, {})
      const html = renderPage(session, await readStyles(path), await renderContent(cookie, session))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
      reply.type('text/html; charset=utf-8').headers({ 'Cache-Control': 'no-store', 'Content-Encoding': 'br' })
      return reply.send(await brotli(html, { params }))
    })
  }

  async function read<T>(cookie: string, endpoint: Pick<Endpoint, 'path'>, request: object): Promise<T> {
    const response = await portal.inject({
      url: `/api/v1${requestPath(endpoint, request)}`,
      headers: { cookie, accept: 'application/json', 'x-requested-with': 'portal' },
    })
    return response.json<T>()
  }

  async function operations(cookie: string, session: SessionBootstrap, filter: object): Promise<string> {
    const query = { restId: restaurantId(session), ...filter }
    const { items } = await read<{ items: Operation[] }>(cookie, listOperations, { query })
    return rowList(items.map(ofOperation))
  }

  serve('/', (cookie, session) => operations(cookie, session, { type: 'tip' }))
  serve('/billing', (cookie, session) => operations(cookie, session, {}))
  serve('/out', async (cookie, session) => {
    const restId = restaurantId(session)
    const [payouts, bindings, methods] = await Promise.all([
      read<{ items: Payout[] }>(cookie, listPayouts, { query: { restId, page: 1 } }),
      read<{ items: PayoutBinding[] }>(cookie, listPayoutBindings, { query: { restId } }),
      read<{ items: PayoutMethod[] }>(cookie, listPayoutMethods, { params: { restId } }),
    ])
    return payoutForm(bindings.items, methods.items) + rowList(payouts.items.map(ofPayout))
  })
}

function payoutForm(bindings: readonly PayoutBinding[], methods: readonly PayoutMethod[]): string {
  const ways = bindings.map(
    ({ id, type, bank_name, label }) =>
      `<label><input type="radio" name="way" value="${id}"> ${type === 'card' ? 'Карта' : 'СБП'} ${text(bank_name)} ${text(label)}</label>`,
  )
  const terms = methods.map(
    ({ title, min, max, fee, eta_text }) =>
      `<p>${text(title)}: от ${formatRubles(min)} до ${formatRubles(max)}, комиссия ${fee.percent} %, ${text(eta_text)}</p>`,
  )
  return `<form>${ways.join('')}<label>Сумма <input name="amount" inputmode="decimal"></label>${terms.join('')}<button>Вывести</button></form>`
}

type Row = { title: string; at: string; amount: string }

function ofOperation({ title, created_at, amount, direction }: Operation): Row {
  return { title, at: created_at, amount: formatSignedRubles(amount, direction) }
}

function ofPayout({ number, created_at, amount }: Payout): Row {
  return { title: number, at: created_at, amount: formatRubles(amount) }
}

function restaurantId({ employees }: SessionBootstrap): string {
  return employees[0]?.restaurant.id ?? ''
}

function rowList(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ title, at, amount }) => `<li><button type="button">${text(title)}, ${at} <b>${amount}</b></button></li>`,
  )
  return `<ul>${lines.join('')}</ul>`
}

/**
 * The first script says, as in a rendered page, that nothing listens yet; the second one is all the code of the page.
 */
function renderPage(session: SessionBootstrap, styles: string, content: string): string {
  const { user, balance } = session
  const rubles = balance.by_restaurant[restaurantId(session)]?.balance ?? 0
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Чаевые</title>
<script>window.portal = { heldInput: {} }</script>${styles}</head>
<body>
<header>Чаевые ${text(user.name)}</header>
<nav><a href="/">Чаевые</a> <a href="/billing">Операции</a> <a href="/out">Вывод средств</a></nav>
<main><p>Доступно к выводу</p><p><b>${formatRubles(rubles)}</b></p>${content}</main>
<script>
document.querySelectorAll('li button').forEach((row) => {
  row.onclick = () => row.toggleAttribute('aria-current')
})
document.querySelectorAll('form').forEach((form) => {
  form.onsubmit = (event) => event.preventDefault()
})
window.portal.heldInput = undefined
</script>
</body>
</html>`
}

function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
