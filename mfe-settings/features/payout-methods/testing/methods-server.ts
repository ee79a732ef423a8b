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

export const cardTerms: PayoutTerms = {
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

/** The state of the stubbed API for payout methods, which a test reads and changes. */
export class MethodsServer {
  code = '123456'
  employees = [testEmployee]
  methods: PayoutMethod[] = []
  /** The form of the provider that pays for a restaurant, by its id. */
  cardForms: Record<string, PayoutTerms['card_form']> = {}
  /** Terms beside those of cards. */
  otherTerms: PayoutTerms[] = []
  /** One is taken by each call that changes something. */
  failures: Failure[] = []
  /** The requests that came over the network. */
  numbers: string[] = []
  providerCards: ProviderCard[] = []
  codesFor: UserOtpRequest[] = []
  passkeys: Passkey[] = []
  signaturesFor: UserOtpRequest[] = []
  changes: object[] = []

  /** Makes the change unless an error is queued. The response may still be lost. */
  change<T>(request: object, make: () => T): T {
    this.changes.push(request)
    const failure = this.failures.shift()
    if (failure instanceof Error) throw failure
    const made = make()
    if (failure) throw new NetworkError()
    return made
  }

  /** Fails the next request for a token, if an error is queued. */
  failNext(): void {
    const failure = this.failures.shift()
    if (failure) throw failure instanceof Error ? failure : new NetworkError()
  }

  find<T extends PayoutMethod['type']>(type: T, id: string) {
    const method = this.methods.find((one) => one.type === type && one.id === id)
    if (!method) throw new ProblemResponse(404, 'not_found')
    return method as Extract<PayoutMethod, { type: T }>
  }

  add<T extends PayoutMethod>(method: T): T {
    this.methods = [...this.methods, method]
    return method
  }

  update(id: string, changes: object): void {
    this.methods = this.methods.map((method) => (method.id === id ? { ...method, ...changes } : method))
  }

  delete(method: PayoutMethod, nextDefaultId: string | undefined): undefined {
    const others = this.methods.filter(({ id, bank }) => id !== method.id && bank === method.bank)
    const active = others.filter(({ status }) => status === 'active')
    const next = active.find(({ id }) => id === nextDefaultId)
    if (nextDefaultId && !next)
      throw new ProblemResponse(422, 'next_default_unknown', { errors: { nextDefaultId: [''] } })
    if (method.is_default && !next && active.length > 0) throw new ProblemResponse(409, 'default_method')
    this.methods = this.methods.filter(({ id }) => id !== method.id)
    if (next) for (const { id } of others) this.update(id, { is_default: id === next.id })
    return undefined
  }

  checkCode(code: string | undefined): void {
    if (code !== this.code) throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 4 })
  }
}

/** Stubs the API for payout methods, as far as a page can see. */
export function methodsServer(): MethodsServer {
  const server = new MethodsServer()
  stubReads(server)
  stubConfirmation(server)
  stubVault(server)
  stubCards(server)
  stubPhones(server)
  // `/user/:id` matches `/user/passkeys` too, and the first stub that matches responds. So this stub is the last.
  stub(getUser, () => ({ id: 'anna', name: 'Анна', phone_masked: '+7 (900) •••-••-01', photo_url: null }))
  return server
}

function stubReads(server: MethodsServer): void {
  stub(listEmployees, () => ({ items: server.employees }))
  stub(listPayoutMethods, () => ({ items: server.methods }))
  stub(listPayoutTerms, ({ params: { restId } }) => {
    const card_form = server.cardForms[restId]
    return { items: [{ ...cardTerms, ...(card_form && { card_form }) }, ...server.otherTerms] }
  })
  stub(listSbpBanks, () => ({
    items: [
      { id: 'tbank', name: 'Т-Банк', popular: true },
      { id: 'zenit', name: 'Банк ЗЕНИТ', popular: false },
    ],
  }))
}

/** Codes by SMS and signatures of passkeys. */
function stubConfirmation(server: MethodsServer): void {
  stub(listPasskeys, () => ({ items: server.passkeys }))
  stub(startPasskeyConfirmation, ({ body }) => {
    server.signaturesFor.push(body)
    return requestOptions
  })
  stub(sendOtpToUser, ({ body }) => {
    server.codesFor.push(body ?? {})
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
}

/** The vault, which returns a token for the number of a card. */
function stubVault(server: MethodsServer): void {
  stub(storeCardNumber, ({ body: { number } }) => {
    server.numbers.push(number)
    server.failNext()
    return toCardToken(number.slice(-4))
  })
  stub(storeProviderCard, ({ body }) => {
    server.providerCards.push(body)
    server.failNext()
    return toCardToken(body.last4)
  })
}

function toCardToken(last4: string) {
  return { card_token: `token-${last4}`, mask: `2200 •••• •••• ${last4}`, network: 'mir' as const }
}

function stubCards(server: MethodsServer): void {
  stub(getCard, ({ params }) => server.find('card', params.id))
  stub(addCard, ({ body }) =>
    server.change(body, () => {
      if (!body.passkey) server.checkCode(body.code)
      const last4 = body.card_token.slice(-4)
      const id = `card-${server.methods.length + 1}`
      const mask = `2200 •••• •••• ${last4}`
      return server.add(testCard({ id, is_default: false, label: body.label ?? '', last4, mask }))
    }),
  )
  stub(updateCard, ({ params, body }) =>
    server.change(body, () => {
      server.update(params.id, body)
      return server.find('card', params.id)
    }),
  )
  stub(deleteCard, ({ params, query }) =>
    server.change({ ...params, ...query }, () => server.delete(server.find('card', params.id), query.nextDefaultId)),
  )
}

function stubPhones(server: MethodsServer): void {
  stub(getSbpPhone, ({ params }) => server.find('sbp', params.id))
  stub(addSbpPhone, ({ body }) =>
    server.change(body, () => {
      if (!body.passkey) server.checkCode(body.code)
      return server.add(testPhone({ id: `phone-${server.methods.length + 1}`, bank_id: body.bank_id }))
    }),
  )
  stub(updateSbpPhone, ({ params, body }) =>
    server.change(body, () => {
      server.update(params.id, body)
      return server.find('sbp', params.id)
    }),
  )
  stub(deleteSbpPhone, ({ params, query }) =>
    server.change({ ...params, ...query }, () => server.delete(server.find('sbp', params.id), query.nextDefaultId)),
  )
}
