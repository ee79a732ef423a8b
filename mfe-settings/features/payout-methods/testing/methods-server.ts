import { addCard, deleteCard, getCard, updateCard } from '@portal/contracts/bank-card'
import { type Employee, listEmployees } from '@portal/contracts/employee'
import { sendOtpToUser, type UserOtpRequest } from '@portal/contracts/otp'
import { listPasskeys, type Passkey, startPasskeyConfirmation } from '@portal/contracts/passkey'
import {
  type Card,
  listPayoutMethods,
  listPayoutTerms,
  type PayoutMethod,
  type PayoutTerms,
  type SbpPhone,
} from '@portal/contracts/payout-method'
import { listSbpBanks } from '@portal/contracts/sbp'
import { addSbpPhone, deleteSbpPhone, getSbpPhone, updateSbpPhone } from '@portal/contracts/sbp-phone'
import { getUser } from '@portal/contracts/session'
import { type ProviderCard, storeCardNumber, storeProviderCard } from '@portal/contracts/vault'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { requestOptions } from '@portal/shared/testing/passkey-device'
import { testEmployee } from '@portal/shared/testing/render-page'

const base = { label: '', status: 'active', bank: 'Т-Банк', bank_name: 'Сбербанк', rest_ids: ['berezka'] } as const

export const testCard = (changes: Partial<Card> = {}): Card => ({
  ...base,
  id: 'card-1',
  type: 'card',
  is_default: true,
  mask: '2200 •••• •••• 1234',
  last4: '1234',
  network: 'mir',
  ...changes,
  rest_ids: ['berezka'],
})

export const testPhone = (changes: Partial<SbpPhone> = {}): SbpPhone => ({
  ...base,
  id: 'phone-1',
  type: 'sbp',
  is_default: false,
  phone_masked: '+7 (900) •••-••-67',
  bank_id: 'tbank',
  bank_name: 'Т-Банк',
  ...changes,
  rest_ids: ['berezka'],
})

export const secondEmployee: Employee = {
  id: 'employee-2',
  default: false,
  manager: false,
  restaurant: { id: 'bridge', name: 'Старый мост', bank: 'Альфа-Банк' },
}

const payoutTerms: PayoutTerms = {
  type: 'card',
  title: 'На карту',
  enabled: true,
  disabled_reason: null,
  min: 100,
  max: 75_000,
  day_limit_left: 150_000,
  fee: { percent: 1, fixed: 0, min: 15 },
  eta_text: 'Обычно до 10 минут',
}

/** How the next change fails: rejected or lost before it is made, or after. */
type Failure = ProblemResponse | NetworkError | 'response lost'

/** Stubs the API for methods, as far as a page can see. */
export function methodsServer() {
  const server = {
    code: '123456',
    employees: [testEmployee],
    methods: [] as PayoutMethod[],
    /** The form of the provider that pays for a restaurant, by its id. */
    cardForms: {} as Record<string, PayoutTerms['card_form']>,
    /** One is taken by each call that changes something. */
    failures: [] as Failure[],
    /** The requests that came over the network. */
    numbers: [] as string[],
    providerCards: [] as ProviderCard[],
    codesFor: [] as UserOtpRequest[],
    passkeys: [] as Passkey[],
    signaturesFor: [] as UserOtpRequest[],
    changes: [] as object[],
  }

  /** Makes the change unless an error is queued. The response may still be lost. */
  function change<T>(request: object, make: () => T): T {
    server.changes.push(request)
    const failure = server.failures.shift()
    if (failure instanceof Error) throw failure
    const made = make()
    if (failure) throw new NetworkError()
    return made
  }

  function found<T extends PayoutMethod['type']>(type: T, id: string) {
    const method = server.methods.find((one) => one.type === type && one.id === id)
    if (!method) throw new ProblemResponse(404, 'not_found')
    return method as Extract<PayoutMethod, { type: T }>
  }

  function update(id: string, changes: object) {
    server.methods = server.methods.map((method) => (method.id === id ? { ...method, ...changes } : method))
  }

  function remove(method: PayoutMethod, nextDefaultId: string | undefined) {
    const others = server.methods.filter(({ id, bank }) => id !== method.id && bank === method.bank)
    const active = others.filter(({ status }) => status === 'active')
    const next = active.find(({ id }) => id === nextDefaultId)
    if (nextDefaultId && !next)
      throw new ProblemResponse(422, 'next_default_unknown', { errors: { nextDefaultId: [''] } })
    if (method.is_default && !next && active.length > 0) throw new ProblemResponse(409, 'default_method')
    server.methods = server.methods.filter(({ id }) => id !== method.id)
    if (next) for (const { id } of [...others]) update(id, { is_default: id === next.id })
    return undefined
  }

  function checkCode(code: string | undefined) {
    if (code !== server.code) throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
  }

  stub(listEmployees, () => ({ items: server.employees }))
  stub(listPasskeys, () => ({ items: server.passkeys }))
  stub(startPasskeyConfirmation, ({ body }) => {
    server.signaturesFor.push(body)
    return requestOptions
  })
  stub(listPayoutMethods, () => ({ items: server.methods }))
  stub(getUser, () => ({ id: 'anna', name: 'Анна', phone_masked: '+7 (900) •••-••-01', photo_url: null }))
  stub(listSbpBanks, () => ({
    items: [
      { id: 'tbank', name: 'Т-Банк', popular: true },
      { id: 'zenit', name: 'Банк ЗЕНИТ', popular: false },
    ],
  }))
  stub(sendOtpToUser, ({ body }) => {
    server.codesFor.push(body ?? {})
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  stub(storeCardNumber, ({ body: { number } }) => {
    server.numbers.push(number)
    const failure = server.failures.shift()
    if (failure) throw failure instanceof Error ? failure : new NetworkError()
    return {
      card_token: `token-${number.slice(-4)}`,
      mask: `2200 •••• •••• ${number.slice(-4)}`,
      network: 'mir' as const,
    }
  })
  stub(listPayoutTerms, ({ params: { restId } }) => {
    const card_form = server.cardForms[restId]
    return { items: [{ ...payoutTerms, ...(card_form && { card_form }) }] }
  })
  stub(storeProviderCard, ({ body }) => {
    server.providerCards.push(body)
    const failure = server.failures.shift()
    if (failure) throw failure instanceof Error ? failure : new NetworkError()
    return { card_token: `token-${body.last4}`, mask: `2200 •••• •••• ${body.last4}`, network: 'mir' as const }
  })
  stub(addCard, ({ body }) =>
    change(body, () => {
      if (!body.passkey) checkCode(body.code)
      const last4 = body.card_token.slice(-4)
      const id = `card-${server.methods.length + 1}`
      const card = testCard({ id, is_default: false, label: body.label ?? '', last4, mask: `2200 •••• •••• ${last4}` })
      server.methods = [...server.methods, card]
      return card
    }),
  )
  stub(addSbpPhone, ({ body }) =>
    change(body, () => {
      if (!body.passkey) checkCode(body.code)
      const phone = testPhone({ id: `phone-${server.methods.length + 1}`, bank_id: body.bank_id })
      server.methods = [...server.methods, phone]
      return phone
    }),
  )
  stub(getCard, ({ params }) => found('card', params.id))
  stub(getSbpPhone, ({ params }) => found('sbp', params.id))
  stub(updateCard, ({ params, body }) =>
    change(body, () => {
      update(params.id, body)
      return found('card', params.id)
    }),
  )
  stub(updateSbpPhone, ({ params, body }) =>
    change(body, () => {
      update(params.id, body)
      return found('sbp', params.id)
    }),
  )
  stub(deleteCard, ({ params, query }) =>
    change({ ...params, ...query }, () => remove(found('card', params.id), query.nextDefaultId)),
  )
  stub(deleteSbpPhone, ({ params, query }) =>
    change({ ...params, ...query }, () => remove(found('sbp', params.id), query.nextDefaultId)),
  )
  return server
}
