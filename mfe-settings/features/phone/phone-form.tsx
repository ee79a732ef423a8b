import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import {
  CurrentPasswordField,
  currentPassword,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'
import { type PhoneChange, phoneChanger } from './phone-change.ts'
import { type PhoneCodes, PhoneCodesSheet } from './phone-codes.tsx'

const NewPhone = z.object({
  ...currentPassword,
  phone_number: wholePhone(),
})

/** Errors of the last step about fields of the first: each is shown at its field. */
const errorTexts = {
  ...currentPasswordTexts,
  phone_taken: 'Этот номер уже используется',
}

type PhoneFormProps = {
  /** Masked. */
  current: string
  onChanged: (change: PhoneChange) => void
}

/** Asks for the password and the new number, then for the codes sent to the new and the current number. */
export function PhoneForm({ current, onChanged }: PhoneFormProps) {
  const form = useZodForm(NewPhone, { defaultValues: { current_password: '', phone_number: '' } })
  const [isConfirming, setConfirming] = useState(false)
  const [changePhone] = useState(() => phoneChanger(current))

  async function confirm(codes: PhoneCodes) {
    try {
      onChanged(await changePhone({ ...form.getValues(), ...codes }))
    } catch (cause) {
      if (!showFieldErrors(form, cause, { errorTexts })) throw cause
      setConfirming(false)
    }
  }

  return (
    <>
      <Form form={form} onSubmit={() => setConfirming(true)}>
        <CurrentPasswordField />
        <PhoneField name="phone_number" label="Новый телефон" />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <PhoneCodesSheet
        open={isConfirming}
        onClose={() => setConfirming(false)}
        current={current}
        phone={form.getValues().phone_number}
        onConfirm={confirm}
      />
    </>
  )
}
