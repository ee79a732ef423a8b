import type { Profile } from '@portal/contracts/profile'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { earn, hire, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let userCount = 0
beforeEach(async () => {
  anna = await api.createUser({ phone: `+7916${String(++userCount).padStart(5, '0')}11`, isDefault: true })
  browser = await api.signedIn(anna)
})

const read = async (): Promise<Profile> => (await browser.get('/user/profile')).json()
const change = (changes: object) => browser.patch('/user/profile', changes)
const days = (count: number) => count * 24 * 60 * 60 * 1000

// The user's name is «Анна Смирнова».
test.each([
  [{ first_name: '\u200b' }, 400, { first_name: ['too_small'] }],
  [{ first_name: 'Anna' }, 422, { first_name: ['mixed_scripts'] }],
  [{ last_name: 'Hoвикова' }, 422, { last_name: ['mixed_scripts'] }],
  [{ first_name: 'Вера', last_name: 'Hoвикова' }, 422, { last_name: ['mixed_scripts'] }],
  [{ first_name: 'Bepa', last_name: '' }, 422, { first_name: ['lookalike'] }],
  [{ first_name: '7', last_name: '' }, 422, { first_name: ['no_letter'] }],
])('the name %j is rejected', async (changes, status, errors) => {
  const response = await change(changes)
  expect([response.statusCode, response.json().errors]).toEqual([status, errors])
  expect((await read()).name).toBe('Анна Смирнова')
})

test('a name is stored composed and without invisible characters; one from before does not block other changes', async () => {
  expect((await change({ first_name: '\u202eСергеи\u0306\u200b', last_name: 'Ким\u3164' })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ name: 'Сергей Ким', first_name: 'Сергей', last_name: 'Ким' })
  await api.db.updateTable('user_account').set({ first_name: 'Bepа\u200b' }).where('id', '=', anna.userId).execute()
  expect((await change({ about: 'Сомелье' })).json()).toMatchObject({ name: 'Bepа\u200b Ким', about: 'Сомелье' })
})

test('a new user has an empty profile', async () => {
  const other = await hire(api.db, await openRestaurant(api.db, { name: 'Старый мост', bank: 'Альфа-Банк' }), {
    user: anna.userId,
  })
  expect(await read()).toEqual({
    id: anna.userId,
    name: 'Анна Смирнова',
    first_name: 'Анна',
    last_name: 'Смирнова',
    about: '',
    tags: [],
    phone_masked: '+7 (916) •••-••-11',
    photo_url: null,
    goal: null,
    restaurants: [
      { id: anna.restaurantId, name: 'Берёзка', bank: 'Т-Банк', default: true, manager: false },
      { id: other.restaurantId, name: 'Старый мост', bank: 'Альфа-Банк', default: false, manager: false },
    ],
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
  })
})

// spec: 9.20
test('a change affects the given fields only, and returns the profile as it is read afterwards', async () => {
  const first = await change({ first_name: ' Аня ', about: 'Люблю гостей', tags: ['role_waiter', 'lang_en'] })
  expect(first.json()).toMatchObject({ name: 'Аня Смирнова', about: 'Люблю гостей', tags: ['lang_en', 'role_waiter'] })
  expect(await read()).toEqual(first.json())
  expect((await change({ last_name: '' })).json()).toEqual({ ...first.json(), name: 'Аня', last_name: '' })
  expect((await change({})).statusCode).toBe(200)
  expect((await browser.get(`/user/${anna.userId}`)).json()).toMatchObject({ name: 'Аня' })
})

describe('the goal', () => {
  const set = async (name: string, amount: number) => (await change({ goal: { name, amount } })).json<Profile>().goal
  const backdate = (by: number) =>
    sql`update user_account set goal = jsonb_set(goal, '{since}', to_jsonb(${new Date(Date.now() - by).toISOString()}::text))
      where id = ${anna.userId}`.execute(api.db)

  // spec: 2.94
  test('counts the tips of all restaurants since the day it was set', async () => {
    const other = await hire(api.db, await openRestaurant(api.db), { user: anna.userId })
    await earn(api.db, anna, 700, new Date(Date.now() - days(3)))
    await earn(api.db, anna, 100.5)
    await earn(api.db, other, 200)
    expect(await set('Отпуск', 60_000)).toMatchObject({ name: 'Отпуск', amount: 60_000, earned: 300.5 })
    await backdate(days(3))
    expect((await read()).goal).toMatchObject({ earned: 1000.5 })
  })

  test('continues under another name and amount, and starts again after it was removed', async () => {
    await earn(api.db, anna, 700, new Date(Date.now() - days(3)))
    await set('Отпуск', 60_000)
    await backdate(days(5))
    expect(await set('Море', 90_000)).toMatchObject({ name: 'Море', amount: 90_000, earned: 700 })
    expect((await change({ goal: null })).json()).toMatchObject({ goal: null })
    expect(await set('Велосипед', 30_000)).toMatchObject({ earned: 0, since: expect.any(String) })
  })
})

describe('the photo', () => {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  async function uploaded(who: TestBrowser): Promise<string> {
    const form = new FormData()
    form.set('photo', new Blob([pixel]), 'photo.png')
    return (await who.postForm('/upload', form)).json().url
  }

  test('is an upload of the user, shown to others, and can be removed', async () => {
    const photo_url = await uploaded(browser)
    expect((await change({ photo_url })).json()).toMatchObject({ photo_url })
    expect((await browser.get(`/user/${anna.userId}`)).json()).toMatchObject({ photo_url })
    expect((await change({ photo_url: null })).json()).toMatchObject({ photo_url: null })
  })

  test('of another origin is rejected', async () => {
    const boris = await api.signedIn(await api.createUser())
    const theirs = await uploaded(boris)
    const wrong = [theirs, 'https://evil.example/a.png', `/uploads/${'0'.repeat(64)}.png`, '/uploads/../x', '']
    for (const photo_url of wrong) {
      const response = await change({ photo_url })
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({ code: 'photo_unknown', errors: { photo_url: ['photo_unknown'] } })
    }
  })
})
