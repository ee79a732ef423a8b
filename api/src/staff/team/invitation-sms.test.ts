import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi } from '../../http/testing/test-api.ts'
import { type SmsProvider, SmsRejected } from '../../messages/sms/providers/provider.ts'
import { countSegments } from '../../messages/sms/sms.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { invitationText } from './invitation-sms.ts'
import { openTeam } from './testing/test-team.ts'

const api = sharedApi()
let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam(api)
})

const textsTo = async (phone: string) => {
  const rows = await api.db.selectFrom('sandbox.sms').select('text').where('phone', '=', phone).execute()
  return rows.map(({ text }) => text)
}

/** Makes all sent messages an hour older. */
const anHourLater = () =>
  api.db
    .updateTable('rate_limit')
    .set({ window_start: sql<Date>`window_start - interval '1 hour'` })
    .where('key', 'like', 'team:sms:%')
    .execute()

// spec: 9.56
test('the link is sent to the phone of the invitation, whose number is neither in the log nor on the trail', async () => {
  const phone = newPhone()
  const { id, link } = (await team.invite({ phone, name: 'Глеб' })).json()
  expect((await team.sendSms(id)).statusCode).toBe(204)
  expect(await textsTo(phone)).toEqual([expect.stringContaining(link)])
  expect(await team.readTrail(id)).toEqual([
    ['invitation_created', team.manager.userId],
    ['invitation_sent', team.manager.userId],
  ])
  const trail = (await api.operator().get(`/audit?subject=${id}`)).body
  for (const text of [api.logs.join('\n'), trail]) {
    expect(text).not.toContain(phone)
    expect(text).not.toContain(link.split('/').at(-1))
  }
})

test('nothing is sent for a link that is for no phone, or that has expired', async () => {
  const { id } = (await team.invite()).json()
  expect((await team.sendSms(id)).json()).toMatchObject({ code: 'no_phone' })
  const phone = newPhone()
  const personal = (await team.invite({ phone })).json()
  await team.revoke(personal.id)
  expect((await team.sendSms(personal.id)).json()).toMatchObject({ code: 'invitation_expired' })
  expect(await textsTo(phone)).toEqual([])
})

describe('limits', () => {
  // spec: 9.56
  test('of an invitation: one message a minute, also when ten are requested simultaneously', async () => {
    const phone = newPhone()
    const { id } = (await team.invite({ phone })).json()
    const responses = await Promise.all(Array.from({ length: 10 }, () => team.sendSms(id)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 429)])
    expect(responses.find(({ statusCode }) => statusCode === 429)?.json().retry_after).toBeLessThanOrEqual(60)
    expect(await textsTo(phone)).toHaveLength(1)
  })

  test('of a phone: three messages a day of all restaurants', async () => {
    const phone = newPhone()
    const statuses = []
    for (const sender of [team, await openTeam(api), await openTeam(api), await openTeam(api)]) {
      statuses.push((await sender.sendSms((await sender.invite({ phone })).json().id)).statusCode)
      await anHourLater()
    }
    expect(statuses).toEqual([204, 204, 204, 429])
    expect(await textsTo(phone)).toHaveLength(3)
  })

  test('of a manager: thirty messages an hour', async () => {
    const statuses = []
    for (let times = 1; times <= 31; times += 1) {
      const { id } = (await team.invite({ phone: newPhone() })).json()
      statuses.push((await team.sendSms(id)).statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 204), 429])
  })
})

test('a message that no provider takes is an error, leaves no line on the trail and may be sent again immediately', async () => {
  let isDown = true
  const sent: string[] = []
  const provider: SmsProvider = {
    name: 'smsc',
    async send({ text }) {
      if (isDown) throw new SmsRejected('no_money')
      sent.push(text)
      return {}
    },
  }
  const failing = await createTestApi({ smsProviders: [provider] })
  onTestFinished(() => failing.close())
  const sender = await openTeam(failing)
  const { id } = (await sender.invite({ phone: newPhone() })).json()
  expect((await sender.sendSms(id)).json()).toMatchObject({ code: 'sms_unavailable' })
  expect(await sender.readTrail(id)).toHaveLength(1)
  isDown = false
  expect((await sender.sendSms(id)).statusCode).toBe(204)
  expect(sent).toHaveLength(1)
})

test.each([
  ['Берёзка', 1],
  ['Ресторан высокой кухни «Старый мост на Неве»', 2],
])('a message of «%s» has %i segment(s)', (restaurant, segments) => {
  expect(countSegments(invitationText(restaurant, 'https://tips.example/i/abcdefghijklmnop'))).toBe(segments)
})
