import type { PayoutTerms } from '@portal/contracts/payout-method'
import { costText, freeWay, isFree, type PayoutWay } from '@portal/shared/order-details/payout-way'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { useRef } from 'react'
import { WayLine } from '../../money-order/way-line.tsx'
import styles from './payout-page.module.css'

type WayFieldProps = {
  ways: readonly PayoutWay[]
  chosen: PayoutWay | undefined
  allTerms: readonly PayoutTerms[]
  /** Rubles, for the fee of each way. */
  amount: number | null
  onChoose: (methodId: string) => void
}

/** Selects one of the user's cards and phones by its fee and term. A closed one shows why it is closed. */
export function WayField({ ways, chosen, allTerms, amount, onChoose }: WayFieldProps) {
  const free = freeWay(ways, chosen)
  const box = useRef<HTMLButtonElement>(null)

  function changeTo(methodId: string) {
    // The pressed button is about to be unmounted.
    box.current?.focus()
    onChoose(methodId)
  }

  return (
    <div className={styles.way}>
      <Dropdown
        ref={box}
        label="Куда"
        placeholder="Нет доступного способа"
        value={chosen?.method.id ?? null}
        onChange={(id) => id && onChoose(id)}
        options={ways.map(({ method, title, terms, closedBecause }) => ({
          value: method.id,
          label: title,
          disabled: closedBecause !== null,
          content: <WayLine method={method} note={terms ? costText(terms, amount) : closedBecause} />,
        }))}
      />
      {free ? (
        <Button variant="ghost" size="s" flush="start" onClick={() => changeTo(free.method.id)}>
          {freeWayText(free)}
        </Button>
      ) : (
        couldAddFreePhone(ways, chosen, allTerms) && (
          <ButtonLink variant="ghost" size="s" flush="start" to="/settings/sbp-phones/add">
            По СБП — 0&nbsp;₽. Добавить телефон
          </ButtonLink>
        )
      )}
    </div>
  )
}

/** «По СБП — 0 ₽. Сменить». */
export function freeWayText({ method }: PayoutWay): string {
  return `${method.type === 'sbp' ? 'По СБП' : 'На карту'}\u00A0— 0\u00A0₽. Сменить`
}

/** The user has no phone for СБП, by which the restaurant pays out without the fee of the chosen card. */
function couldAddFreePhone(
  ways: WayFieldProps['ways'],
  chosen: WayFieldProps['chosen'],
  allTerms: WayFieldProps['allTerms'],
): boolean {
  if (!chosen?.terms || isFree(chosen.terms.fee) || ways.some(({ method }) => method.type === 'sbp')) return false
  return allTerms.some(({ type, enabled, fee }) => type === 'sbp' && enabled && isFree(fee))
}
