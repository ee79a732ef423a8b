import { acceptInvitation, getInvitation, joinRestaurant, type NewUser } from '@portal/contracts/invitation'
import { checkOtp, sendOtp } from '@portal/contracts/otp'
import { login } from '@portal/contracts/session'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { test as base } from 'vitest'
import { openInvitation } from '../../../testing/open-invitation.ts'
import { anna, berezka, closePortal, mostNotDefault, openPortal, stubSession } from '../../../testing/open-portal.tsx'

/** Stubs the API for the invitation WELCOME to «Старый мост», as far as a page can see. */
function invitationServer() {
  const server = {
    /** The requests that came over the network. */
    registered: [] as NewUser[],
    joined: [] as string[],
    sentTo: [] as string[],
  }
  stub(getInvitation, () => openInvitation)
  stub(sendOtp, ({ params, body }) => {
    server.sentTo.push(`${params.type} ${body.phone_number}`)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  stub(checkOtp, ({ body }) => {
    if (body.code !== '123456') throw new ProblemResponse(422, 'otp_invalid', { attempts_left: 2 })
    return { valid: true as const }
  })
  stub(acceptInvitation, ({ body }) => {
    server.registered.push(body)
    return anna
  })
  stub(joinRestaurant, ({ params }) => {
    server.joined.push(params.code)
    stubSession([berezka, mostNotDefault])
    return mostNotDefault
  })
  stub(login, () => anna)
  stubSession([berezka])
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

export const rejectWith = (status: number, code: string, data?: object) => () => {
  throw new ProblemResponse(status, code, data)
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
