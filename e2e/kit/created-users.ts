import { randomBytes, randomInt } from 'node:crypto'
import type { APIRequest, APIRequestContext } from '@playwright/test'
import type { InvitationRecord } from '@portal/contracts/admin/invitation'
import type { RestaurantRecord } from '@portal/contracts/admin/restaurant'
import type { Invitation } from '@portal/contracts/invitation'
import type { SessionBootstrap } from '@portal/contracts/session'
import { callApi, callByToken, type Token } from './api.ts'
import { requireMessages, waitForCode } from './messages.ts'
import type { Target } from './target.ts'
import { type TestUser, Unavailable, type Users, type Workplace, type WorkplaceOptions } from './users.ts'

const reason = 'Проверка портала'

type Operator = NonNullable<Target['operator']>

/** Creates restaurants, and users by invitations of operators and by codes that arrive at `messages`. */
export class CreatedUsers implements Users {
  readonly #newRequest: APIRequest
  readonly #origin: string
  readonly #messages: Operator['messages']
  readonly #token: Token
  readonly #secondToken: Token | undefined
  readonly #restaurants: string[] = []

  constructor(newRequest: APIRequest, origin: string, { tokens, messages }: Operator) {
    const [token = '', secondToken] = tokens
    this.#newRequest = newRequest
    this.#origin = origin
    this.#messages = messages
    this.#token = operatorToken(token)
    this.#secondToken = secondToken === undefined ? undefined : operatorToken(secondToken)
  }

  async newUser(name = 'Мария Котова', workplaceOptions: readonly WorkplaceOptions[] = [{}]): Promise<TestUser> {
    if (!this.#secondToken && workplaceOptions.some(({ isDefault }) => isDefault)) {
      throw new Unavailable('Two operators decide who is the default employee: E2E_ADMIN_TOKEN=olga:…,ivan:…')
    }
    const request = await this.#newRequest.newContext()
    // A provider of messages would send the code to the phone of another user.
    await requireMessages(request, this.#origin, this.#messages)
    const account = {
      name,
      // Avoids phones that end with 00, which the sandbox connects to no bank of СБП.
      phone: `+79${randomInt(10_000_000, 99_999_999)}${randomInt(1, 10)}`,
      password: randomBytes(18).toString('base64url'),
    }
    const restIds: string[] = []
    for (const [index, options] of workplaceOptions.entries()) {
      const restId = options.beside?.restId ?? (await this.#openRestaurant(options, index))
      restIds.push(restId)
      const invitation = await this.#invite(restId, account.phone, options.isManager ?? false)
      if (index === 0) await this.#register(request, invitation, account)
      else await callApi(request, this.#origin, `/invitations/${invitation}/join`)
    }
    const { user, employees } = await callApi<SessionBootstrap>(request, this.#origin, '/session/bootstrap', {
      method: 'GET',
    })
    const workplaces: Workplace[] = []
    for (const [index, restId] of restIds.entries()) {
      const employee = employees.find(({ restaurant }) => restaurant.id === restId)
      if (!employee) throw new Error(`${account.phone} has not joined the restaurant ${restId}`)
      workplaces.push({ restId, restaurant: employee.restaurant.name, employeeId: employee.id })
      if (workplaceOptions[index]?.isDefault) await this.#makeDefault(employee.id)
    }
    await request.dispose()
    return { ...account, id: user.id, name: user.name, workplaces }
  }

  async end(): Promise<void> {
    for (const id of this.#restaurants.splice(0)) {
      await callByToken(this.#token, this.#origin, `/admin/restaurants/${id}/close`, { data: { reason } })
    }
  }

  async #openRestaurant({ restaurant, bank = 'Т-Банк' }: WorkplaceOptions, index: number): Promise<string> {
    const data = { name: restaurant ?? `Кафе ${index + 1}`, bank, reason }
    const { id } = await callByToken<RestaurantRecord>(this.#token, this.#origin, '/admin/restaurants', { data })
    this.#restaurants.push(id)
    return id
  }

  /** Returns the code of the invitation. */
  async #invite(restId: string, phone: string, isManager: boolean): Promise<string> {
    const path = `/admin/restaurants/${restId}/invitations`
    const data = { phone, manager: isManager, days: 1 }
    const invitation = await callByToken<InvitationRecord>(this.#token, this.#origin, path, { data })
    return invitation.link.split('/').at(-1) ?? ''
  }

  async #register(
    request: APIRequestContext,
    invitation: string,
    { name, phone, password }: { name: string; phone: string; password: string },
  ): Promise<void> {
    await callApi(request, this.#origin, '/otp/send/registration', { data: { phone_number: phone } })
    const code = await waitForCode(request, this.#origin, this.#messages, phone)
    const { consents: texts } = await callApi<Invitation>(request, this.#origin, `/invitations/${invitation}`, {
      method: 'GET',
    })
    const consents = { offer: texts.offer.version, personal_data: texts.personal_data.version }
    const data = { name, phone_number: phone, code, password, consents }
    await callApi(request, this.#origin, `/invitations/${invitation}/accept`, { data })
  }

  /** One operator proposes the default employee, and the other one confirms. */
  async #makeDefault(employeeId: string): Promise<void> {
    for (const token of [this.#token, this.#secondToken ?? this.#token]) {
      await callByToken(token, this.#origin, `/admin/employees/${employeeId}`, {
        method: 'PATCH',
        data: { default: true, reason },
      })
    }
  }
}

function operatorToken(token: string): Token {
  return { setting: 'E2E_ADMIN_TOKEN', token }
}
