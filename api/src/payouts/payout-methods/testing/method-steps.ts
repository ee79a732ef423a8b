import type { UserOtpRequest } from '@portal/contracts/otp'
import type { Card, SbpPhone } from '@portal/contracts/payout-method'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { TestApi, TestBrowser, TestUser } from '../../../http/testing/test-api.ts'

/** Cards that pass Luhn. */
export const numbers = ['2200701395954321', '4154821395958890', '2202201158385514', '4111111111111111'] as const

/** The id of Т-Банк in the fast payment system. */
export const tBank = '100000000004'

/** Adds cards and phones as users do. Each step can also be called separately. */
export function methodSteps(api: TestApi, user: TestUser, browser: TestBrowser) {
  const steps = {
    async token(number: string): Promise<string> {
      return (await browser.post('/vault/cards', { number })).json().card_token
    },
    async code(request: UserOtpRequest): Promise<string> {
      // Ages earlier codes, so that the interval between two has passed.
      await sql`update otp set created_at = created_at - interval '2 hours' where phone = ${user.phone}`.execute(api.db)
      await browser.post(`/otp/send/user/${user.userId}`, request)
      return await api.codeSentTo(user.phone)
    },
    async addCard(number: string, more: object = {}): Promise<LightMyRequestResponse> {
      const card_token = await steps.token(number)
      const code = await steps.code({ purpose: 'card', card_token })
      return await browser.post('/user/bank-card', { code, rest_id: user.restaurantId, card_token, ...more })
    },
    async addPhone(phone: string, more: object = {}): Promise<LightMyRequestResponse> {
      const body = { rest_id: user.restaurantId, phone, bank_id: tBank, ...more }
      const code = await steps.code({ purpose: 'sbp', phone, bank_id: body.bank_id })
      return await browser.post('/user/sbp-phone', { ...body, code })
    },
    async all(): Promise<(Card | SbpPhone)[]> {
      return (await browser.get('/user/payout-bindings')).json().items
    },
  }
  return steps
}
