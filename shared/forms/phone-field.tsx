import { type PhoneProblem, parsePhone } from '@portal/contracts/parse-phone'
import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { useState } from 'react'
import * as z from 'zod/mini'
import { required } from '../rules/values.ts'
import styles from './input.module.css'
import { useMaskedInput } from './masked-input.ts'
import { phoneMask } from './phone-mask.ts'

const problemTexts: Record<PhoneProblem, string> = {
  incomplete: 'Введите номер телефона полностью',
  foreign: 'Только российский номер: +7 9…',
  not_mobile: 'Нужен мобильный номер: +7 9…',
  too_long: 'Лишние цифры. Нужен российский номер: +7 9…',
  several: 'Оставьте один номер: +7 9…',
}

/** A phone as it is typed. `instead`: what a form may hold instead of a phone. */
export function wholePhone(...instead: string[]) {
  return z.string().check(
    required(problemTexts.incomplete),
    z.check(({ value, issues }) => {
      const { problem } = parsePhone(value)
      if (problem && !instead.includes(value))
        issues.push({ code: 'custom', input: value, message: problemTexts[problem] })
    }),
  )
}

type PhoneFieldProps = FieldProps & {
  /** `off`: it is somebody else's phone. */
  autoComplete?: 'tel' | 'username' | 'username webauthn' | 'off'
}

/**
 * Typed and shown as `+7 (999) 123-45-67`; the form holds `+79991234567`. Text that is not a Russian number stays as it
 * is written.
 */
export function PhoneField({ autoComplete = 'tel', ...field }: PhoneFieldProps) {
  const { value = '', change, blur, focusRef, control, frame } = useField<string>(field)
  const [mask] = useState(phoneMask)
  const { text, input } = useMaskedInput(mask, { value, change, focusRef })
  const { problem = 'incomplete' } = parsePhone(text)
  const error = frame.error ?? (problem === 'incomplete' ? undefined : problemTexts[problem])
  return (
    <FieldFrame {...frame} error={error}>
      <input
        {...control}
        {...input}
        aria-invalid={error ? true : undefined}
        className={styles.input}
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        placeholder="+7 (___) ___-__-__"
        onBlur={blur}
      />
    </FieldFrame>
  )
}
