import { addCard } from '@portal/contracts/bank-card'
import { cardNetwork } from '@portal/contracts/card-number'
import { type Employee, listEmployees } from '@portal/contracts/employee'
import { listPayoutTerms, type PayoutMethod } from '@portal/contracts/payout-method'
import type { Proof } from '@portal/contracts/proof'
import { storeCardNumber, storeProviderCard, type VaultCard } from '@portal/contracts/vault'
import { CodeSheet } from '@portal/shared/confirm/code-sheet'
import { CardField, CardNumber } from '@portal/shared/forms/card-field'
import { Form, SubmitButton, showFieldErrors, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import type { CardFormState } from '@portal/shared/page-protocol'
import { useSuspenseQuery } from '@portal/shared/query'
import { useCurrentEmployee, useSession } from '@portal/shared/session/store'
import * as z from '@portal/shared/zod'
import { type ComponentProps, useEffect, useState } from 'react'
import { useAddMethod } from './add-method.ts'
import { FormPage, LabelField, MethodLabel } from './form-page.tsx'
import { cardTitle, newMethodNote } from './method-text.ts'
import { begunCard, forgetCard, openProviderForm, toStore } from './provider-card.ts'
import { ProviderCardField } from './provider-card-field.tsx'
import { RestaurantField, useFromRestaurants } from './restaurant-field.tsx'

const common = { label: MethodLabel, rest_id: z.string() }
/** A provider's form reads the number. */
const NewProviderCard = z.object({ number: z.string(), ...common })
type NewCard = z.infer<typeof NewProviderCard>
const NewCard: typeof NewProviderCard = z.object({ number: CardNumber, ...common })

const errorTexts = {
  card_invalid: 'Проверьте номер карты',
  card_exists: 'Эта карта уже добавлена',
  card_unknown: 'Введите номер карты ещё раз',
  card_unsupported: 'Ресторан платит через другой банк. Обновите страницу и введите номер карты ещё раз',
}
const errorFields = { card_token: 'number', first6: 'number' } as const

function AddCardPage() {
  return (
    <FormPage fields={2}>
      <AddCard />
    </FormPage>
  )
}

export { AddCardPage as Component }

/** What the vault returned for the number, with the other values of the form. */
type StoredCard = Omit<NewCard, 'number'> & VaultCard

/**
 * The number goes only to the vault, or only to the provider's form; everything after that is done with its token.
 */
function AddCard() {
  const { form, restId, cardForm, card, openCardForm } = useNewCardForm()
  const isPayable = card && cardNetwork(card.first6) !== undefined
  const [stored, setStored] = useState<StoredCard | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const addMethod = useAddMethod()

  async function store({ number, ...rest }: NewCard) {
    if (cardForm && !isPayable) return openCardForm()
    const read =
      cardForm && card
        ? await call(storeProviderCard, { body: toStore(cardForm, card) })
        : await call(storeCardNumber, { body: { number } })
    setStored({ ...rest, ...read })
    setConfirming(true)
  }

  async function add(proof: Proof, stored: StoredCard) {
    const { card_token, rest_id, label } = stored
    try {
      await addMethod({
        add: () => call(addCard, { body: { ...proof, card_token, rest_id, label } }),
        isIt: (method) => isStoredCard(method, stored),
        toastText: 'Карта добавлена',
      })
      forgetCard()
    } catch (cause) {
      if (!showFieldErrors(form, cause, { errorTexts, errorFields })) throw cause
      setConfirming(false)
    }
  }

  return (
    <>
      <Form form={form} onSubmit={store} errorTexts={errorTexts} errorFields={errorFields}>
        {cardForm ? (
          <ProviderCardField card={card} error={form.formState.errors.number?.message} onOther={openCardForm} />
        ) : (
          <CardField
            name="number"
            label="Номер карты"
            hint="Срок действия и код с обратной стороны не нужны: на карту деньги только приходят"
          />
        )}
        <LabelField placeholder="Зарплатная" />
        <RestaurantField restId={restId} />
        <SubmitButton>{cardForm && !isPayable ? 'Ввести номер карты' : 'Продолжить'}</SubmitButton>
      </Form>
      {stored && (
        <CardCode
          stored={stored}
          open={isConfirming}
          onClose={() => setConfirming(false)}
          onProof={(proof) => add(proof, stored)}
        />
      )}
    </>
  )
}

type CardCodeProps = Pick<ComponentProps<typeof CodeSheet>, 'open' | 'onClose' | 'onProof'> & { stored: StoredCard }

function CardCode({ stored: { network, mask, card_token, rest_id }, ...sheet }: CardCodeProps) {
  return (
    <CodeSheet
      {...sheet}
      title="Добавить карту?"
      what={cardTitle(network, mask.slice(-4))}
      where={newMethodNote(useFromRestaurants(rest_id))}
      request={{ purpose: 'card', card_token }}
      errorTexts={errorTexts}
    />
  )
}

function isStoredCard(method: PayoutMethod, { mask, network, rest_id }: StoredCard): boolean {
  return (
    method.type === 'card' && method.mask === mask && method.network === network && method.rest_ids.includes(rest_id)
  )
}

/** Returns the form. If the restaurant's provider reads the number, also `cardForm` and the card that it has read. */
function useNewCardForm() {
  const userId = useSession(({ user }) => user?.id ?? '')
  const current = useCurrentEmployee()
  const { data: employees } = useSuspenseQuery(apiQuery(listEmployees, {}))
  const [restId, setRestId] = useState(current.restaurant.id)
  const { data } = useSuspenseQuery(apiQuery(listPayoutTerms, { params: { restId } }))
  const cardForm = data.items.find(({ type }) => type === 'card')?.card_form
  const form = useZodForm(cardForm ? NewProviderCard : NewCard, {
    defaultValues: { number: '', label: '', rest_id: restId },
  })
  const chosen = form.watch('rest_id')
  if (chosen !== restId) setRestId(chosen)
  const begun = useBegunCard(userId, employees.items, form.setValue)
  const card = cardForm && begun?.account === cardForm.account ? begun.card : undefined

  function openCardForm() {
    if (cardForm) openProviderForm(cardForm, { userId, restId, label: form.getValues('label') })
  }

  return { form, restId, cardForm, card, openCardForm }
}

/** Returns the card that this user has begun, and fills the form with its other values. */
function useBegunCard(
  userId: string,
  employees: readonly Employee[],
  setValue: (name: 'label' | 'rest_id', value: string) => void,
): CardFormState | null {
  const [begun, setBegun] = useState<CardFormState | null>(null)
  // After the first render, which the server may have done: it has no storage of the tab.
  useEffect(() => {
    const state = begunCard(userId)
    if (!state) return
    setBegun(state)
    setValue('label', state.label)
    if (employees.some(({ restaurant }) => restaurant.id === state.restId)) setValue('rest_id', state.restId)
  }, [userId, employees, setValue])
  return begun
}
