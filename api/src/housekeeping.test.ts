import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withClient } from './db/connect-client.ts'
import { lockWaits } from './db/testing/locks.ts'
import { createTestDatabase } from './db/testing/test-database.ts'
import { tidyUp } from './housekeeping.ts'
import { consumeEach } from './http/rate-limit.ts'
import { sharedApi } from './http/testing/test-api.ts'
import { addCard, earn, hire, openRestaurant } from './money/ledger/testing/test-ledger.ts'
import { withdraw } from './payouts/testing/withdrawals.ts'
import { storeCard } from './payouts/vault/vault.ts'
import { readSettings } from './settings/settings.ts'

const api = sharedApi()

// spec: 6.15
test('expired rows are deleted, and the rest stays', async () => {
  const anna = await api.createUser({ phone: '+79160000001' })
  const [ended, alive] = [await api.signedIn(anna), await api.signedIn(anna)]
  await sql`update session set expires_at = now() - interval '1 second' where id =
    (select id from session order by created_at limit 1)`.execute(api.db)
  await sql`insert into rate_limit values ('old', now() - interval '2 days', 1), ('new', now(), 1)`.execute(api.db)
  await alive.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
  await sql`insert into otp (subject, purpose, phone, code_hmac, attempts_left, created_at, expires_at)
    values ('x', 'payout', 'x', '', 5, now() - interval '3 days', now())`.execute(api.db)
  const { vaultKeys } = api.settings
  const [added, unused, fresh] = await Promise.all(
    ['2200701395954321', '4154821395958890', '2202201158385514'].map((number) => storeCard(api.db, vaultKeys, number)),
  )
  await addCard(api.db, anna, '4321', added?.token)
  await sql`update vault.card set stored_at = now() - interval '25 hours' where token <> ${fresh?.token}`.execute(
    api.db,
  )
  await sql`insert into password_reset values ('old', ${anna.userId}, now() - interval '1 second'),
    ('new', ${anna.userId}, now() + interval '1 minute')`.execute(api.db)

  await sql`insert into telemetry select at, 'shell', 's1', 'start', '', 0, 1, 0
    from unnest(array[now() - interval '15 days', now() - interval '13 days']) at`.execute(api.db)
  await sql`insert into sms_message (phone, provider, segments, created_at) select phone, 'smsc', 1, at
    from (values ('old', now() - interval '8 days'), ('new', now() - interval '6 days')) as m (phone, at)`.execute(
    api.db,
  )

  await sql`insert into webhook_message values ('old', now() - interval '25 hours'), ('new', now())`.execute(api.db)

  await tidyUp(api)

  expect((await alive.get('/user/balance')).statusCode).toBe(200)
  expect((await ended.get('/user/balance')).statusCode).toBe(401)
  expect(await api.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  expect(await api.db.selectFrom('webhook_message').select('id').execute()).toEqual([{ id: 'new' }])
  expect(await api.db.selectFrom('rate_limit').select('key').execute()).toEqual([{ key: 'new' }])
  expect(await api.db.selectFrom('otp').select('subject').execute()).toEqual([{ subject: anna.userId }])
  expect(await api.db.selectFrom('password_reset').select('token_hash').execute()).toEqual([
    { token_hash: Buffer.from('new') },
  ])
  expect(await api.db.selectFrom('telemetry').select('version').execute()).toHaveLength(1)
  expect(await api.db.selectFrom('sms_message').select('phone').execute()).toEqual([{ phone: 'new' }])
  const cards = await api.db.selectFrom('vault.card').select('token').execute()
  expect(cards.map(({ token }) => token).sort()).toEqual([added?.token, fresh?.token].sort())
  expect(cards.map(({ token }) => token)).not.toContain(unused?.token)
})

// spec: 6.15
test('personal data is removed from invitations that ended a month ago, and stays in newer ones', async () => {
  const { id: restaurant_id } = await openRestaurant(api.db)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const invite = async (code: string, ended: object) => {
    const invitedUser = { phone: '+79160000009', name: 'Анна', external_id: code, is_manager: true }
    const row = { code, restaurant_id, expires_at: daysAgo(-1), ...invitedUser, ...ended }
    await api.db.insertInto('invitation').values(row).execute()
  }
  await invite('expired', { expires_at: daysAgo(31), phone: '+79160000008' })
  await invite('used', { used_at: daysAgo(31), used_by: (await api.createUser()).userId })
  await invite('revoked', { revoked_at: daysAgo(31) })
  await invite('used_lately', { used_at: daysAgo(29) })
  await invite('open', {})
  await tidyUp(api)
  const columns = ['code', 'phone', 'name', 'external_id', 'is_manager'] as const
  const invitations = await api.db
    .selectFrom('invitation')
    .select(columns)
    .where('restaurant_id', '=', restaurant_id)
    .orderBy('code')
    .execute()
  const invitedUser = { phone: '+79160000009', name: 'Анна', is_manager: true }
  const none = { phone: null, name: null, external_id: null, is_manager: false }
  expect(invitations).toEqual([
    { code: 'expired', ...none },
    { code: 'open', ...invitedUser, external_id: 'open' },
    { code: 'revoked', ...none },
    { code: 'used', ...none },
    { code: 'used_lately', ...invitedUser, external_id: 'used_lately' },
  ])
})

// spec: 6.15
test('a line of the audit trail is stored for five years, which the database does not shorten', async () => {
  const line = (action: string, age: string) =>
    sql`insert into audit_event (actor_type, actor, action, subject_type, subject_id, at)
      values ('operator', 'ivan', ${action}, 'user', 'x', now() - ${age}::interval)`.execute(api.db)
  await line('old', '5 years 1 hour')
  await line('new', '5 years -1 hour')
  const lines = () => api.db.selectFrom('audit_event').select('action').where('subject_id', '=', 'x').execute()
  await tidyUp({ ...api, settings: { ...api.settings, auditYears: 6 } })
  expect(await lines()).toHaveLength(2)
  await tidyUp(api)
  expect(await lines()).toEqual([{ action: 'new' }])
  await expect(tidyUp({ ...api, settings: { ...api.settings, auditYears: 4 } })).rejects.toThrow('append-only')
})

// spec: 6.15
test('an idempotency record is stored for a month', async () => {
  const boris = await hire(api.db, await openRestaurant(api.db))
  await earn(api.db, boris, 1_000)
  await withdraw(api.db, boris, 100, { key: 'old' })
  await withdraw(api.db, boris, 100, { key: 'new' })
  const age = (key: string, by: string) =>
    sql`update idempotency_key set created_at = now() - ${by}::interval where key = ${key}`.execute(api.db)
  await age('old', '30 days')
  await age('new', '29 days')
  await tidyUp(api)
  expect(await api.db.selectFrom('idempotency_key').select('key').execute()).toEqual([{ key: 'new' }])
})

test('rows that another transaction has locked stay, and are not waited for', async () => {
  // The rows are stored in another order than the order of their keys, in which a sign-in consumes them.
  for (const key of ['tidy:c', 'tidy:b', 'tidy:a'])
    await sql`insert into rate_limit values (${key}, now() - interval '2 days', 1)`.execute(api.db)
  const budgets = ['tidy:a', 'tidy:b', 'tidy:c'].map((key) => ({ key, max: 5, window: 60 }))
  const { consumed } = await api.db.transaction().execute(async (trx) => {
    await sql`select from rate_limit where key = 'tidy:b' for update`.execute(trx)
    const consumed = consumeEach(api.db, budgets)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    await tidyUp(api)
    return { consumed }
  })
  expect(await consumed).toBeNull()
  const { rows } = await sql`select key, hits from rate_limit where key like 'tidy:%' order by key`.execute(api.db)
  expect(rows).toEqual(budgets.map(({ key }) => ({ key, hits: 1 })))
})

test('the other steps run when one step fails', async () => {
  const { token } = await storeCard(api.db, api.settings.vaultKeys, '4154821395958890')
  await sql`update vault.card set stored_at = now() - interval '25 hours' where token = ${token}`.execute(api.db)
  const failing = { ...api, settings: { ...api.settings, auditYears: Number.NaN } }
  await expect(tidyUp(failing)).rejects.toThrow('1 failed')
  expect(await api.db.selectFrom('vault.card').select('token').where('token', '=', token).execute()).toEqual([])
})

test('a backlog is deleted in parts of ten thousand rows', async () => {
  const { db, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const counts = await withClient(url, async (owner) => {
    await owner.query(`
    create table part (of_table text, count int);
    grant insert on part to portal_app;
    create function count_part() returns trigger language plpgsql as
      'begin insert into part select tg_table_name, count(*) from deleted; return null; end';
    create trigger count_parts after delete on webhook_message referencing old table as deleted
      for each statement execute function count_part();
    create trigger count_parts after delete on audit_event referencing old table as deleted
      for each statement execute function count_part();
    insert into webhook_message select n::text, now() - interval '2 days' from generate_series(1, 20001) n;
    insert into audit_event (actor_type, actor, action, subject_type, subject_id, at)
      select 'operator', 'ivan', 'x', 'user', 'x', now() - interval '9 years' from generate_series(1, 20001)`)
    await tidyUp({ db, settings: readSettings({}) })
    return await owner.query({ text: 'select of_table, count from part order by 1, 2', rowMode: 'array' })
  })
  expect(counts.rows).toEqual(
    ['audit_event', 'webhook_message'].flatMap((table) => [1, 10_000, 10_000].map((count) => [table, count])),
  )
})
