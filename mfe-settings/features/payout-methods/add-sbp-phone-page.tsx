import { formatPhone } from '@portal/contracts/phone-text'
import type { Proof } from '@portal/contracts/proof'
import { addSbpPhone } from '@portal/contracts/sbp-phone'
import { CodeSheet } from '@portal/shared/confirm/code-sheet'
import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { wholePhone } from '@portal/shared/forms/phone-field'
import { call } from '@portal/shared/http/call'
import { useCurrentEmployee } from '@portal/shared/session/store'
import * as z from '@portal/shared/zod'
import { type ComponentProps, useState } from 'react'
import { useAddMethod } from './add-method.ts'
import { BankField, useSbpBanks } from './bank-field.tsx'
import { FormPage, LabelField, MethodLabel } from './form-page.tsx'
import { newMethodNote, sbpErrorTexts } from './method-text.ts'
import { ownPhone, PhoneChoice, useOwnPhone } from './phone-choice.tsx'
import { RestaurantField, useFromRestaurants } from './restaurant-field.tsx'

const NewSbpPhone = z.object({
  phone: wholePhone(ownPhone),
  bank_id: z.string(),
  label: MethodLabel,
  rest_id: z.string(),
})
type NewSbpPhone = z.infer<typeof NewSbpPhone>

function AddSbpPhonePage() {
  return (
    <FormPage fields={3}>
      <AddSbpPhone />
    </FormPage>
  )
}

export { AddSbpPhonePage as Component }

function AddSbpPhone() {
  const current = useCurrentEmployee()
  const form = useZodForm(NewSbpPhone, {
    defaultValues: { phone: '', bank_id: null, label: '', rest_id: current.restaurant.id },
  })
  const [filled, setFilled] = useState<NewSbpPhone | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const addMethod = useAddMethod()

  async function add(proof: Proof, { phone, ...rest }: NewSbpPhone) {
    try {
      await addMethod({
        add: () => call(addSbpPhone, { body: { ...rest, ...named(phone), ...proof } }),
        isIt: ({ type, rest_ids, ...method }) =>
          type === 'sbp' && 'bank_id' in method && method.bank_id === rest.bank_id && rest_ids.includes(rest.rest_id),
        toastText: 'Телефон СБП добавлен',
      })
    } catch (cause) {
      // The user's own number is no input: the error needs a field to be shown at.
      const errorFields = { phone: phone === ownPhone ? 'bank_id' : 'phone' } as const
      if (!showFieldErrors(form, cause, { errorTexts: sbpErrorTexts, errorFields })) throw cause
      setConfirming(false)
    }
  }

  return (
    <>
      <Form
        form={form}
        onSubmit={(values) => {
          setFilled(values)
          setConfirming(true)
        }}
      >
        <PhoneChoice
          phone={form.watch('phone')}
          onChange={(phone) => {
            form.setValue('phone', phone)
            form.clearErrors('phone')
          }}
        />
        <BankField />
        <LabelField />
        <RestaurantField restId={form.watch('rest_id')} />
        <SubmitButton>Продолжить</SubmitButton>
      </Form>
      {filled && (
        <PhoneCode
          filled={filled}
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onProof={(proof) => add(proof, filled)}
        />
      )}
    </>
  )
}

type PhoneCodeProps = Pick<ComponentProps<typeof CodeSheet>, 'open' | 'onClose' | 'onProof'> & { filled: NewSbpPhone }

function PhoneCode({ filled: { phone, bank_id, rest_id }, ...sheet }: PhoneCodeProps) {
  const own = useOwnPhone()
  const bank = useSbpBanks().find(({ id }) => id === bank_id)
  return (
    <CodeSheet
      {...sheet}
      title="Добавить телефон СБП?"
      what={`СБП · ${bank?.name} · ${phone === ownPhone ? own : formatPhone(phone)}`}
      where={newMethodNote(useFromRestaurants(rest_id))}
      request={{ purpose: 'sbp', ...named(phone), bank_id }}
      errorTexts={sbpErrorTexts}
    />
  )
}

/** Omits the user's own number: the server knows it. */
function named(phone: string): { phone?: string } {
  return phone === ownPhone ? {} : { phone }
}
