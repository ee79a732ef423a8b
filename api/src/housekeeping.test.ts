import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tidyUp } from './housekeeping.ts'
import { type TestApi, testApi } from './http/testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('what is over goes, what is not stays', async () => {
  const anna = await api.person({ phone: '+79160000001' })
  const [ended, alive] = [await api.signedIn(anna), await api.signedIn(anna)]
  await sql`update session set expires_at = now() - interval '1 second' where id =
    (select id from session order by created_at limit 1)`.execute(api.db)
  await sql`insert into rate_limit values ('old', now() - interval '2 days', 1), ('new', now(), 1)`.execute(api.db)
  await alive.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
  await sql`insert into otp (subject, purpose, phone, code_hmac, attempts_left, created_at, expires_at)
    values ('x', 'payout', 'x', '', 5, now() - interval '3 days', now())`.execute(api.db)

  await tidyUp(api.db)

  expect((await alive.get('/user/balance')).statusCode).toBe(200)
  expect((await ended.get('/user/balance')).statusCode).toBe(401)
  expect(await api.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  expect(await api.db.selectFrom('rate_limit').select('key').execute()).toEqual([{ key: 'new' }])
  expect(await api.db.selectFrom('otp').select('subject').execute()).toEqual([{ subject: anna.userId }])
})
