import { sendOtp } from '@portal/shared/contracts/otp'
import { formatPhone } from '@portal/shared/format/phone'
import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { codeSender, OtpStep } from '@portal/shared/forms/otp-step'
import { PasswordField } from '@portal/shared/forms/password-field'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { call } from '@portal/shared/http/call'
import { required } from '@portal/shared/rules/values'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import * as z from 'zod/mini'
import { OwnSignInName } from '../../sign-in-name/own-sign-in-name.tsx'
import { phoneChanger } from './phone-change.ts'
import styles from './phone-form.module.css'

const NewPhone = z.object({
  current_password: z.string().check(required('Введите текущий пароль')),
  phone_number: wholePhone(),
})

/** What the last step learns about the first: it is said at the field it is about. */
const refusals = {
  wrong_password: 'Текущий пароль указан неверно',
  phone_taken: 'Этот номер уже используется',
}

type PhoneFormProps = {
  /** Masked. */
  current: string
  onChanged: (phoneMasked: string) => void
}

/** The password and the new number, then the code that was sent there. */
export function PhoneForm({ current, onChanged }: PhoneFormProps) {
  const form = useZodForm(NewPhone, { defaultValues: { current_password: '', phone_number: '' } })
  const [asking, setAsking] = useState(false)
  const [sendCode] = useState(() =>
    codeSender((phone_number) => call(sendOtp, { params: { type: 'phone' }, body: { phone_number } })),
  )
  const [changePhone] = useState(() => phoneChanger(current))
  const { phone_number } = form.getValues()

  async function confirm(code: string) {
    try {
      onChanged(await changePhone({ ...form.getValues(), code }))
    } catch (cause) {
      if (!showFieldErrors(form, cause, { errorTexts: refusals })) throw cause
      setAsking(false)
    }
  }

  return (
    <>
      <Form form={form} onSubmit={() => setAsking(true)}>
        {/* Else a manager takes the new number for the name of the current password, and stores it. */}
        <OwnSignInName />
        <PasswordField name="current_password" label="Текущий пароль" autoComplete="current-password" />
        <PhoneField name="phone_number" label="Новый телефон" />
        <SubmitButton>Получить код</SubmitButton>
      </Form>
      <Sheet open={asking} onOpenChange={setAsking} title="Код с нового номера">
        <div className={styles.code}>
          <p>
            Новый номер для входа: <span className={styles.phone}>{formatPhone(phone_number)}</span>
          </p>
          <OtpStep send={() => sendCode(phone_number)} onSubmit={confirm} submitLabel="Сменить телефон" />
        </div>
      </Sheet>
    </>
  )
}
