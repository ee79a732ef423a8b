import type { SbpPhone } from '@portal/contracts/payout-method'
import type { Proof } from '@portal/contracts/proof'
import { getSbpPhone, type SbpPhoneChanges, updateSbpPhone } from '@portal/contracts/sbp-phone'
import { CodeSheet } from '@portal/shared/confirm/code-sheet'
import { Form, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useParams } from '@portal/shared/router'
import { NotFound } from '@portal/shared/ui/not-found'
import * as z from '@portal/shared/zod'
import { type ComponentProps, useState } from 'react'
import { BankField, useSbpBanks } from './bank-field.tsx'
import { DeleteButton, MethodFields, MethodHeader } from './edit-method.tsx'
import { FormPage, MethodLabel } from './form-page.tsx'
import { lowLimit, sbpErrorTexts } from './method-text.ts'
import { changedFields, useSaveMethod } from './save-method.ts'

const EditedPhone = z.object({ label: MethodLabel, bank_id: z.string(), is_default: z.boolean() })

const errorTexts = {
  ...sbpErrorTexts,
  payout_in_progress: 'Сюда сейчас идут деньги. Смените банк, когда вывод завершится.',
}

function EditSbpPhonePage() {
  const { id = '' } = useParams()
  return (
    <FormPage fields={3}>
      <NotFound title="Телефон СБП не найден">
        <EditSbpPhone key={id} id={id} />
      </NotFound>
    </FormPage>
  )
}

export { EditSbpPhonePage as Component }

function EditSbpPhone({ id }: { id: string }) {
  const { data: phone } = useSuspenseQuery(apiQuery(getSbpPhone, { params: { id } }))
  const { label, bank_id, is_default } = phone
  const form = useZodForm(EditedPhone, { defaultValues: { label, bank_id, is_default } })
  const save = useSaveMethod(getSbpPhone)
  const [changes, setChanges] = useState<SbpPhoneChanges | null>(null)
  const bankId = changes?.bank_id

  async function submit(values: z.infer<typeof EditedPhone>) {
    const next = changedFields(values, phone)
    if (next.bank_id === undefined) return await save(() => call(updateSbpPhone, { params: { id }, body: next }))
    setChanges(next)
  }

  async function changeBank(proof: Proof) {
    try {
      await save(() => confirmedUpdate(id, { ...changes, ...proof }))
    } catch (cause) {
      if (!showFieldErrors(form, cause, { errorTexts: errorTexts })) throw cause
      setChanges(null)
    }
  }

  return (
    <>
      <MethodHeader method={phone} number={phone.phone_masked} />
      <Form form={form} onSubmit={submit} errorTexts={errorTexts}>
        <MethodFields method={phone}>
          <BankField />
        </MethodFields>
      </Form>
      <DeleteButton method={phone} />
      {bankId && <BankCode phone={phone} bankId={bankId} onClose={() => setChanges(null)} onProof={changeBank} />}
    </>
  )
}

type BankCodeProps = Pick<ComponentProps<typeof CodeSheet>, 'onClose' | 'onProof'> & { phone: SbpPhone; bankId: string }

/** Another bank is another destination of the money, so it needs a confirmation. */
function BankCode({ phone, bankId, ...sheet }: BankCodeProps) {
  const bank = useSbpBanks().find(({ id }) => id === bankId)
  return (
    <CodeSheet
      {...sheet}
      open
      title="Сменить банк?"
      what={`СБП · ${bank?.name} · ${phone.phone_masked}`}
      where={`Сутки после смены на этот телефон можно вывести не больше ${lowLimit}`}
      request={{ purpose: 'sbp_bank', binding_id: phone.id, bank_id: bankId }}
      submitLabel="Сменить банк"
      errorTexts={errorTexts}
    />
  )
}

/**
 * A proof is valid once. After a lost response the next attempt is rejected although the first may have changed the
 * bank.
 */
async function confirmedUpdate(id: string, body: SbpPhoneChanges): Promise<SbpPhone> {
  try {
    return await call(updateSbpPhone, { params: { id }, body })
  } catch (cause) {
    if (!(cause instanceof ApiError) || !['otp_expired', 'passkey_expired'].includes(cause.code)) throw cause
    const phone = await call(getSbpPhone, { params: { id } })
    if (phone.bank_id !== body.bank_id) throw cause
    return phone
  }
}
