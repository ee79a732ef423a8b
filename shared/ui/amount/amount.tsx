import { formatRubles, formatSignedRubles } from '@portal/contracts/money-text'
import { localStore } from '@portal/shared/browser-storage'
import { useSyncExternalStore } from 'react'
import styles from './amount.module.css'

const storageKey = 'chaevye:amounts'

/** Others can see the screen: no amount is to be read from it. Is stored in this browser, the same in all of its tabs. */
export function useHiddenAmounts(): boolean {
  return useSyncExternalStore(subscribe, areAmountsHidden)
}

export function hideAmounts(hidden: boolean): void {
  localStore.setItem(storageKey, hidden ? 'hidden' : '')
  // The browser notifies the other tabs only.
  dispatchEvent(new Event('storage'))
}

/** Is for text that is shown once, as a message. */
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
  /** `text`: as the words around it. */
  size?: 'text' | 's' | 'm' | 'l' | 'xl' | undefined
  /** Quieter and struck through: money that did not move. */
  void?: boolean | undefined
  /** Even while amounts are hidden: money is checked before it is sent, and a receipt without sums is none. */
  always?: boolean | undefined
}

/** The only way a screen shows money: tabular digits, never broken over lines, and hidden when its owner has chosen so. */
export function Amount({ rubles, direction, size = 'm', void: isVoid, always }: AmountProps) {
  const hidden = useHiddenAmounts() && !always
  return (
    <span className={styles.amount} data-size={size} data-direction={direction} data-void={isVoid || undefined}>
      {hidden ? (
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
