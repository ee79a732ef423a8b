import { randomBytes, randomInt } from 'node:crypto'
import type { APIRequest } from '@playwright/test'
import type { InvitationRecord } from '@portal/contracts/admin/invitation'
import type { RestaurantRecord } from '@portal/contracts/admin/restaurant'
import { consentVersions } from '@portal/contracts/consent'
import type { SessionBootstrap } from '@portal/contracts/session'
import { callApi, callByToken } from './api.ts'
import { requireMessages, waitForCode } from './messages.ts'
import { type People, type Place, type PlaceOptions, Unavailable } from './people.ts'
import type { Target } from './target.ts'

const reason = 'Проверка портала'

/** Creates restaurants and people as operators and people do: by invitations, and codes that arrive at `messages`. */
export function createdPeople(
  newRequest: APIRequest,
  origin: string,
  { tokens, messages }: NonNullable<Target['operator']>,
): People {
  const [token = '', secondToken] = tokens
  const restaurants: string[] = []

  async function invite(restId: string, phone: string, manager: boolean): Promise<string> {
    const path = `/admin/restaurants/${restId}/invitations`
    const invitation = await callByToken<InvitationRecord>(token, origin, path, { data: { phone, manager, days: 1 } })
    return invitation.link.split('/').at(-1) ?? ''
  }

  async function openRestaurant({ restaurant, bank = 'Т-Банк' }: PlaceOptions, index: number) {
    const data = { name: restaurant ?? `Кафе ${index + 1}`, bank, reason }
    const { id } = await callByToken<RestaurantRecord>(token, origin, '/admin/restaurants', { data })
    restaurants.push(id)
    return id
  }

  return {
    async newWaiter(name = 'Мария Котова', placeOptions = [{}]) {
      if (!secondToken && placeOptions.some(({ isDefault }) => isDefault)) {
        throw new Unavailable('Two operators decide who is the default employee: E2E_ADMIN_TOKEN=olga:…,ivan:…')
      }
      const person = await newRequest.newContext()
      // A provider of messages would send the code to a stranger's phone.
      await requireMessages(person, origin, messages)
      // Avoids phones that end with 00, which the sandbox connects to no bank of СБП.
      const phone = `+79${randomInt(10_000_000, 99_999_999)}${randomInt(1, 10)}`
      const password = randomBytes(18).toString('base64url')
      const restIds: string[] = []
      for (const [index, options] of placeOptions.entries()) {
        const restId = options.beside?.restId ?? (await openRestaurant(options, index))
        restIds.push(restId)
        const code = await invite(restId, phone, options.isManager ?? false)
        if (index > 0) {
          await callApi(person, origin, `/invitations/${code}/join`)
          continue
        }
        await callApi(person, origin, '/otp/send/registration', { data: { phone_number: phone } })
        const otp = await waitForCode(person, origin, messages, phone)
        const data = { name, phone_number: phone, code: otp, password, consents: consentVersions }
        await callApi(person, origin, `/invitations/${code}/accept`, { data })
      }
      const { user, employees } = await callApi<SessionBootstrap>(person, origin, '/session/bootstrap', {
        method: 'GET',
      })
      const places: Place[] = []
      for (const [index, restId] of restIds.entries()) {
        const employee = employees.find(({ restaurant }) => restaurant.id === restId)
        if (!employee) throw new Error(`${phone} has not joined the restaurant ${restId}`)
        places.push({ restId, restaurant: employee.restaurant.name, employeeId: employee.id })
        if (placeOptions[index]?.isDefault) {
          const path = `/admin/employees/${employee.id}`
          for (const each of [token, secondToken ?? '']) {
            await callByToken(each, origin, path, { method: 'PATCH', data: { default: true, reason } })
          }
        }
      }
      await person.dispose()
      return { id: user.id, name: user.name, phone, password, places }
    },

    async end() {
      for (const id of restaurants.splice(0)) {
        await callByToken(token, origin, `/admin/restaurants/${id}/close`, { data: { reason } })
      }
    },
  }
}
