import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { from, type TestApi, type TestBrowser, type TestUser } from '../../../http/testing/test-api.ts'

let userCount = 0

type Change = {
  phone_number: string
  code: string
  current_phone_code?: string
  current_password?: string
  passkey?: object
}

export type PhoneUser = {
  anna: TestUser
  browser: TestBrowser
  login: (phoneNumber: string) => Promise<LightMyRequestResponse>
  /** Returns a code of the new phone. */
  sentCode: (phoneNumber: string) => Promise<string>
  /** Returns a code of the current phone. */
  ownCode: (phoneNumber: string) => Promise<string>
  change: (body: Change) => Promise<LightMyRequestResponse>
  /** Changes it with the codes of both phones. */
  changeTo: (phoneNumber: string) => Promise<LightMyRequestResponse>
}

/** A user who changes the phone by which they sign in. */
export async function createPhoneUser(api: TestApi): Promise<PhoneUser> {
  userCount += 1
  const address = `10.0.${userCount}.1`
  const anna = await api.createUser()
  const browser = await api.signedIn(anna)

  const login = (phoneNumber: string) =>
    api.browser().post('/login', { phoneNumber, password: anna.password }, from(address))

  async function sentCode(phone_number: string): Promise<string> {
    await browser.post('/otp/send/phone', { phone_number })
    await expect.poll(() => api.codeSentTo(phone_number).catch(() => '')).toMatch(/^\d{6}$/)
    return await api.codeSentTo(phone_number)
  }

  async function ownCode(phone_number: string): Promise<string> {
    const sent = await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'phone', phone_number })
    expect(sent.statusCode).toBe(200)
    return await api.codeSentTo(anna.phone)
  }

  const change = (body: Change) => browser.post('/user/phone', { current_password: anna.password, ...body })
  const changeTo = async (phone_number: string) =>
    await change({
      phone_number,
      code: await sentCode(phone_number),
      current_phone_code: await ownCode(phone_number),
    })

  return { anna, browser, login, sentCode, ownCode, change, changeTo }
}
