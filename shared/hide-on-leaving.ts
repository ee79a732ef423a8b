import { localStore } from '@portal/shared/browser-storage'
import { hideAmounts } from '@portal/shared/ui/amount'
import { useSyncExternalStore } from 'react'

/** How amounts are when the portal is opened again in this browser. */
export type AmountsOnOpening = 'as-left' | 'hidden'

const storageKey = 'chaevye:amounts-on-opening'

/** `const [onOpening, setOnOpening] = useAmountsOnOpening()`: the choice of this browser. */
export function useAmountsOnOpening(): [AmountsOnOpening, (chosen: AmountsOnOpening) => void] {
  return [useSyncExternalStore(subscribe, amountsOnOpening, () => 'as-left'), setOnOpening]
}

/**
 * Hides amounts whenever the user leaves the page, if the user has chosen that in the settings. Amounts are then hidden
 * when the user returns, and in the HTML of the next page. Returns a function that stops it.
 */
export function hideOnLeaving(): () => void {
  const hide = () => {
    if (document.visibilityState === 'hidden' && amountsOnOpening() === 'hidden') hideAmounts(true)
  }
  if (hasBeenSeen()) hide()
  document.addEventListener('visibilitychange', hide)
  return () => document.removeEventListener('visibilitychange', hide)
}

/** False in browsers that do not list when the page was visible: a tab in the background has not been seen yet. */
export function hasBeenSeen(): boolean {
  return performance.getEntriesByType('visibility-state').some(({ name }) => name === 'visible')
}

function amountsOnOpening(): AmountsOnOpening {
  return localStore.getItem(storageKey) === 'hidden' ? 'hidden' : 'as-left'
}

function setOnOpening(chosen: AmountsOnOpening): void {
  if (chosen === 'hidden') localStore.setItem(storageKey, chosen)
  else localStore.removeItem(storageKey)
  // The browser notifies the other tabs only.
  dispatchEvent(new Event('storage'))
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
