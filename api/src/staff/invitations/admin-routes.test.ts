import { consentVersions } from '@portal/contracts/consent'
import { beforeEach, describe, expect, test } from 'vitest'
import { from, sharedApi } from '../../http/testing/test-api.ts'
import { hire, newPhone } from '../../money/ledger/testing/test-ledger.ts'

const api = sharedApi()
let restaurant: { id: string; bank: string }
let address = 0
beforeEach(async () => {
  restaurant = (await api.operator().post('/restaurants', { name: 'Берёзка', bank: 'Т-Банк' })).json()
})

const invite = (body: object, headers?: Record<string, string>) =>
  api.operator().post(`/restaurants/${restaurant.id}/invitations`, body, headers)
const list = async (query = '') =>
  (await api.operator().get(`/invitations?restaurant=${restaurant.id}${query}`)).json().items
const linkCode = ({ link }: { link: string }) => link.split('/').at(-1) ?? ''
const open = async (invitation: { link: string }) => await api.browser().get(`/invitations/${linkCode(invitation)}`)

async function join(invitation: { link: string }, phone?: string) {
  const newUser = await api.createUser(phone === undefined ? {} : { phone })
  return await (await api.signedIn(newUser)).post(`/invitations/${linkCode(invitation)}/join`)
}

async function register(invitation: { link: string }, phone_number: string) {
  address += 1
  await api.browser().post('/otp/send/registration', { phone_number }, from(`10.7.${address}.1`))
  await expect.poll(() => api.codeSentTo(phone_number).catch(() => '')).toMatch(/^\d{6}$/)
  const code = await api.codeSentTo(phone_number)
  const consents = consentVersions(api.settings.consentTexts)
  const newUser = { name: 'Пётр Волков', phone_number, code, password: 'tea and cherry 9', consents }
  return await api.browser().post(`/invitations/${linkCode(invitation)}/accept`, newUser)
}

describe('an invitation', () => {
  test('is a link for one user and a week, unless it says otherwise', async () => {
    const response = await invite({})
    expect(response.statusCode).toBe(201)
    const invitation = response.json()
    expect(invitation).toMatchObject({ state: 'open', uses: 0, max_uses: 1, phone_masked: null, manager: false })
    expect(invitation.link).toMatch(/^http:\/\/localhost:3000\/i\/[a-hjkmnp-z2-9]{17}$/)
    expect(Date.parse(invitation.expires_at) - Date.parse(invitation.created_at)).toBe(7 * 86_400_000)
    expect((await open(invitation)).json()).toMatchObject({ restaurant: { name: 'Берёзка' } })
    expect((await join(invitation)).statusCode).toBe(201)
    expect(await list()).toEqual([{ ...invitation, state: 'used', uses: 1 }])
    expect((await join(invitation)).json()).toMatchObject({ code: 'invitation_used' })
  })

  // spec: 9.45
  test('for three users is used by three, also of ten simultaneous ones', async () => {
    const invitation = (await invite({ max_uses: 3, days: 1 })).json()
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await join(invitation)).statusCode))
    expect(statuses.sort()).toEqual([201, 201, 201, 410, 410, 410, 410, 410, 410, 410])
    expect(await list('&state=used')).toMatchObject([{ id: invitation.id, uses: 3, max_uses: 3 }])
  })

  test('that is revoked cannot be used, and cannot be revoked once used', async () => {
    const invitation = (await invite({})).json()
    const revoke = () => api.operator().post(`/invitations/${invitation.id}/revoke`, { reason: 'Ошибка' })
    for (const response of [await revoke(), await revoke()]) expect(response.json()).toMatchObject({ state: 'revoked' })
    expect((await join(invitation)).json()).toMatchObject({ code: 'invitation_expired' })
    const used = (await invite({})).json()
    await join(used)
    const late = await api.operator().post(`/invitations/${used.id}/revoke`, { reason: 'Ошибка' })
    expect([late.statusCode, late.json().code]).toEqual([409, 'invitation_used'])
  })

  test('cannot be used while the restaurant is closed, which cannot invite', async () => {
    const invitation = (await invite({})).json()
    await api.operator().post(`/restaurants/${restaurant.id}/close`, { reason: 'Ремонт' })
    expect((await join(invitation)).json()).toMatchObject({ code: 'invitation_expired' })
    expect((await invite({})).json()).toMatchObject({ code: 'restaurant_closed' })
    await api.operator().post(`/restaurants/${restaurant.id}/reopen`, { reason: 'Открылись' })
    expect((await join(invitation)).statusCode).toBe(201)
  })
})

describe('a personal invitation', () => {
  // spec: 9.45
  test('employs the owner of the phone with its rights, and no other user', async () => {
    const phone = newPhone()
    const invitation = (await invite({ phone, name: 'Анна', external_id: 'a-7', manager: true })).json()
    const other = await join(invitation)
    expect([other.statusCode, other.json().code]).toEqual([422, 'invitation_of_another'])
    const another = await register(invitation, newPhone())
    expect(another.json()).toMatchObject({
      code: 'invitation_of_another',
      errors: { phone_number: ['invitation_of_another'] },
    })
    expect((await register(invitation, phone)).statusCode).toBe(201)
    const staff = (await api.operator().get(`/restaurants/${restaurant.id}/employees`)).json().items
    expect(staff).toMatchObject([{ name: 'Пётр Волков', manager: true, external_id: 'a-7' }])
  })

  test('of the same phone is the same link, with what differs, and open again when it was over', async () => {
    const phone = newPhone()
    const first = (await invite({ phone, name: 'Анна' })).json()
    expect((await invite({ phone, name: 'Анна' })).json()).toEqual(first)
    expect((await invite({ phone, manager: true })).json()).toEqual({ ...first, manager: true })
    await api.db
      .updateTable('invitation')
      .set({ expires_at: new Date(0) })
      .where('id', '=', first.id)
      .execute()
    expect(await list('&state=expired')).toHaveLength(1)
    expect((await invite({ phone })).json()).toMatchObject({ id: first.id, state: 'open' })
    const trail = (await api.operator().get(`/audit?subject=${first.id}`)).json().items
    expect(trail.map(({ action }: { action: string }) => action)).toEqual([
      'invitation_changed',
      'invitation_changed',
      'invitation_created',
    ])
    for (const secret of [phone, linkCode(first)]) expect(JSON.stringify(trail)).not.toContain(secret)
  })

  // spec: 9.44
  test('is on the audit trail by its id and the last digits of the phone, without a name', async () => {
    const phone = newPhone()
    const { id } = (await invite({ phone, name: 'Неповторимая Анна', external_id: 'a-9' })).json()
    await invite({ phone, name: 'Неповторимая Нюра' })
    await api.operator().post(`/invitations/${id}/revoke`, { reason: 'Ошибка' })
    const trail = (await api.operator().get(`/audit?subject=${id}`)).json().items.reverse()
    expect(trail).toMatchObject([
      { action: 'invitation_created', after: { external_id: 'a-9', phone_ends: phone.slice(-2) } },
      { action: 'invitation_changed', before: { renamed: false }, after: { renamed: true } },
      { action: 'invitation_revoked', before: { state: 'open' }, after: { state: 'revoked' } },
    ])
    expect(JSON.stringify(trail)).not.toContain('Неповторимая')
    expect(JSON.stringify(trail)).not.toContain(phone.slice(-10))
  })

  test('is one invitation when ten requests create it simultaneously', async () => {
    const phone = newPhone()
    const responses = await Promise.all(Array.from({ length: 10 }, () => invite({ phone })))
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
  })

  test('is not for one who works there, nor with an external id that another has or will have', async () => {
    const anna = await hire(api.db, restaurant)
    const { phone } = await api.db
      .selectFrom('user_account')
      .select('phone')
      .where('id', '=', anna.userId)
      .executeTakeFirstOrThrow()
    expect((await invite({ phone })).json()).toMatchObject({ code: 'already_employed' })
    await api.operator().patch(`/employees/${anna.id}`, { external_id: 'a-1' })
    await invite({ phone: newPhone(), external_id: 'a-2' })
    for (const external_id of ['a-1', 'a-2']) {
      expect((await invite({ phone: newPhone(), external_id })).json()).toMatchObject({ code: 'external_id_taken' })
    }
  })
})
