import type { VaultCard } from '@portal/contracts/vault'

/** What the page around the form gets: never the number. */
export type CardMessage = { type: 'card-token'; token: string } & Pick<VaultCard, 'mask' | 'network'>

/** Origins that may embed the form. The portal server writes its CARD_FORM_ORIGINS into this page only. */
function allowedOrigins(): string[] {
  const list: unknown = JSON.parse(document.getElementById('card-form-origins')?.textContent ?? '[]')
  return Array.isArray(list) ? list.map(String) : []
}

/**
 * Returns the allowed origins that match the embedding page. If the browser does not report that page, returns all of
 * them: the browser delivers a message only to the origin that matches.
 */
export function receivers(allowed: readonly string[], around: string | undefined): readonly string[] {
  return around === undefined ? allowed : allowed.filter((origin) => origin === around)
}

/** Returns undefined when the form is not embedded. */
export function embeddingSite(): { send: (message: CardMessage) => void } | undefined {
  if (window.parent === window) return undefined
  const around = location.ancestorOrigins?.[0] ?? (document.referrer ? new URL(document.referrer).origin : undefined)
  return {
    send(message) {
      for (const origin of receivers(allowedOrigins(), around)) window.parent.postMessage(message, origin)
    },
  }
}
