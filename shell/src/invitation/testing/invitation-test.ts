import { acceptInvitation, getInvitation, joinRestaurant, type NewUser } from '@portal/contracts/invitation'
import { checkOtp, sendOtp } from '@portal/contracts/otp'
import { login } from '@portal/contracts/session'
import { answer, Refused } from '@portal/shared/testing/http-stub'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { test as base } from 'vitest'
import { anna, answerSession, berezka, closePortal, mostNotDefault, openPortal } from '../../testing/open-portal.tsx'

/** What the API does with the invitation WELCOME to «Старый мост», as far as a page can tell. */
function invitationServer() {
  const server = {
    /** What came over the wire. */
    registered: [] as NewUser[],
    joined: [] as string[],
    sentTo: [] as string[],
  }
  answer(getInvitation, () => ({ restaurant: { name: 'Старый мост' }, expires_at: '2030-01-01T00:00:00Z' }))
  answer(sendOtp, ({ params, body }) => {
    server.sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  answer(checkOtp, ({ body }) => {
    if (body.code !== '123456') throw new Refused(422, 'otp_invalid', { attempts_left: 2 })
    return { valid: true as const }
  })
  answer(acceptInvitation, ({ body }) => {
    server.registered.push(body)
    return anna
  })
  answer(joinRestaurant, ({ params }) => {
    server.joined.push(params.code)
    answerSession([berezka, mostNotDefault])
    return mostNotDefault
  })
  answer(login, () => anna)
  answerSession([berezka])
  return server
}

/** A test of the page with a server of its own. */
export const test = base.extend<{ server: ReturnType<typeof invitationServer> }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads here which other fixtures this one needs
    async ({}, use) => {
      await use(invitationServer())
      closePortal()
    },
    { auto: true },
  ],
})

export const refuse = (status: number, code: string, data?: object) => () => {
  throw new Refused(status, code, data)
}

export const user = userEvent.setup()
export const labelled = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
export const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
export const atHome = () => screen.findByText('Страница /')

export async function toAccount() {
  openPortal('/i/WELCOME', null)
  await user.type(await labelled('Имя'), 'Анна Смирнова')
  await user.type(await labelled('Телефон'), '9000000001')
  await press('Получить код')
  await user.type(await labelled('Код из СМС'), '123456')
  await press('Продолжить')
}

export async function fillAccount() {
  await user.type(await labelled('Пароль'), 'new-password')
  await user.type(await labelled('Пароль ещё раз'), 'new-password')
  await user.click(await labelled('Принимаю условия оферты'))
  await user.click(await labelled('Даю согласие на обработку персональных данных'))
}

export async function register() {
  await toAccount()
  await fillAccount()
  await press('Зарегистрироваться')
}
