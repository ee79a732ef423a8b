import { cardNetwork, isCardNumber } from '@portal/contracts/card-number'
import type { CardNetwork } from '@portal/contracts/vault'
import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import * as z from 'zod/mini'
import { required } from '../rules/values.ts'
import { cardMask, isCardText } from './card-mask.ts'
import styles from './input.module.css'
import { useMaskedInput } from './masked-input.ts'

const networkNames = { mir: 'Мир', visa: 'Visa', mastercard: 'Mastercard' } satisfies Record<CardNetwork, string>

const checkNumber = 'Проверьте номер карты'

/** The digits of a card that money can be sent to. */
export const CardNumber = z.string().check(
  required('Введите номер карты'),
  z.refine(isCardNumber, checkNumber),
  z.refine((number) => cardNetwork(number) !== undefined, 'Подойдут карты Мир, Visa и Mastercard'),
)

/**
 * Typed and shown as `2200 7013 9595 4321`; the form holds the digits. Other text stays as it is written. The number is
 * in this input and nowhere else.
 */
export function CardField(field: FieldProps) {
  const { value = '', change, blur, focusRef, control, frame } = useField<string>(field)
  const network = cardNetwork(value)
  const { text, input } = useMaskedInput(cardMask, { value, change, focusRef })
  const error = frame.error ?? (isCardText(text) ? undefined : checkNumber)
  return (
    <FieldFrame {...frame} error={error}>
      <span className={styles.box}>
        <input
          {...control}
          {...input}
          aria-invalid={error ? true : undefined}
          className={`${styles.input} ${styles.card}`}
          data-network={network}
          type="text"
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="0000 0000 0000 0000"
          onBlur={blur}
        />
        <span className={`${styles.end} ${styles.badge}`} role="status">
          {network && <StatusBadge tone="neutral">{networkNames[network]}</StatusBadge>}
        </span>
      </span>
    </FieldFrame>
  )
}
