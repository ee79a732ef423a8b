import type { TeamMember } from '@portal/contracts/team'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi } from '../../http/testing/test-api.ts'
import { earn, hire, newPhone, openRestaurant } from '../../money/ledger/testing/test-ledger.ts'
import { openTeam } from './testing/test-team.ts'

const api = sharedApi()
let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam(api)
})

const linkCode = ({ link }: { link: string }) => link.split('/').at(-1) ?? ''
const join = async (invitation: { link: string }, phone?: string) =>
  await (await api.signedIn(await api.createUser(phone ? { phone } : {}))).post(
    `/invitations/${linkCode(invitation)}/join`,
  )

describe('the list', () => {
  // spec: 9.54
  test('has the role of each employee and whether they have signed in, by name, and no sum', async () => {
    const boris = await hire(api.db, team.restaurant, { firstName: 'Борис', lastName: 'Ким', isDefault: true })
    const vera = await hire(api.db, team.restaurant, { firstName: 'Вера', lastName: 'Новикова' })
    await earn(api.db, boris, 7654)
    await api.db
      .updateTable('user_account')
      .set({ tags: ['role_waiter'] })
      .where('id', '=', vera.userId)
      .execute()
    await api.signedIn(boris)
    const items = await team.list()
    const plain = { photo_url: null, roles: [], default: false, manager: false, signed_in: false, blocked: false }
    expect(items).toEqual([
      {
        ...plain,
        id: team.manager.id,
        name: 'Анна Смирнова',
        manager: true,
        signed_in: true,
        phone_last2: expect.any(String),
      },
      {
        ...plain,
        id: boris.id,
        name: 'Борис Ким',
        default: true,
        signed_in: true,
        phone_last2: expect.stringMatching(/^\d\d$/),
      },
      { ...plain, id: vera.id, name: 'Вера Новикова', roles: ['role_waiter'], phone_last2: expect.any(String) },
    ])
    expect(JSON.stringify(items.map(({ id, ...shown }: { id: string }) => shown))).not.toContain('7654')
  })

  test('knows of a sign-in after its session has ended', async () => {
    const invitation = (await team.invite()).json()
    const user = await api.createUser()
    const browser = api.browser()
    await browser.post('/login', { phoneNumber: user.phone, password: user.password, _remember_me: false })
    await browser.post(`/invitations/${linkCode(invitation)}/join`)
    await api.db.deleteFrom('session').where('user_id', '=', user.userId).execute()
    expect(await team.list()).toContainEqual(expect.objectContaining({ signed_in: true, manager: false }))
  })

  test('shows blocked employees, and no dismissed ones', async () => {
    const blocked = await hire(api.db, team.restaurant)
    const dismissed = await hire(api.db, team.restaurant)
    await api.operator().post(`/users/${blocked.userId}/block`, { reason: 'Украден телефон' })
    await api.operator().post(`/employees/${dismissed.id}/dismiss`, { reason: 'Ушёл' })
    const items: { id: string; blocked: boolean }[] = await team.list()
    expect(items.map(({ id, blocked: isBlocked }) => [id, isBlocked]).sort()).toEqual(
      [
        [team.manager.id, false],
        [blocked.id, true],
      ].sort(),
    )
  })
})

// spec: 8.3
describe('a manager of another restaurant', () => {
  test('gets for each thing what a missing one gets', async () => {
    const other = await openTeam(api)
    const { id } = (await team.invite({ phone: newPhone() })).json()
    const employee = await hire(api.db, team.restaurant)
    for (const request of [
      other.get(`/team?restId=${team.restaurant.id}`),
      other.get(`/team/invitations?restId=${team.restaurant.id}`),
      other.post('/team/invitations', { rest_id: team.restaurant.id }),
      other.sendSms(id),
      other.revoke(id),
      other.dismiss(employee.id),
      other.get('/team?restId=none'),
    ]) {
      const response = await request
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    }
    expect(await team.list()).toHaveLength(2)
    expect(await team.listInvitations()).toHaveLength(1)
  })

  test('is none where the same user is an employee only', async () => {
    const restaurant = await openRestaurant(api.db)
    await hire(api.db, restaurant, { user: team.manager.userId })
    const response = await team.get(`/team?restId=${restaurant.id}`)
    expect([response.statusCode, response.json().code]).toEqual([403, 'not_manager'])
  })
})

describe('an invitation', () => {
  // spec: 9.55
  test('is a link with which one user can join within a week, on the trail of the manager', async () => {
    const response = await team.invite()
    expect(response.statusCode).toBe(201)
    const invitation = response.json()
    expect(invitation).toMatchObject({ uses: 0, max_uses: 1, phone_masked: null, name: null, manager: false })
    expect(invitation.link).toMatch(/^http:\/\/localhost:3000\/i\/\w{17}$/)
    expect((Date.parse(invitation.expires_at) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
    expect(await team.listInvitations()).toEqual([invitation])
    expect((await join(invitation)).statusCode).toBe(201)
    expect(await team.listInvitations()).toEqual([])
    expect(await team.list()).toHaveLength(2)
    expect(await team.readTrail(invitation.id)).toEqual([['invitation_created', team.manager.userId]])
  })

  test.each([
    [{ days: 31 }, 400],
    [{ max_uses: 31 }, 400],
    [{ max_uses: null }, 400],
    [{ phone: '+79160000000', manager: true }, 400],
    [{ phone: '+79160000000', external_id: 'a' }, 400],
    [{ phone: '+79160000000', max_uses: 2 }, 422],
    [{ name: 'Глеб' }, 422],
  ])('%o is rejected with %i', async (body, status) => {
    expect((await team.invite(body)).statusCode).toBe(status)
    expect(await team.listInvitations()).toEqual([])
  })

  test('is not for one who works there, nor for one who was dismissed: operators reinstate', async () => {
    const employee = await api.createUser({ restaurant: team.restaurant })
    expect((await team.invite({ phone: employee.phone })).json()).toMatchObject({ code: 'already_employed' })
    await team.dismiss(employee.id)
    expect((await team.invite({ phone: employee.phone })).json()).toMatchObject({ code: 'employee_dismissed' })
  })

  test('is made sixty times an hour', async () => {
    const responses = []
    for (let times = 1; times <= 61; times += 1) responses.push((await team.invite()).statusCode)
    expect(responses).toEqual([...Array.from({ length: 60 }, () => 201), 429])
  })

  // spec: 9.55
  test('is revoked, and again with the same result, but not once it is used', async () => {
    const invitation = (await team.invite()).json()
    for (let times = 1; times <= 2; times += 1) expect((await team.revoke(invitation.id)).statusCode).toBe(204)
    expect((await join(invitation)).json()).toMatchObject({ code: 'invitation_expired' })
    expect(await team.listInvitations()).toEqual([])
    expect(await team.readTrail(invitation.id)).toEqual([
      ['invitation_created', team.manager.userId],
      ['invitation_revoked', team.manager.userId],
    ])
    const used = (await team.invite()).json()
    await join(used)
    expect((await team.revoke(used.id)).json()).toMatchObject({ code: 'invitation_used' })
  })

  test('of an operator that makes a manager is shown and stays', async () => {
    const url = `/restaurants/${team.restaurant.id}/invitations`
    const { id } = (await api.operator().post(url, { phone: newPhone(), manager: true })).json()
    expect(await team.listInvitations()).toMatchObject([{ id, manager: true }])
    expect((await team.revoke(id)).json()).toMatchObject({ code: 'manager_protected' })
    expect(await team.listInvitations()).toHaveLength(1)
  })

  test('of an operator that makes a manager is not opened again when it has expired', async () => {
    const phone = newPhone()
    const url = `/restaurants/${team.restaurant.id}/invitations`
    const made = (await api.operator().post(url, { phone, manager: true })).json()
    const expired = { expires_at: new Date(0) }
    await api.db.updateTable('invitation').set(expired).where('id', '=', made.id).execute()
    expect((await team.invite({ phone, name: 'Глеб' })).json()).toMatchObject({ code: 'manager_protected' })
    expect(await team.listInvitations()).toEqual([])
    expect((await join(made, phone)).json()).toMatchObject({ code: 'invitation_expired' })
    expect(await team.readTrail(made.id)).toHaveLength(1)
  })
})

describe('a dismissal', () => {
  // spec: 9.57
  test('leaves the employee the money and its history, and is on the trail of the manager', async () => {
    const employee = await hire(api.db, team.restaurant)
    await earn(api.db, employee, 500)
    const browser = await api.signedIn(employee)
    for (let times = 1; times <= 2; times += 1) expect((await team.dismiss(employee.id)).statusCode).toBe(204)
    expect((await browser.get('/tips/user/employees')).json().items).toMatchObject([
      { id: employee.id, is_former: true },
    ])
    expect((await browser.get(`/user/balance/${team.restaurant.id}`)).json()).toMatchObject({ balance: 500 })
    expect(await team.list()).toHaveLength(1)
    expect(await team.readTrail(employee.id)).toEqual([['employee_dismissed', team.manager.userId]])
  })

  test('is told to the employee by SMS', async () => {
    const employee = await api.createUser({ restaurant: team.restaurant })
    await team.dismiss(employee.id)
    expect(await api.messagesTo(employee.phone)).toEqual([expect.stringMatching(/^Чаевые: вас убрали из команды «/)])
  })

  test('of a fourth one in an hour needs a code, which names who it is and how many there were', async () => {
    const waiters = await Promise.all(
      Array.from({ length: 5 }, () => hire(api.db, team.restaurant, { firstName: 'Глеб' })),
    )
    const responses = await Promise.all(waiters.map(({ id }) => team.dismiss(id)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 204, 204, 422, 422])
    const [first, second] = (await team.list()).filter(({ manager }: TeamMember) => !manager)
    expect((await team.dismiss(first.id)).json()).toMatchObject({ code: 'confirmation_required' })

    const code = await team.codeFor({ purpose: 'dismissal', employee_id: first.id })
    expect((await api.messagesTo(team.manager.phone)).at(-1)).toContain(
      `удаления из команды: Глеб С. •• ${first.phone_last2}, за час уже убрано 3`,
    )
    expect((await team.dismiss(second.id, { code })).statusCode).toBe(410)
    expect((await team.dismiss(first.id, { code })).statusCode).toBe(204)
    expect((await team.dismiss(second.id)).statusCode).toBe(422)
  })

  test('is undone by a manager within a day, and one of an operator is not', async () => {
    const [waiter, other] = [await hire(api.db, team.restaurant), await hire(api.db, team.restaurant)]
    await team.dismiss(waiter.id)
    await api.operator().post(`/employees/${other.id}/dismiss`, { reason: 'Уволен' })
    expect((await team.dismissed()).map(({ id }: { id: string }) => id)).toEqual([waiter.id])
    for (let times = 1; times <= 2; times += 1) expect((await team.reinstate(waiter.id)).statusCode).toBe(204)
    expect(await team.list()).toHaveLength(2)
    expect((await team.reinstate(other.id)).json()).toMatchObject({ code: 'not_undoable' })
    await team.dismiss(waiter.id)
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await api.db.updateTable('employee').set({ disabled_at: yesterday }).where('id', '=', waiter.id).execute()
    expect(await team.dismissed()).toEqual([])
    expect((await team.reinstate(waiter.id)).json()).toMatchObject({ code: 'not_undoable' })
    expect((await (await openTeam(api)).reinstate(waiter.id)).statusCode).toBe(404)
  })

  // spec: 9.57
  test('is not of a manager, be it another or the own, nor of the default employee', async () => {
    const other = await hire(api.db, team.restaurant)
    await api.operator().patch(`/employees/${other.id}`, { manager: true })
    const holder = await hire(api.db, team.restaurant, { isDefault: true })
    for (const [id, code] of [
      [other.id, 'manager_protected'],
      [team.manager.id, 'manager_protected'],
      [holder.id, 'default_protected'],
    ] as const) {
      const response = await team.dismiss(id)
      expect([response.statusCode, response.json().code]).toEqual([409, code])
    }
    expect(await team.list()).toHaveLength(3)
  })

  test('ends the rights of the dismissed manager immediately', async () => {
    await api.operator().post(`/employees/${team.manager.id}/dismiss`, { reason: 'Ушла' })
    expect((await team.invite()).statusCode).toBe(403)
    expect((await team.get(`/team?restId=${team.restaurant.id}`)).statusCode).toBe(403)
  })
})

test('an invitation is repeated while the invited one joins by it, and neither request fails', async () => {
  const phone = newPhone()
  const invitation = (await team.invite({ phone })).json()
  const user = await api.createUser({ phone })
  const browser = await api.signedIn(user)
  const { joined, repeated } = await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('user_account').select('id').where('id', '=', user.userId).forUpdate().execute()
    const joined = browser.post(`/invitations/${linkCode(invitation)}/join`)
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const repeated = team.invite({ phone })
    await expect.poll(() => lockWaits(api.db)).toBe(2)
    return { joined, repeated }
  })
  expect((await joined).statusCode).toBe(201)
  expect((await repeated).json()).toMatchObject({ code: 'already_employed' })
})
