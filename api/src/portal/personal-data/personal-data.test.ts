import { consentVersions } from '@portal/contracts/consent'
import type { Help, PersonalData } from '@portal/contracts/personal-data'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { enableUser } from '../../identity/disabling/service.ts'
import { setPhoneChange } from '../../identity/password/phone-change-repository.ts'
import { getUserRow } from '../../identity/users/repository.ts'
import { storePreferences } from '../../messages/push/repository.ts'
import {
  addCard,
  discrepancies,
  earn,
  hire,
  openRestaurant,
  walletBalance,
} from '../../money/ledger/testing/test-ledger.ts'
import { adjustTips } from '../../money/tips/adjust-tips.ts'
import { bookTips } from '../../money/tips/service.ts'
import { announceStops } from '../../payouts/auto-withdrawal/announce-stops.ts'
import { withdraw } from '../../payouts/testing/withdrawals.ts'
import { addConsents } from '../../staff/invitations/repository.ts'
import { deleteTraces } from './repository.ts'

const api = sharedApi({
  env: {
    SUPPORT_EMAIL: 'help@tips.example',
    SUPPORT_PHONE: '+78001234567',
    SUPPORT_HOURS: 'ежедневно с 9 до 21',
    OPERATOR_NAME: 'ООО «Ромашка»',
  },
})
let anna: TestUser
let browser: TestBrowser
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const remove = (more: object = {}) => browser.post('/user/deletion', { current_password: anna.password, ...more })

// spec: 9.41
test('the help names the contact and the documents that were accepted, with day and version', async () => {
  await addConsents(api.db, anna.userId, consentVersions(api.settings.consentTexts))
  const help = (await browser.get('/user/help')).json<Help>()
  expect(help.contact).toEqual({
    email: 'help@tips.example',
    phone: '+78001234567',
    hours: 'ежедневно с 9 до 21',
  })
  expect(help.operator_name).toBe('ООО «Ромашка»')
  expect(help.documents).toEqual([
    { kind: 'offer', version: api.settings.consentTexts.offer.version, given_at: expect.any(String) },
    { kind: 'personal_data', version: api.settings.consentTexts.personal_data.version, given_at: expect.any(String) },
  ])
})

// spec: 9.41
test('the copy has everything that is stored about the user, and nothing about others', async () => {
  await addConsents(api.db, anna.userId, consentVersions(api.settings.consentTexts))
  await addCard(api.db, anna, '4321')
  const boris = await api.createUser()
  const response = await browser.get('/user/personal-data')
  const data = response.json<PersonalData>()
  expect(data.account).toMatchObject({ id: anna.userId, phone: anna.phone, first_name: 'Анна' })
  expect(data.documents).toHaveLength(2)
  expect(data.restaurants).toMatchObject([{ name: 'Берёзка', manager: false }])
  expect(data.payout_methods).toMatchObject([{ type: 'card', destination: expect.stringContaining('4321') }])
  expect(data.sessions).toMatchObject([{ user_agent: 'test' }])
  expect(response.body).not.toContain(boris.userId)
  const anonymous = ['/user/personal-data', '/user/help'].map((path) => api.browser().get(path))
  for (const other of anonymous) expect((await other).statusCode).toBe(401)
})

// spec: 9.41
test('the copy has invitations, a requested phone, locks of browsers, SMS and lines of the audit trail, without secrets', async () => {
  const boris = await api.createUser()
  const { id: restaurantId } = await openRestaurant(api.db, { name: 'Старый мост' })
  const invite = async (phone: string, name: string) =>
    (await api.operator().post(`/restaurants/${restaurantId}/invitations`, { phone, name })).json()
  const { link } = await invite(anna.phone, 'Аня с кухни')
  await invite(boris.phone, 'Борис')
  await browser.post(`/invitations/${link.split('/').at(-1)}/join`)
  await browser.post('/session/lock', { pin: '4071', after_minutes: 5, current_password: anna.password })
  await setPhoneChange(api.db, anna.userId, '+79160000077', 24)
  for (const { phone } of [anna, boris]) {
    await api.db
      .insertInto('sms_message')
      .values({ phone, provider: 'smsc', provider_id: 'x1', segments: 1, state: 'delivered' })
      .execute()
  }
  await api.operator().post(`/employees/${anna.id}/dismiss`, { reason: 'Жалоба Бориса' })

  const response = await browser.get('/user/personal-data')
  const data = response.json<PersonalData>()
  expect(data.invitations).toEqual([
    {
      restaurant: 'Старый мост',
      name: 'Аня с кухни',
      manager: false,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      used_at: expect.any(String),
    },
  ])
  expect(data.phone_change).toEqual({ phone: '+79160000077', takes_effect_at: expect.any(String) })
  expect(data.app_locks).toEqual([{ user_agent: 'test', after_minutes: 5 }])
  expect(data.sms).toEqual([{ provider: 'smsc', state: 'delivered', sent_at: expect.any(String) }])
  expect(data.audit).toMatchObject([
    { by: 'user', action: 'employee_joined', before: null, after: { restaurant_id: restaurantId } },
    { by: 'operator', action: 'employee_dismissed', before: { disabled_at: null } },
  ])
  const { pin_hash } = await api.db.selectFrom('app_lock').select('pin_hash').executeTakeFirstOrThrow()
  for (const secret of [pin_hash, link.split('/').at(-1), 'Борис', 'Жалоба', 'ivan', boris.phone, boris.userId]) {
    expect(response.body).not.toContain(secret)
  }
})

test('the copy has a long audit trail completely, in its order, in pieces', async () => {
  await sql`
    insert into audit_event (actor_type, actor, action, subject_type, subject_id, after)
    select 'user', ${anna.userId}, 'user_signed_in', 'user', ${anna.userId}, jsonb_build_object('turn', n)
    from generate_series(1, 1001) n`.execute(api.db)
  const { audit } = (await browser.get('/user/personal-data')).json<PersonalData>()
  expect(audit?.map(({ after }) => after)).toEqual(Array.from({ length: 1001 }, (_, n) => ({ turn: String(n + 1) })))
})

describe('a deleted account', () => {
  test('is not deleted as long as its sessions cannot end', async () => {
    const { deleted } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('session').select('id').where('user_id', '=', anna.userId).forUpdate().execute()
      const deleted = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      expect((await getUserRow(api.db, anna.userId)).phone).toBe(anna.phone)
      return { deleted }
    })
    expect((await deleted).statusCode).toBe(204)
  })

  // spec: 9.42
  test('ends all sessions, is reported to the phone, and the phone may register again', async () => {
    const other = await api.signedIn(anna)
    expect((await remove()).statusCode).toBe(204)
    for (const theirs of [browser, other]) expect((await theirs.get('/user/balance')).statusCode).toBe(401)
    const login = await api.browser().post('/login', { phoneNumber: anna.phone, password: anna.password })
    expect(login.json()).toMatchObject({ code: 'invalid_credentials' })
    expect(await api.messagesTo(anna.phone)).toEqual(['Чаевые: аккаунт удалён. Не вы? Сообщите менеджеру'])
    const again = await api.createUser({ phone: anna.phone })
    expect(again.userId).not.toBe(anna.userId)
  })

  test('leaves no name, phone, photo or device anywhere; payouts and their history stay', async () => {
    await api.db
      .updateTable('user_account')
      .set({ first_name: 'Неповторимая', about: 'Бариста', photo_url: '/uploads/x.png' })
      .where('id', '=', anna.userId)
      .execute()
    await earn(api.db, anna, 1_000)
    await browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })
    await api.db.insertInto('sms_message').values({ phone: anna.phone, provider: 'smsc', segments: 1 }).execute()
    await withdraw(api.db, anna, 1_000)
    const statuses = api.db.selectFrom('payout').select(['status', 'amount']).where('user_id', '=', anna.userId)
    await expect.poll(() => statuses.execute()).toEqual([{ status: 'succeeded', amount: 1_000_00 }])
    const invite = async (body: object) => {
      const { id } = await openRestaurant(api.db)
      return (await api.operator().post(`/restaurants/${id}/invitations`, body)).json()
    }
    const invitationCode = ({ link }: { link: string }) => link.split('/').at(-1)
    const invited = { phone: anna.phone, name: 'Неповторимая', external_id: 'anna', manager: true }
    const [used, open] = [await invite(invited), await invite(invited)]
    expect((await browser.post(`/invitations/${invitationCode(used)}/join`)).statusCode).toBe(201)
    expect((await remove()).statusCode).toBe(204)
    // The phone is stored until the message about the deletion is sent.
    await api.messagesTo(anna.phone)

    // The application may not read all tables.
    const owner = connect(api.url, { max: 1 })
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'vault')`.execute(owner.db)
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.raw(name)} t
        where t::text like ${`%${anna.phone}%`} or t::text like '%Неповторимая%' or t::text like '%Бариста%'`.execute(
        owner.db,
      )
      expect([name, rows[0]?.found]).toEqual([name, 0])
    }
    await owner.close()
    for (const table of ['session', 'device', 'passkey', 'idempotency_key'] as const) {
      expect(await api.db.selectFrom(table).select('user_id').where('user_id', '=', anna.userId).execute()).toEqual([])
    }
    expect(await statuses.execute()).toEqual([{ status: 'succeeded', amount: 1_000_00 }])
    expect(await discrepancies(api.db)).toEqual([])
    const audit = api.db.selectFrom('audit_event').select(['actor', 'action']).where('subject_id', '=', anna.userId)
    expect(await audit.execute()).toEqual([{ actor: anna.userId, action: 'user_deleted' }])
    const readState = async ({ id }: { id: string }) => (await api.operator().get(`/invitations/${id}`)).json().state
    expect([await readState(used), await readState(open)]).toEqual(['used', 'revoked'])
    const other = await api.signedIn(await api.createUser())
    expect((await other.post(`/invitations/${invitationCode(open)}/join`)).json()).toMatchObject({
      code: 'invitation_expired',
    })
    const trail = (await api.operator().get(`/audit?subject=${open.id}`)).json().items
    expect(trail[0]).toMatchObject({ action: 'invitation_revoked', actor: { type: 'user', id: anna.userId } })
  })

  test('waits for its user who joins by an invitation for the phone, which does not wait for it', async () => {
    const { id } = await openRestaurant(api.db)
    const { id: invitation, link } = (
      await api.operator().post(`/restaurants/${id}/invitations`, { phone: anna.phone, name: 'Неповторимая' })
    ).json()
    const { joined, removed } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('invitation').select('id').where('id', '=', invitation).forUpdate().execute()
      const joined = browser.post(`/invitations/${link.split('/').at(-1)}/join`)
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      const removed = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(2)
      return { joined, removed }
    })
    expect((await joined).statusCode).toBe(201)
    expect((await removed).statusCode).toBe(204)
    const row = api.db.selectFrom('invitation').select(['phone', 'name', 'used_by']).where('id', '=', invitation)
    expect(await row.execute()).toEqual([{ phone: null, name: null, used_by: anna.userId }])
    const employees = api.db.selectFrom('employee').select('id').where('user_id', '=', anna.userId)
    expect(await employees.where('disabled_at', 'is', null).execute()).toEqual([])
  })

  test('gets no name from a page that changes the profile at the same moment', async () => {
    const { response } = await api.db.transaction().execute(async (trx) => {
      await deleteTraces(trx, anna.userId, anna.phone)
      const response = browser.patch('/user/profile', { first_name: 'Неповторимая' })
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      return { response }
    })
    expect((await response).statusCode).toBe(403)
    expect(await getUserRow(api.db, anna.userId)).toMatchObject({ first_name: 'Удалённый' })
  })

  test('waits for the worker that reports the end of its automatic withdrawal, which does not wait for it', async () => {
    const binding_id = await addCard(api.db, anna)
    const stopped = { stopped_at: new Date(), stop_reason: 'refused', is_unannounced: true } as const
    const rule = { employee_id: anna.id, binding_id, daily_hour: 3, day_limit: 1_000_00, ...stopped }
    await api.db.insertInto('auto_withdrawal').values(rule).execute()
    const { removed } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('payout_binding').select('id').where('id', '=', binding_id).forUpdate().execute()
      const removed = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      expect(await announceStops(api, 10)).toBe(1)
      return { removed }
    })
    expect((await removed).statusCode).toBe(204)
  })

  test('waits for a page that changes what it gets push messages about, which does not wait for it', async () => {
    const { id: session_id } = await api.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', anna.userId)
      .executeTakeFirstOrThrow()
    const of = { user_id: anna.userId, session_id }
    const keys = { endpoint: 'https://push.example/1', p256dh: '', auth: '', public_key: '' }
    await api.db.insertInto('push_preference').values({ user_id: anna.userId }).execute()
    const { id: subscription_id } = await api.db
      .insertInto('push_subscription')
      .values({ ...of, ...keys })
      .returning('id')
      .executeTakeFirstOrThrow()
    const message = { subscription_id, kind: 'tip', count: 1, amount: 100, time_zone: 'Europe/Moscow' } as const
    await api.db.insertInto('push_message').values(message).execute()
    const preferences = { tips: false, payouts: true, amounts: true, quiet_hours: null }
    const { removed } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('push_preference').select('user_id').where('user_id', '=', anna.userId).forUpdate().execute()
      const removed = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      await storePreferences(trx, anna.userId, preferences)
      return { removed }
    })
    expect((await removed).statusCode).toBe(204)
  })

  test('is no colleague any more, and gets no tips', async () => {
    const gleb = await hire(api.db, { id: anna.restaurantId, bank: anna.bank }, { isDefault: true })
    const tip = { employee_id: anna.id, amount: 200, paid_at: '2026-11-01T12:00:00Z', status: 'completed' } as const
    await bookTips(api.db, [{ ...tip, external_id: `before-${anna.id}` }])
    await withdraw(api.db, anna, 200)
    const open = api.db.selectFrom('payout').select('status').where('user_id', '=', anna.userId)
    await expect.poll(() => open.execute()).toEqual([{ status: 'succeeded' }])
    expect((await remove()).statusCode).toBe(204)

    const theirs = await api.signedIn(gleb)
    expect((await theirs.get(`/employees?restId=${anna.restaurantId}`)).json().items).toEqual([])
    await expect(bookTips(api.db, [{ ...tip, external_id: `after-${anna.id}` }])).rejects.toMatchObject({ status: 422 })
    const repeated = await bookTips(api.db, [{ ...tip, external_id: `before-${anna.id}` }])
    expect(repeated).toMatchObject({ booked: 0, repeated: 1 })
    expect(await walletBalance(api.db, anna)).toBe(0)
  })

  test('gets no money by an adjustment of an earlier tip; one that was booked before may be sent again', async () => {
    const paid = { amount: 200, paid_at: '2026-11-01T12:00:00Z', status: 'completed' } as const
    const tips = [anna, await api.createUser()].map(({ id }) => ({ ...paid, employee_id: id, external_id: `of-${id}` }))
    await bookTips(api.db, tips)
    const [tip = '', other = ''] = tips.map(({ external_id }) => external_id)
    const change = (external_id: string, rubles: number, of = tip) =>
      ({ external_id: `${external_id}-${anna.id}`, tip: of, kind: 'correction', change: rubles }) as const
    await adjustTips(api.db, [change('down', -50), change('up', 50)])
    await withdraw(api.db, anna, 200)
    const open = api.db.selectFrom('payout').select('status').where('user_id', '=', anna.userId)
    await expect.poll(() => open.execute()).toEqual([{ status: 'succeeded' }])
    expect((await remove()).statusCode).toBe(204)

    const late = [change('up', 50), change('other', 10, other), change('less', -20), change('late', 20)]
    await expect(adjustTips(api.db, late)).rejects.toMatchObject({
      status: 422,
      code: 'unknown_employee',
      data: { errors: { 'adjustments.3.tip': ['unknown_employee'] } },
    })
    expect(await adjustTips(api.db, late.slice(0, 3))).toEqual({ booked: 2, repeated: 1 })
    expect(await walletBalance(api.db, anna)).toBe(0)
    expect(await discrepancies(api.db)).toEqual([])
  })

  test('gets no money by an adjustment that waits for the deletion', async () => {
    const tip = `waiting-${anna.id}`
    const paid = { amount: 100, paid_at: '2026-11-01T12:00:00Z', status: 'completed' } as const
    await bookTips(api.db, [{ ...paid, external_id: tip, employee_id: anna.id }])
    await adjustTips(api.db, [{ external_id: `${tip}-taken`, tip, kind: 'chargeback', change: -100 }])
    const { removed, adjusted } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('ledger_account').select('id').where('employee_id', '=', anna.id).forUpdate().execute()
      const removed = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      const lost = { external_id: `${tip}-lost`, tip, kind: 'chargeback', change: 100 } as const
      const adjusted = Promise.allSettled([adjustTips(api.db, [lost])])
      await expect.poll(() => lockWaits(api.db)).toBe(2)
      return { removed, adjusted }
    })
    expect((await removed).statusCode).toBe(204)
    expect(await adjusted).toMatchObject([{ status: 'rejected', reason: { code: 'unknown_employee' } }])
    expect(await walletBalance(api.db, anna)).toBe(0)
  })
})

test('an operator does not unblock a deleted account', async () => {
  expect((await remove()).statusCode).toBe(204)
  const decision = { actor: { type: 'operator', id: 'olga' }, reason: 'По ошибке' } as const
  await expect(enableUser(api.db, anna.userId, decision)).rejects.toMatchObject({ status: 404 })
})

test('an operator does not reinstate an employee of a deleted account, nor make it the default', async () => {
  expect((await remove()).statusCode).toBe(204)
  const reinstated = await api.operator().post(`/employees/${anna.id}/reinstate`, { reason: 'Вернулась' })
  expect(reinstated.statusCode).toBe(404)
  const changed = await api.operator().patch(`/employees/${anna.id}`, { default: true })
  expect(changed.json()).toMatchObject({ code: 'employee_dismissed' })
})

test('an operator does not make an employee the default whose account is deleted at the same moment', async () => {
  await api.secondOperator().patch(`/employees/${anna.id}`, { default: true })
  const { changed } = await api.db.transaction().execute(async (trx) => {
    await deleteTraces(trx, anna.userId, anna.phone)
    const changed = api.operator().patch(`/employees/${anna.id}`, { default: true })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { changed }
  })
  expect((await changed).json()).toMatchObject({ code: 'employee_dismissed' })
  const employee = api.db.selectFrom('employee').select('is_default').where('id', '=', anna.id)
  expect(await employee.execute()).toEqual([{ is_default: false }])
})

describe('an account is not deleted', () => {
  const untouched = async () => expect((await browser.get('/user/balance')).statusCode).toBe(200)

  test('with a wrong password', async () => {
    expect((await remove({ current_password: 'wrong' })).json()).toMatchObject({ code: 'wrong_password' })
    await untouched()
  })

  // spec: 9.42
  test('while there is money', async () => {
    await earn(api.db, anna, 100)
    const response = await remove({ leaves_rest: true })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'balance_left' })
    await untouched()
  })

  // spec: 9.42
  test('with a rest that is too small to withdraw, unless the user gives it up', async () => {
    await earn(api.db, anna, 10)
    expect((await remove()).json()).toMatchObject({ code: 'rest_left' })
    await untouched()
    expect((await remove({ leaves_rest: true })).statusCode).toBe(204)
    expect(await walletBalance(api.db, anna)).toBe(10_00)
    expect(await discrepancies(api.db)).toEqual([])
  })

  test('while a payout is on its way', async () => {
    await earn(api.db, anna, 1_000)
    // To a card whose bank never responds.
    await withdraw(api.db, anna, 1_000, { last4: '0003' })
    expect((await remove()).json()).toMatchObject({ code: 'payout_in_progress' })
    await untouched()
  })

  test('with a tip that is booked at the same moment: one of the two is rejected', async () => {
    for (let round = 0; round < 12; round += 1) {
      const vera = await api.createUser()
      const theirs = await api.signedIn(vera)
      const tip = { employee_id: vera.id, amount: 300, paid_at: '2026-11-01T12:00:00Z', status: 'completed' } as const
      const book = (n: number) => bookTips(api.db, [{ ...tip, external_id: `at-once-${vera.id}-${n}` }])
      const [deletion, ...booked] = await Promise.allSettled([
        theirs.post('/user/deletion', { current_password: vera.password }),
        ...[1, 2, 3, 4, 5, 6].map(book),
      ])
      const status = deletion.status === 'fulfilled' ? deletion.value.statusCode : 0
      const count = booked.filter((result) => result.status === 'fulfilled').length
      expect([204, 409]).toContain(status)
      expect(count).toBe(status === 204 ? 0 : 6)
      for (const result of booked)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 422 })
    }
    expect(await discrepancies(api.db)).toEqual([])
  })

  test('while the money is ordered at the same moment, which neither of the two fails by', async () => {
    await earn(api.db, anna, 1_000)
    const { ordered, removed } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('employee').select('id').where('id', '=', anna.id).forUpdate().execute()
      const ordered = withdraw(api.db, anna, 1_000)
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      const removed = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(2)
      return { ordered, removed }
    })
    expect(await ordered).toMatchObject({ status: 'pending' })
    expect((await removed).json()).toMatchObject({ code: 'payout_in_progress' })
  })

  test('before a card of its automatic withdrawals is removed at the same moment, and neither of the two fails', async () => {
    const [id, next] = [await addCard(api.db, anna), await addCard(api.db, anna, '4321')]
    const rule = { employee_id: anna.id, binding_id: id, daily_hour: 3, day_limit: 1_000_00 }
    await api.db.insertInto('auto_withdrawal').values(rule).execute()
    const { changed, removed } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('payout_binding').select('id').where('id', '=', next).forUpdate().execute()
      const changed = browser.delete(`/user/bank-card/${id}?nextDefaultId=${next}`)
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      const removed = remove()
      await expect.poll(() => lockWaits(api.db)).toBe(2)
      return { changed, removed }
    })
    expect((await changed).statusCode).toBe(204)
    expect((await removed).statusCode).toBe(204)
  })

  test('twice: of two simultaneous requests one deletes it', async () => {
    const responses = await Promise.all([remove(), remove()])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401])
    const audit = api.db.selectFrom('audit_event').select('action').where('subject_id', '=', anna.userId)
    expect(await audit.execute()).toHaveLength(1)
  })
})
