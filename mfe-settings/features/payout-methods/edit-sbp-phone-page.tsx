import { getSbpPhone, updateSbpPhone } from '@portal/shared/contracts/sbp-phone'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { useParams } from '@portal/shared/router'
import { NotFound } from '@portal/shared/ui/not-found'
import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { BankField } from './bank-field.tsx'
import { DeleteButton, MethodFields, MethodHeader } from './edit-method.tsx'
import { FormPage } from './form-page.tsx'
import { MethodLabel } from './label-field.tsx'
import { changesOf, useSaveMethod } from './save-method.ts'
import { sbpRefusals } from './sbp-refusals.ts'

const EditedPhone = z.object({ label: MethodLabel, bank_id: z.string(), is_default: z.boolean() })

const refusals = { ...sbpRefusals, payout_in_progress: 'Сюда сейчас идёт выплата. Смените банк, когда она завершится.' }

export function Component() {
  const { id = '' } = useParams()
  return (
    <FormPage fields={3}>
      <NotFound title="Телефон не найден">
        <EditSbpPhone key={id} id={id} />
      </NotFound>
    </FormPage>
  )
}

function EditSbpPhone({ id }: { id: string }) {
  const { data: phone } = useSuspenseQuery(apiQuery(getSbpPhone, { params: { id } }))
  const { label, bank_id, is_default } = phone
  const form = useZodForm(EditedPhone, { defaultValues: { label, bank_id, is_default } })
  const save = useSaveMethod(getSbpPhone)
  return (
    <>
      <MethodHeader method={phone} number={phone.phone_masked} />
      <Form
        form={form}
        onSubmit={(values) => save(() => call(updateSbpPhone, { params: { id }, body: changesOf(values, phone) }))}
        errorTexts={refusals}
      >
        <MethodFields method={phone}>
          <BankField />
        </MethodFields>
      </Form>
      <DeleteButton method={phone} />
    </>
  )
}
