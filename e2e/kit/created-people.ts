import { randomBytes, randomInt } from 'node:crypto'
import type { APIRequest, APIRequestContext } from '@playwright/test'
import type { InvitationRecord } from '@portal/contracts/admin/invitation'
import type { RestaurantRecord } from '@portal/contracts/admin/restaurant'
import { consentVersions } from '@portal/contracts/consent'
import type { SessionBootstrap } from '@portal/contracts/session'
import { callApi, callByToken } from './api.ts'
import { requireMessages, waitForCode } from './messages.ts'
import { type People, type Place, type PlaceOptions, Unavailable, type Waiter } from './people.ts'
import type { Target } from './target.ts'

const reason = 'Проверка портала'

type Operator = NonNullable<Target['operator']>

/** Creates restaurants and people as operators and people do: by invitations, and codes that arrive at `messages`. */
export class CreatedPeople implements People {
  readonly #newRequest: APIRequest
  readonly #origin: string
  readonly #messages: Operator['messages']
  readonly #token: string
  readonly #secondToken: string | undefined
  readonly #restaurants: string[] = []

  constructor(newRequest: APIRequest, origin: string, { tokens, messages }: Operator) {
    const [token = '', secondToken] = tokens
    this.#newRequest = newRequest
    this.#origin = origin
    this.#messages = messages
    this.#token = token
    this.#secondToken = secondToken
  }

  async newWaiter(name = 'Мария Котова', placeOptions: readonly PlaceOptions[] = [{}]): Promise<Waiter> {
    if (!this.#secondToken && placeOptions.some(({ isDefault }) => isDefault)) {
      throw new Unavailable('Two operators decide who is the default employee: E2E_ADMIN_TOKEN=olga:…,ivan:…')
    }
    const person = await this.#newRequest.newContext()
    // A provider of messages would send the code to a stranger's phone.
    await requireMessages(person, this.#origin, this.#messages)
    const account = {
      name,
      // Avoids phones that end with 00, which the sandbox connects to no bank of СБП.
      phone: `+79${randomInt(10_000_000, 99_999_999)}${randomInt(1, 10)}`,
      password: randomBytes(18).toString('base64url'),
    }
    const restIds: string[] = []
    for (const [index, options] of placeOptions.entries()) {
      const restId = options.beside?.restId ?? (await this.#openRestaurant(options, index))
      restIds.push(restId)
      const invitation = await this.#invite(restId, account.phone, options.isManager ?? false)
      if (index === 0) await this.#register(person, invitation, account)
      else await callApi(person, this.#origin, `/invitations/${invitation}/join`)
    }
    const { user, employees } = await callApi<SessionBootstrap>(person, this.#origin, '/session/bootstrap', {
      method: 'GET',
    })
    const places: Place[] = []
    for (const [index, restId] of restIds.entries()) {
      const employee = employees.find(({ restaurant }) => restaurant.id === restId)
      if (!employee) throw new Error(`${account.phone} has not joined the restaurant ${restId}`)
      places.push({ restId, restaurant: employee.restaurant.name, employeeId: employee.id })
      if (placeOptions[index]?.isDefault) await this.#makeDefault(employee.id)
    }
    await person.dispose()
    return { ...account, id: user.id, name: user.name, places }
  }

  async end(): Promise<void> {
    for (const id of this.#restaurants.splice(0)) {
      await callByToken(this.#token, this.#origin, `/admin/restaurants/${id}/close`, { data: { reason } })
    }
  }

  async #openRestaurant({ restaurant, bank = 'Т-Банк' }: PlaceOptions, index: number): Promise<string> {
    const data = { name: restaurant ?? `Кафе ${index + 1}`, bank, reason }
    const { id } = await callByToken<RestaurantRecord>(this.#token, this.#origin, '/admin/restaurants', { data })
    this.#restaurants.push(id)
    return id
  }

  /** Returns the code of the invitation. */
  async #invite(restId: string, phone: string, manager: boolean): Promise<string> {
    const path = `/admin/restaurants/${restId}/invitations`
    const data = { phone, manager, days: 1 }
    const invitation = await callByToken<InvitationRecord>(this.#token, this.#origin, path, { data })
    return invitation.link.split('/').at(-1) ?? ''
  }

  async #register(
    person: APIRequestContext,
    invitation: string,
    { name, phone, password }: { name: string; phone: string; password: string },
  ): Promise<void> {
    await callApi(person, this.#origin, '/otp/send/registration', { data: { phone_number: phone } })
    const code = await waitForCode(person, this.#origin, this.#messages, phone)
    const data = { name, phone_number: phone, code, password, consents: consentVersions }
    await callApi(person, this.#origin, `/invitations/${invitation}/accept`, { data })
  }

  /** One operator proposes the default employee, and the other one confirms. */
  async #makeDefault(employeeId: string): Promise<void> {
    for (const token of [this.#token, this.#secondToken ?? '']) {
      await callByToken(token, this.#origin, `/admin/employees/${employeeId}`, {
        method: 'PATCH',
        data: { default: true, reason },
      })
    }
  }
}
