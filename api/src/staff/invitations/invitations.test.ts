import { consentVersions } from '@portal/contracts/consent'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { from, sharedApi } from '../../http/testing/test-api.ts'
import { earn, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { readSettings } from '../../settings/settings.ts'

const api = sharedApi()
const versions = consentVersions(readSettings({}).consentTexts)
let restaurantId: string
let link: string
let count = 0
beforeEach(async () => {
  restaurantId = (await openRestaurant(api.db, { name: 'Старый мост', bank: 'Альфа-Банк' })).id
  link = await invite()
})

const newPhone = () => `+7916${String(++count).padStart(7, '0')}`

async function invite({ reusable = false, expires_at = new Date(Date.now() + 3600_000) } = {}): Promise<string> {
  const code = `invite-${++count}`
  await api.db.insertInto('invitation').values({ code, restaurant_id: restaurantId, reusable, expires_at }).execute()
  return code
}

async function sentCode(phone_number: string): Promise<string> {
  await api.browser().post('/otp/send/registration', { phone_number }, from(`10.1.${count % 250}.${count % 199}`))
  await expect.poll(() => api.codeSentTo(phone_number).catch(() => '')).toMatch(/^\d{6}$/)
  return await api.codeSentTo(phone_number)
}

async function newcomer(phone_number = newPhone()) {
  return {
    name: 'Пётр  Ильич Волков ',
    phone_number,
    code: await sentCode(phone_number),
    password: 'tea and cherry 9',
    consents: versions,
  }
}

const open = (code: string) => api.browser().get(`/invitations/${code}`)
const accept = (code: string, body: object, browser = api.browser()) =>
  browser.post(`/invitations/${code}/accept`, body)

describe('a link', () => {
  test('names the restaurant that invites', async () => {
    const response = await open(link)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      restaurant: { name: 'Старый мост' },
      expires_at: expect.any(String),
      consents: api.settings.consentTexts,
      already_employed: false,
    })
  })

  test.each(['%s.', '%s,', '%s)', '«%s»', '%s\u200B', ' %s\n', '*%s*', '%s!?'])(
    'opens from the text «%s»',
    async (text) => {
      const found = encodeURIComponent(text.replace('%s', link))
      expect((await open(found)).json()).toMatchObject({ restaurant: { name: 'Старый мост' } })
      const browser = await api.signedIn(await api.createUser({ phone: newPhone() }))
      expect((await browser.post(`/invitations/${found}/join`)).statusCode).toBe(201)
    },
  )

  test('with a code of former times, which may end with a dash, still opens', async () => {
    for (const code of ['9kNRNSo0Ia1sUDC-', '_iUNoT-lO-B7AQe70_']) {
      const invitation = {
        code,
        restaurant_id: restaurantId,
        reusable: true,
        expires_at: new Date(Date.now() + 3600_000),
      }
      await api.db.insertInto('invitation').values(invitation).execute()
      expect((await open(code)).statusCode).toBe(200)
    }
  })

  // spec: 2.54
  test('reports whether the signed-in user works there already', async () => {
    const browser = await api.signedIn(await api.createUser({ phone: newPhone() }))
    const reusable = await invite({ reusable: true })
    const employed = async () => (await browser.get(`/invitations/${reusable}`)).json().already_employed
    expect(await employed()).toBe(false)
    await browser.post(`/invitations/${reusable}/join`)
    expect(await employed()).toBe(true)
    expect((await open(reusable)).json()).toMatchObject({ already_employed: false })
  })

  test.each([
    ['that does not exist', async () => 'made-up', 404, 'not_found'],
    [
      'that is too old',
      async () => await invite({ expires_at: new Date(Date.now() - 1000) }),
      410,
      'invitation_expired',
    ],
    ['that was used', used, 410, 'invitation_used'],
  ])('no user can use %s', async (_, code, status, problemCode) => {
    const wrong = await code()
    const anna = await api.signedIn(await api.createUser({ phone: newPhone() }))
    for (const response of [
      await open(wrong),
      await accept(wrong, await newcomer()),
      await anna.post(`/invitations/${wrong}/join`),
    ]) {
      expect(response.statusCode).toBe(status)
      expect(response.json()).toMatchObject({ code: problemCode })
    }
  })

  async function used(): Promise<string> {
    await accept(link, await newcomer())
    return link
  }

  test('without a limit can be used by many users', async () => {
    const reusable = await invite({ reusable: true })
    for (let times = 0; times < 3; times++) {
      expect((await accept(reusable, await newcomer())).statusCode).toBe(201)
    }
    expect((await open(reusable)).statusCode).toBe(200)
  })
})

describe('a new user', () => {
  // spec: 9.36
  test('is signed in, employed there, and can receive tips', async () => {
    const browser = api.browser()
    const body = await newcomer()
    const response = await accept(link, body, browser)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      id: expect.any(String),
      name: 'Пётр Ильич Волков',
      phone_masked: expect.stringMatching(/^\+7 \(916\)/),
      photo_url: null,
    })
    expect(response.cookies).toMatchObject([{ name: 'device' }, { name: 'session', httpOnly: true }])
    const [employee] = (await browser.get('/tips/user/employees')).json().items
    expect(employee).toMatchObject({ default: false, manager: false, restaurant: { id: restaurantId } })
    await earn(api.db, { ...employee, userId: response.json().id, restaurantId, bank: '' }, 250)
    expect((await browser.get('/user/balance')).json()).toMatchObject({ balance: 250 })
    const login = await api.browser().post('/login', { phoneNumber: body.phone_number, password: body.password })
    expect(login.statusCode).toBe(200)
  })

  test.each([
    [{ _remember_me: true }, 90 * 24 * 60 * 60],
    [{ _remember_me: false }, undefined],
    // A page of the previous version.
    [{}, undefined],
  ])('with %j has a session cookie for %s seconds', async (choice, seconds) => {
    const { cookies } = await accept(link, { ...(await newcomer()), ...choice })
    expect(cookies.find(({ name }) => name === 'session')?.maxAge).toBe(seconds)
  })

  // spec: 2.52
  test('has agreed to two texts, each by its version and time', async () => {
    const { id } = (await accept(link, await newcomer())).json()
    const given = await api.db.selectFrom('consent').selectAll().where('user_id', '=', id).orderBy('kind').execute()
    expect(given).toEqual([
      { user_id: id, kind: 'offer', version: versions.offer, given_at: expect.any(Date) },
      { user_id: id, kind: 'personal_data', version: versions.personal_data, given_at: expect.any(Date) },
    ])
  })

  test.each([
    ['the offer', { offer: '2020-01-01' }, ['consents.offer']],
    ['both', { offer: '', personal_data: '' }, ['consents.offer', 'consents.personal_data']],
  ])('gets 422 when the text of %s has changed meanwhile', async (_, outdated, fields) => {
    const body = await newcomer()
    const response = await accept(link, { ...body, consents: { ...versions, ...outdated } })
    expect(response.statusCode).toBe(422)
    expect(response.json().code).toBe('consent_outdated')
    expect(Object.keys(response.json().errors)).toEqual(fields)
    expect((await accept(link, body)).statusCode).toBe(201)
  })

  test.each([
    ['iloveyou', 'password_common'],
    ['Волков-Пётр', 'password_personal'],
    ['Старый мост 1', 'password_personal'],
  ])('with the weak password %s is rejected, and the code stays valid', async (password, reason) => {
    const body = await newcomer()
    const rejected = await accept(link, { ...body, password })
    expect(rejected.statusCode).toBe(422)
    expect(rejected.json()).toMatchObject({ code: 'password_weak', errors: { password: [reason] } })
    expect((await accept(link, body)).statusCode).toBe(201)
  })

  test('is not created with a wrong code, and the link stays', async () => {
    const body = await newcomer()
    const wrong = String((Number(body.code) + 1) % 1_000_000).padStart(6, '0')
    expect((await accept(link, { ...body, code: wrong })).json()).toMatchObject({
      code: 'otp_invalid',
      attempts_left: 4,
    })
    expect((await open(link)).statusCode).toBe(200)
    expect((await accept(link, body)).statusCode).toBe(201)
  })

  // spec: 6.25
  test('is created once by two simultaneous requests', async () => {
    const body = await newcomer()
    const responses = await Promise.all([accept(link, body), accept(link, body)])
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    const { rows } = await sql`select id from user_account where phone = ${body.phone_number}`.execute(api.db)
    expect(rows).toHaveLength(1)
  })
})

describe('a registered user', () => {
  test('gets 409 with the advice to sign in, only after a right code', async () => {
    const anna = await api.createUser({ phone: newPhone() })
    const body = await newcomer(anna.phone)
    const guess = await accept(link, { ...body, code: body.code === '000000' ? '000001' : '000000' })
    expect(guess.json()).toMatchObject({ code: 'otp_invalid' })
    const response = await accept(link, body)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'phone_registered', errors: { phone_number: ['phone_registered'] } })
    expect((await open(link)).statusCode).toBe(200)
  })

  test('who works there already gets 409, only after a right code', async () => {
    const anna = await api.createUser({ phone: newPhone() })
    const browser = await api.signedIn(anna)
    await browser.post(`/invitations/${await invite()}/join`)
    const body = await newcomer(anna.phone)
    const guess = await accept(link, { ...body, code: body.code === '000000' ? '000001' : '000000' })
    expect(guess.json()).toMatchObject({ code: 'otp_invalid' })
    expect((await accept(link, body)).json()).toMatchObject({
      code: 'phone_registered',
      errors: { phone_number: ['phone_registered', 'already_employed'] },
    })
  })

  // spec: 9.36
  test('is employed at one more restaurant, once', async () => {
    const anna = await api.createUser({ phone: newPhone() })
    const browser = await api.signedIn(anna)
    const response = await browser.post(`/invitations/${link}/join`)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ default: false, manager: false, restaurant: { name: 'Старый мост' } })
    const { items } = (await browser.get('/tips/user/employees')).json()
    expect(items).toHaveLength(2)
    expect(items[1]).toEqual(response.json())

    const again = await browser.post(`/invitations/${await invite()}/join`)
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'already_employed' })
  })

  test('cannot guess codes, from whatever address', async () => {
    const browser = await api.signedIn(await api.createUser({ phone: newPhone() }))
    const join = (guess: number) => browser.post(`/invitations/guess-${guess}/join`, {}, from(`10.9.${guess}.1`))
    const statuses = []
    for (let guess = 0; guess < 31; guess++) statuses.push((await join(guess)).statusCode)
    expect(statuses.filter((status) => status === 404)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  })

  test('who works there already does not use the link up', async () => {
    const browser = await api.signedIn(await api.createUser({ phone: newPhone() }))
    await browser.post(`/invitations/${link}/join`)
    const second = await invite()
    await browser.post(`/invitations/${second}/join`)
    expect((await open(second)).statusCode).toBe(200)
  })
})
