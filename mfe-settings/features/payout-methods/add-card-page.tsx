import { addCard } from '@portal/contracts/bank-card'
import type { Proof } from '@portal/contracts/proof'
import { storeCardNumber, type VaultCard } from '@portal/contracts/vault'
import { CardField, CardNumber } from '@portal/shared/forms/card-field'
import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { useCurrentEmployee } from '@portal/shared/session/store'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import { useAddMethod } from './add-method.ts'
import { CodeSheet } from './code-sheet.tsx'
import { FormPage } from './form-page.tsx'
import { LabelField, MethodLabel } from './label-field.tsx'
import { cardTitle } from './method-text.ts'
import { RestaurantField, useBankGroup } from './restaurant-field.tsx'

const NewCard = z.object({ number: CardNumber, label: MethodLabel, rest_id: z.string() })
type NewCard = z.infer<typeof NewCard>

const errorTexts = {
  card_invalid: 'Проверьте номер карты',
  card_exists: 'Эта карта уже добавлена',
  card_unknown: 'Введите номер карты ещё раз',
}

function AddCardPage() {
  return (
    <FormPage fields={2}>
      <AddCard />
    </FormPage>
  )
}

export { AddCardPage as Component }

/** The number goes to the vault alone; everything after that is done with its token. */
function AddCard() {
  const current = useCurrentEmployee()
  const form = useZodForm(NewCard, { defaultValues: { number: '', label: '', rest_id: current.restaurant.id } })
  const [stored, setStored] = useState<(Omit<NewCard, 'number'> & VaultCard) | null>(null)
  const [coding, setCoding] = useState(false)
  const bankGroup = useBankGroup(stored?.rest_id ?? '')
  const addMethod = useAddMethod()

  async function store({ number, ...rest }: NewCard) {
    setStored({ ...rest, ...(await call(storeCardNumber, { body: { number } })) })
    setCoding(true)
  }

  async function add(proof: Proof, { card_token, mask, network, rest_id, label }: NonNullable<typeof stored>) {
    try {
      await addMethod({
        add: () => call(addCard, { body: { ...proof, card_token, rest_id, label } }),
        isIt: (method) =>
          method.type === 'card' &&
          method.mask === mask &&
          method.network === network &&
          method.rest_ids.includes(rest_id),
        toastText: 'Карта добавлена',
      })
    } catch (cause) {
      if (!showFieldErrors(form, cause, { errorTexts: errorTexts, errorFields: { card_token: 'number' } })) throw cause
      setCoding(false)
    }
  }

  return (
    <>
      <Form form={form} onSubmit={store} errorTexts={errorTexts}>
        <CardField
          name="number"
          label="Номер карты"
          hint="Срок действия и код с обратной стороны не нужны: на карту деньги только приходят"
        />
        <LabelField placeholder="Зарплатная" />
        <RestaurantField restId={form.watch('rest_id')} />
        <SubmitButton>Продолжить</SubmitButton>
      </Form>
      {stored && (
        <CodeSheet
          open={coding}
          onClose={() => setCoding(false)}
          title="Добавить карту?"
          what={cardTitle(stored.network, stored.mask.slice(-4))}
          where={bankGroup}
          request={{ purpose: 'card', card_token: stored.card_token }}
          onProof={(proof) => add(proof, stored)}
        />
      )}
    </>
  )
}
