import { formatRubles, formatSignedRubles } from '@portal/contracts/money-text'
import { localStore } from '@portal/shared/browser-storage'
import { hiddenAmountsCookie } from '@portal/shared/page-protocol'
import { useSyncExternalStore } from 'react'
import styles from './amount.module.css'

const storageKey = 'chaevye:amounts'

/** Whether the page was rendered with hidden amounts on the server, with which it is hydrated. */
let isRenderedHidden = false

/** The server renders a page with this choice, or the browser hydrates one that was rendered with it. */
export function amountsRendered(hidden: boolean): void {
  isRenderedHidden = hidden
}

/**
 * Whether amounts are hidden, because others can see the screen. It is stored in this browser and shared by all tabs.
 */
export function useHiddenAmounts(): boolean {
  return useSyncExternalStore(subscribe, areAmountsHidden, () => isRenderedHidden)
}

export function hideAmounts(hidden: boolean): void {
  localStore.setItem(storageKey, hidden ? 'hidden' : '')
  // The server leaves hidden amounts out of the HTML of the next page.
  // biome-ignore lint/suspicious/noDocumentCookie: the oldest browsers have no Cookie Store API
  document.cookie = `${hiddenAmountsCookie}=${hidden ? 1 : 0}; Path=/; Max-Age=${hidden ? 31_536_000 : 0}; SameSite=Lax`
  // The browser notifies the other tabs only.
  dispatchEvent(new Event('storage'))
}

/** For text that is shown once, such as a message. */
export function areAmountsHidden(): boolean {
  return !!localStore.getItem(storageKey)
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

type AmountProps = {
  rubles: number
  /** Shows the sign: `+500 ₽`, `−1 000 ₽`. */
  direction?: 'in' | 'out' | undefined
  /** `text`: the size of the words around it. */
  size?: 'text' | 's' | 'm' | 'l' | 'xl' | undefined
  /** Quieter and struck through, for money that did not move. */
  void?: boolean | undefined
  /** Shown even while amounts are hidden, because money is checked before it is sent, and a receipt needs its sums. */
  always?: boolean | undefined
}

/**
 * The only way a screen shows money: tabular digits, never broken over lines, and hidden when its owner has chosen so.
 */
export function Amount({ rubles, direction, size = 'm', void: isVoid, always }: AmountProps) {
  const isHidden = useHiddenAmounts() && !always
  return (
    <span
      className={styles.amount}
      data-size={size}
      data-direction={direction}
      data-void={isVoid || undefined}
      // A translator would write `1 500 ₽` in another way.
      translate={isHidden ? undefined : 'no'}
    >
      {isHidden ? (
        <>
          <span aria-hidden="true">•••&nbsp;₽</span>
          <span className="visually-hidden">сумма скрыта</span>
        </>
      ) : direction ? (
        formatSignedRubles(rubles, direction)
      ) : (
        formatRubles(rubles)
      )}
    </span>
  )
}
