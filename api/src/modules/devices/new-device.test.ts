import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../http/testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('a sign-in on a device beside those that the user has used sends one message, and none the next time', async () => {
  const anna = await api.person({ phone: '+79160000001' })
  const credentials = { phoneNumber: anna.phone, password: anna.password }
  const messages = async () => {
    const sent = api.db.selectFrom('sandbox.sms').select('text').where('phone', '=', anna.phone)
    return (await sent.execute()).map(({ text }) => text)
  }
  const own = api.browser()
  const first = await own.post('/login', credentials)
  const device = first.cookies.find(({ name }) => name === 'device')?.value
  await own.post('/login', credentials, { headers: { cookie: `device=${device}` } })
  expect(await messages()).toEqual([])

  expect((await api.browser().post('/login', credentials)).statusCode).toBe(200)
  await expect
    .poll(messages)
    .toEqual([
      'Чаевые: вход с нового устройства. Если это не вы, восстановите пароль: localhost:3000/password/recovery.',
    ])
})
