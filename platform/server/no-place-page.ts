import type { RawResponse } from '@portal/api/http/connections/raw-response'
import { sandboxBanner } from './sandbox-banner.ts'

const head =
  '<!doctype html><html lang="ru"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>Чаевые</title>'
const text = '<p>Сейчас слишком много запросов. Страница откроется сама через несколько секунд.</p></html>'

/** Rejects a connection above the limit; its request may have been for a page or for the API. */
export function createNoPlacePage(sandboxBank: () => boolean): RawResponse {
  return {
    status: 503,
    type: 'text/html; charset=utf-8',
    headers: { 'Retry-After': '5', 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" },
    get body() {
      return head + (sandboxBank() ? sandboxBanner : '') + text
    },
  }
}
