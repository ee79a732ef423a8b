import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import styles from './input.module.css'
import { useMaskedInput } from './masked-input.ts'
import { phoneMask, phoneText, phoneValue } from './phone-mask.ts'

type PhoneFieldProps = FieldProps & { autoComplete?: 'tel' | 'username' }

/** Typed and shown as `+7 (999) 123-45-67`; the form holds `+79991234567`. */
export function PhoneField({ autoComplete = 'tel', ...field }: PhoneFieldProps) {
  const { value = '', change, blur, focusRef, control, frame } = useField<string>(field)
  const ref = useMaskedInput(phoneMask, focusRef)
  return (
    <FieldFrame {...frame}>
      <input
        {...control}
        ref={ref}
        className={styles.input}
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        placeholder="+7 (___) ___-__-__"
        value={phoneText(value)}
        onInput={(event) => change(phoneValue(event.currentTarget.value))}
        onBlur={blur}
      />
    </FieldFrame>
  )
}
