import { expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import { hashToken, newToken } from '../session/token.ts'
import { seeDevice } from './repository.ts'

const api = sharedApi()

test('a sign-in on a device beside those that the user has used sends one message, and none the next time', async () => {
  const anna = await api.createUser({ phone: '+79160000001' })
  const credentials = { phoneNumber: anna.phone, password: anna.password }
  const own = api.browser()
  const first = await own.post('/login', credentials)
  const device = first.cookies.find(({ name }) => name === 'device')?.value
  await own.post('/login', credentials, { headers: { cookie: `device=${device}` } })
  expect(await api.messagesTo(anna.phone)).toEqual([])

  expect((await api.browser().post('/login', credentials)).statusCode).toBe(200)
  expect(await api.messagesTo(anna.phone)).toEqual([
    'Чаевые: вход с нового устройства. Если это не вы, восстановите пароль: localhost:3000/password/recovery.',
  ])
})

test('many sign-ins on new devices leave the oldest one known, and twenty in all', async () => {
  const { db } = api
  const { userId } = await api.createUser({ phone: '+79160000002' })
  const newDevice = () => ({ tokenHash: hashToken(newToken()), addressHash: Buffer.alloc(32) })
  const { id } = await seeDevice(db, userId, newDevice())
  const monthAgo = new Date(Date.now() - 30 * 86_400_000)
  await db.updateTable('device').set({ created_at: monthAgo, last_seen_at: monthAgo }).where('id', '=', id).execute()
  for (let times = 0; times < 25; times++) await seeDevice(db, userId, newDevice())
  const known = await db.selectFrom('device').select('id').where('user_id', '=', userId).execute()
  expect(known).toHaveLength(21)
  expect(known).toContainEqual({ id })
})
