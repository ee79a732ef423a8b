import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApi, sharedApi } from '../../http/testing/test-api.ts'

const api = sharedApi({ env: { ADMIN_TOKEN: `olga:${'o'.repeat(32)},ivan:${'i'.repeat(32)}` } })
let id: string
let count = 0

const olga = () => api.operator('o'.repeat(32))
const ivan = () => api.operator('i'.repeat(32))
const dryRun = { 'x-dry-run': '1' }

async function create(fields: object = {}) {
  count += 1
  const response = await olga().post('/restaurants', { name: `Берёзка ${count}`, bank: 'Т-Банк', ...fields })
  expect(response.statusCode).toBe(201)
  return response.json()
}

const get = async (wanted = id) => (await olga().get(`/restaurants/${wanted}`)).json()
const readAudit = async (subject = id) => (await olga().get(`/audit?subject=${subject}`)).json().items
const list = async () => (await olga().get('/restaurants')).json().items

beforeEach(async () => {
  id = (await create()).id
})

describe('a restaurant', () => {
  // spec: 9.43
  test('is created with its bank and time zone, and found by both of its ids', async () => {
    const created = await create({ external_id: 'sever', time_zone: 'Asia/Omsk' })
    expect(created).toEqual({
      id: expect.any(String),
      external_id: 'sever',
      fee_share: 0,
      name: `Берёзка ${count}`,
      bank: 'Т-Банк',
      payout_provider: null,
      time_zone: 'Asia/Omsk',
      employees: 0,
      closed_at: null,
    })
    expect(await get(created.id)).toEqual(created)
    expect(await get('sever')).toEqual(created)
    expect(await list()).toContainEqual(created)
    expect((await olga().get('/restaurants/nowhere')).statusCode).toBe(404)
  })

  test('has a provider of the settings, which changes are in the trail', async () => {
    const created = await create({ payout_provider: 'sandbox' })
    expect(created.payout_provider).toBe('sandbox')
    expect((await olga().patch(`/restaurants/${id}`, { payout_provider: 'sandbox' })).statusCode).toBe(200)
    expect(await readAudit()).toContainEqual(
      expect.objectContaining({ before: { payout_provider: null }, after: { payout_provider: 'sandbox' } }),
    )
    const rejected = await olga().patch(`/restaurants/${id}`, { payout_provider: 'yookassa' })
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'provider_not_configured'])
  })

  test.each([
    { name: ' ' },
    { bank: '' },
    { time_zone: 'Europe/Atlantis' },
    { time_zone: '+03:00' },
    { external_id: 'with space' },
    { external_id: crypto.randomUUID() },
    { name: 'Карта 2200123456789019' },
    { payout_provider: 'sberbank' },
    { owner: 'Анна' },
  ])('with %o is malformed', async (wrong) => {
    const response = await olga().post('/restaurants', { name: 'Ёлки', bank: 'Т-Банк', ...wrong })
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().errors)).toEqual(Object.keys(wrong))
  })

  // Node knows these names, which the IANA database has dropped.
  test.each(['US/Pacific-New', 'Canada/East-Saskatchewan'])(
    'has no time zone that the database lacks: %s',
    async (time_zone) => {
      const before = await list()
      for (const response of [
        await olga().post('/restaurants', { name: 'Ёлки', bank: 'Т-Банк', time_zone }),
        await olga().patch(`/restaurants/${id}`, { name: 'Ёлки', time_zone }),
      ]) {
        expect(response.statusCode).toBe(422)
        expect(response.json()).toMatchObject({
          code: 'time_zone_unknown',
          errors: { time_zone: ['time_zone_unknown'] },
        })
      }
      expect(await list()).toEqual(before)
      expect((await olga().patch(`/restaurants/${id}`, { time_zone: 'US/Pacific' })).json().time_zone).toBe(
        'US/Pacific',
      )
    },
  )

  test('has an external id that no other has', async () => {
    await create({ external_id: 'only-one' })
    const fields = { name: 'Ёлки', bank: 'Т-Банк', external_id: 'only-one' }
    const before = await list()
    for (const response of [
      await olga().post('/restaurants', fields),
      await olga().patch(`/restaurants/${id}`, { external_id: 'only-one' }),
    ]) {
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'external_id_taken' })
    }
    expect(await list()).toEqual(before)
  })

  test('changes in the given fields, also in the portal of those who work there', async () => {
    const anna = await api.createUser({ restaurant: { id, bank: 'Т-Банк' } })
    const browser = await api.signedIn(anna)
    const changed = await olga().patch(`/restaurants/${id}`, { name: 'Ёлки', bank: 'Альфа-Банк' })
    expect(changed.json()).toMatchObject({ name: 'Ёлки', bank: 'Альфа-Банк', time_zone: 'Europe/Moscow', employees: 1 })
    const { restaurant } = (await browser.get('/tips/user/employees')).json().items[0]
    expect(restaurant).toEqual({ id, name: 'Ёлки', bank: 'Альфа-Банк' })
  })

  test('is closed and reopened, once each', async () => {
    const reason = { reason: 'Ремонт' }
    await olga().post(`/restaurants/${id}/close`, reason)
    const { closed_at } = (await olga().post(`/restaurants/${id}/close`, reason)).json()
    expect(closed_at).toEqual(expect.any(String))
    expect((await get()).closed_at).toBe(closed_at)
    await ivan().post(`/restaurants/${id}/reopen`, reason)
    expect((await get()).closed_at).toBe(null)
    expect((await readAudit()).map((line: { action: string }) => line.action)).toEqual([
      'restaurant_reopened',
      'restaurant_closed',
      'restaurant_created',
    ])
  })
})

describe('the audit trail', () => {
  // spec: 9.44
  test('has who changed what, from what to what, and why', async () => {
    await ivan().patch(`/restaurants/${id}`, { name: 'Ёлки', bank: 'Т-Банк', reason: 'Новая вывеска' })
    const [line, created] = await readAudit()
    expect(line).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: { type: 'operator', id: 'ivan' },
      action: 'restaurant_changed',
      subject: { type: 'restaurant', id },
      reason: 'Новая вывеска',
      before: { name: `Берёзка ${count}` },
      after: { name: 'Ёлки' },
      request_id: null,
    })
    expect(created).toMatchObject({ actor: { id: 'olga' }, before: null, after: { bank: 'Т-Банк', closed_at: null } })
  })

  test('has no line for a change that changes nothing, nor for one that was rejected', async () => {
    await olga().patch(`/restaurants/${id}`, { bank: 'Т-Банк' })
    await olga().patch(`/restaurants/${id}`, { bank: '' })
    expect(await readAudit()).toHaveLength(1)
  })

  test('is filtered by actor, action and time, and read on from a line', async () => {
    await ivan().post(`/restaurants/${id}/close`, { reason: 'Ремонт' })
    const of = async (query: string) => (await olga().get(`/audit?subject=${id}&${query}`)).json().items
    const [closed, created] = await readAudit()
    expect(await of('actor=ivan')).toEqual([closed])
    expect(await of('action=restaurant_created')).toEqual([created])
    expect(await of(`since=${closed.at}`)).toEqual([closed])
    expect(await of('limit=1')).toEqual([closed])
    expect(await of(`before=${closed.id}`)).toEqual([created])
    expect((await olga().get('/audit?action=made_up')).statusCode).toBe(400)
  })

  test('names the request by the id that its response has', async () => {
    const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${address}/api/v1/admin/restaurants/${id}/close`, {
      method: 'POST',
      headers: { authorization: `Bearer ${'o'.repeat(32)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Ремонт' }),
    })
    expect(response.status).toBe(200)
    expect((await readAudit())[0].request_id).toBe(response.headers.get('x-request-id'))
  })
})

describe('a dry run', () => {
  // spec: 9.43
  test('responds as the request would, and changes nothing', async () => {
    const before = await list()
    const lines = await readAudit()
    const created = await olga().post('/restaurants', { name: 'Ёлки', bank: 'Т-Банк' }, dryRun)
    expect([created.statusCode, created.json().name]).toEqual([201, 'Ёлки'])
    const changed = await olga().patch(`/restaurants/${id}`, { name: 'Ёлки' }, dryRun)
    expect(changed.json()).toMatchObject({ id, name: 'Ёлки' })
    expect((await olga().patch('/restaurants/nowhere', { name: 'Ёлки' }, dryRun)).statusCode).toBe(404)
    expect(await list()).toEqual(before)
    expect(await readAudit()).toEqual(lines)
  })

  test('of another spelling is rejected, since it might be meant as one', async () => {
    const response = await olga().patch(`/restaurants/${id}`, { name: 'Ёлки' }, { 'x-dry-run': 'true' })
    expect(response.statusCode).toBe(400)
    expect((await get()).name).not.toBe('Ёлки')
  })
})

test('no token opens the endpoints of operators when none is set', async () => {
  const other = await createTestApi({ env: { ADMIN_TOKEN: '' } })
  for (const token of ['', 'undefined', other.settings.serviceToken]) {
    expect((await other.operator(token).get('/restaurants')).statusCode).toBe(401)
  }
  await other.close()
})
