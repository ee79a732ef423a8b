import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import type { ComponentProps, ReactNode } from 'react'
import { useDelayedText } from './delayed-text.ts'
import styles from './input.module.css'

type TextFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode' | 'placeholder'> & {
    /** Inside the box, at its end. */
    end?: ReactNode
  }

export function TextField({ name, label, hint, end, ...input }: TextFieldProps) {
  const { value = '', change, blur, focusRef, control, frame } = useField<string>({ name, label, hint })
  const { text, type, flush } = useDelayedText(value, change)
  return (
    <FieldFrame {...frame}>
      <span className={styles.box}>
        <input
          {...input}
          {...control}
          ref={focusRef}
          className={end ? `${styles.input} ${styles.withEnd}` : styles.input}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => {
            flush()
            blur()
          }}
        />
        {end && <span className={styles.end}>{end}</span>}
      </span>
    </FieldFrame>
  )
}
