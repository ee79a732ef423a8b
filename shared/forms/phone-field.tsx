import { phonePattern } from '@portal/contracts/phone'
import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import * as z from 'zod/mini'
import { matches } from '../rules/texts.ts'
import { required } from '../rules/values.ts'
import styles from './input.module.css'
import { useMaskedInput } from './masked-input.ts'
import { phoneMask, phoneText, phoneValue } from './phone-mask.ts'

const notWhole = 'Введите номер телефона полностью'

/** A phone as it is typed; `instead`: what a form may hold in place of one. */
export function wholePhone(...instead: string[]) {
  return z.string().check(required(notWhole), matches([phonePattern, ...instead], notWhole))
}

type PhoneFieldProps = FieldProps & {
  /** `off`: it is another person's phone. */
  autoComplete?: 'tel' | 'username' | 'username webauthn' | 'off'
}

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
