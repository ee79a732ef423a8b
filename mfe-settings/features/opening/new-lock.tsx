import { LOCK_DELAYS_MINUTES, setAppLock } from '@portal/contracts/app-lock'
import { asciiDigits } from '@portal/contracts/written-numbers'
import { plural } from '@portal/shared/format/plural'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { TextField } from '@portal/shared/forms/text-field'
import { call } from '@portal/shared/http/call'
import { matches } from '@portal/shared/rules/texts'
import { confirm, required } from '@portal/shared/rules/values'
import { toast } from '@portal/shared/session/store'
import * as z from '@portal/shared/zod'
import {
  CurrentPasswordField,
  currentPassword,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'

const fourToSix = 'Введите от 4 до 6 цифр'
const NewLockForm = z
  .object({
    pin: z.string().check(z.overwrite(asciiDigits), required(fourToSix), matches([/^\d{4,6}$/], fourToSix)),
    repeat: z.string().check(z.overwrite(asciiDigits)),
    after: z.string(),
    ...currentPassword,
  })
  .check(confirm('repeat', 'pin', 'Код-пароль не совпадает'))

/** Also asks for the password, so that somebody else with an unlocked phone cannot lock its owner out. */
export function NewLock({ onSet }: { onSet: () => Promise<void> }) {
  const form = useZodForm(NewLockForm, { defaultValues: { pin: '', repeat: '', after: '1', current_password: '' } })

  async function set({ pin, after, current_password }: z.infer<typeof NewLockForm>) {
    await call(setAppLock, { body: { pin, after_minutes: Number(after), current_password } })
    await onSet()
    toast('Код-пароль включён')
  }

  return (
    <Form
      form={form}
      onSubmit={set}
      errorTexts={{
        ...currentPasswordTexts,
        pin_predictable: 'Слишком просто: повторы и цифры подряд подбирают первыми',
      }}
    >
      <p>Портал спросит код-пароль, когда вы вернётесь. Вместо него подойдёт ключ доступа.</p>
      <TextField
        name="pin"
        label="Код-пароль"
        hint="От 4 до 6 цифр"
        type="password"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField name="repeat" label="Код-пароль ещё раз" type="password" inputMode="numeric" autoComplete="off" />
      <DropdownField name="after" label="Когда спрашивать после перерыва" options={delayOptions} />
      <CurrentPasswordField />
      <SubmitButton>Включить код-пароль</SubmitButton>
    </Form>
  )
}

/** `0` → «Сразу», `5` → «Через 5 минут» */
export function delayText(minutes: number): string {
  return minutes === 0 ? 'Сразу' : `Через ${plural(minutes, 'минуту', 'минуты', 'минут')}`
}

export const delayOptions = LOCK_DELAYS_MINUTES.map((minutes) => ({
  value: String(minutes),
  label: delayText(minutes),
}))
