import { cardNetwork } from '@portal/contracts/card-number'
import type { CardFormState } from '@portal/shared/page-protocol'
import { Notice } from '@portal/shared/ui/notice'
import { Chosen } from './chosen.tsx'
import { formatMask } from './provider-card.ts'

type ProviderCardFieldProps = {
  card: CardFormState['card']
  error: string | undefined
  onOther: () => void
}

/** Replaces the field of the number: what the provider's form has read, or that it will read it. */
export function ProviderCardField({ card, error, onOther }: ProviderCardFieldProps) {
  if (!card) {
    return (
      <>
        {error && <Notice tone="error">{error}</Notice>}
        <Notice tone="info">Номер карты вы введёте на следующем шаге, в форме ЮKassa. Портал его не видит.</Notice>
      </>
    )
  }
  const problem = error ?? (cardNetwork(card.first6) ? undefined : 'Подойдут карты Мир, Visa и Mastercard')
  return (
    <>
      <Chosen label="Карта" value={formatMask(card)} other="Другая карта" onOther={onOther} />
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  )
}
