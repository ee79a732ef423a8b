import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { useFlushOnSubmit } from './flush-on-submit.ts'
import styles from './input.module.css'
import { useMaskedInput } from './masked-input.ts'
import { isSum, moneyMask } from './money-mask.ts'

type MoneyFieldProps = FieldProps & {
  /** Marks a sum that is wrong already while it is typed, before a rule of the form would. */
  error?: string | undefined
}

/**
 * Rubles, shown as `1 234`. The form holds a whole number, or null while empty. Text that is not a sum stays as it is
 * written.
 */
export function MoneyField({ error: typedError, ...field }: MoneyFieldProps) {
  const { value = null, change, blur, focusRef, control, frame } = useField<number | null>(field)
  const { element, text, setText, input } = useMaskedInput(moneyMask, { value, change, focusRef })
  const hasSum = isSum(text)
  const error = hasSum ? (frame.error ?? typedError) : 'Введите сумму цифрами, например 1500 или 1500,50'
  // To the form, text that is not a sum is null, as if nothing were typed.
  useFlushOnSubmit(() => isSum(element.current?.value ?? ''))

  return (
    <FieldFrame {...frame} error={error}>
      <span className={styles.box}>
        <input
          {...control}
          {...input}
          aria-invalid={error ? true : undefined}
          className={`${styles.input} ${styles.withEnd} ${styles.money}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          onBlur={() => {
            if (hasSum) setText(moneyMask.show(value))
            blur()
          }}
        />
        <span className={`${styles.end} ${styles.unit}`} aria-hidden="true">
          ₽
        </span>
      </span>
    </FieldFrame>
  )
}
