import type { VaultCard } from '@portal/contracts/vault'

/** What the page around the form gets: never the number. */
export type CardMessage = { type: 'card-token'; token: string } & Pick<VaultCard, 'mask' | 'network'>

/** Origins that may embed the form; the portal server writes them into this page alone, from its CARD_FORM_ORIGINS. */
function allowedOrigins(): string[] {
  const list: unknown = JSON.parse(document.getElementById('card-form-origins')?.textContent ?? '[]')
  return Array.isArray(list) ? list.map(String) : []
}

/**
 * Returns the allowed origins of the embedding page as the browser reports it. A browser that reports none delivers to
 * the one of the allowed origins that it is.
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
