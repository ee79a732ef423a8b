import { NoBreak } from '@portal/shared/ui/no-break'

type MoneyRouteProps = {
  /** The restaurant. */
  from: string
  /** Absent only if the card, phone or colleague no longer exists. */
  to: string | undefined
}

/** «Берёзка → Мир •• 1234»; a screen reader has a word for the arrow. */
export function MoneyRoute({ from, to = '' }: MoneyRouteProps) {
  return (
    <span>
      <NoBreak>{from}</NoBreak> <span aria-hidden="true">→</span> <span className="visually-hidden">получатель: </span>
      <NoBreak>{to}</NoBreak>
    </span>
  )
}
