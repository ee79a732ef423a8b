import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { useState } from 'react'
import styles from './input.module.css'
import { useMaskedInput } from './masked-input.ts'
import { moneyMask, moneyText, moneyValue } from './money-mask.ts'

type MoneyFieldProps = FieldProps & {
  /** Marks a sum that is wrong already while it is typed, before a rule of the form would. */
  error?: string | undefined
}

/** Rubles: shown as `1 234`, held by the form as a whole number, null while empty. */
export function MoneyField({ error: typedError, ...field }: MoneyFieldProps) {
  const { value = null, change, blur, focusRef, control, frame } = useField<number | null>(field)
  const [text, setText] = useState(() => textOf(value))
  const [known, setKnown] = useState(value)
  const error = frame.error ?? typedError
  const ref = useMaskedInput(moneyMask, focusRef)

  // Chosen elsewhere, as by a chip; `12,5` while it is typed is the same 13.
  if (known !== value) {
    setKnown(value)
    if (moneyValue(text) !== value) setText(textOf(value))
  }

  return (
    <FieldFrame {...frame} error={error}>
      <span className={styles.box}>
        <input
          {...control}
          aria-invalid={error ? true : undefined}
          ref={ref}
          className={`${styles.input} ${styles.withEnd} ${styles.money}`}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={text}
          onInput={(event) => {
            const typed = moneyText(event.currentTarget.value)
            setText(typed)
            change(moneyValue(typed))
          }}
          onBlur={() => {
            setText(textOf(value))
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

function textOf(value: number | null): string {
  return value === null ? '' : moneyText(String(value))
}
