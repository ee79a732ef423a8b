import { type Endpoint, endpointPath } from '@portal/contracts/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import type { TestApi, TestBrowser } from '../../http/testing/test-api.ts'
import { insertPasskey } from '../../identity/passkeys/repository.ts'
import { hashTestPassword } from '../../identity/session/testing/test-password.ts'
import { addCard, earn, hire, openRestaurant, type TestEmployee } from '../../money/ledger/testing/test-ledger.ts'
import { insertPayoutMethod } from '../../payouts/payout-methods/repository.ts'

export type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  form?: FormData
}

export type World = Awaited<ReturnType<typeof openWorld>>

/** The password of all users. */
export const password = 'correct horse'
const passwordHash = hashTestPassword(password)

/** Creates a restaurant with an owner of things, colleagues of each kind, and a user who works elsewhere. */
export async function openWorld(api: TestApi) {
  const { db } = api
  const restaurant = await openRestaurant(db)
  const users = {
    owner: await hire(db, restaurant),
    colleague: await hire(db, restaurant, { firstName: 'Борис' }),
    manager: await hire(db, restaurant, { firstName: 'Марина' }),
    default: await hire(db, restaurant, { firstName: 'Дарья', isDefault: true }),
    outsider: await hire(db, await openRestaurant(db, { bank: 'Альфа-Банк' }), { firstName: 'Степан' }),
  }
  await db.updateTable('employee').set({ is_manager: true }).where('id', '=', users.manager.id).execute()
  await db
    .updateTable('user_account')
    .set({ password_hash: await passwordHash })
    .execute()
  const browsers = {
    owner: await api.signedIn(users.owner),
    colleague: await api.signedIn(users.colleague),
    manager: await api.signedIn(users.manager),
    default: await api.signedIn(users.default),
    outsider: await api.signedIn(users.outsider),
    anonymous: api.browser(),
  }
  const things = await giveThings(api, users.owner, browsers.owner)
  const { owner } = browsers

  return {
    ...users,
    ...things,
    /** Texts that no other user may read. */
    ownersMarks: [users.owner.userId, things.cardId, things.phoneId, things.payoutId, things.otherSessionId],
    call: (who: keyof typeof browsers, endpoint: Endpoint, request: Request) => send(browsers[who], endpoint, request),
    async ownersThings() {
      const urls = ['/user/profile', '/user/payout-bindings', '/user/sessions', '/tips/user/employees', '/user/balance']
      const user = db.selectFrom('user_account').selectAll().where('id', '=', users.owner.userId)
      const payouts = db.selectFrom('payout').select('id').where('user_id', '=', users.owner.userId)
      return {
        read: await Promise.all(urls.map(async (url) => (await owner.get(url)).json())),
        user: await user.executeTakeFirstOrThrow(),
        payouts: await payouts.execute(),
      }
    },
  }
}

async function giveThings({ db, codeSentTo }: TestApi, owner: TestEmployee, browser: TestBrowser) {
  await earn(db, owner, 5000)
  const cardId = await addCard(db, owner)
  const phoneId = await insertPayoutMethod(db, {
    user_id: owner.userId,
    bank: owner.bank,
    type: 'sbp',
    phone: '+79161234567',
    sbp_bank_id: '100000000004',
    bank_name: 'Т-Банк',
  })

  const payoutKey = crypto.randomUUID()
  await browser.post(`/otp/send/user/${owner.userId}`, { purpose: 'payout' })
  const { phone } = await db
    .selectFrom('user_account')
    .select('phone')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  const order = { kind: 'payout', rest_id: owner.restaurantId, binding_id: cardId, amount: 500 }
  const body = { ...order, code: await codeSentTo(phone) }
  const payout = await browser.post('/user/payout', body, { headers: { 'idempotency-key': payoutKey } })

  const name = `${'ab'.repeat(32)}.png`
  await db.insertInto('upload').values({ name, user_id: owner.userId }).execute()
  const invitation = `world-${crypto.randomUUID()}`
  const expires_at = new Date(Date.now() + 3600_000)
  const { id: invitationId } = await db
    .insertInto('invitation')
    .values({ code: invitation, restaurant_id: owner.restaurantId, reusable: true, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: otherSessionId } = await db
    .insertInto('session')
    .values({ token_hash: Buffer.from(crypto.randomUUID()), user_id: owner.userId, remembered: false, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: passkeyId } = await insertPasskey(db, {
    user_id: owner.userId,
    credential_id: Buffer.from(crypto.randomUUID()).toString('base64url'),
    public_key: Buffer.from('key'),
    counter: 0,
    backup_eligible: false,
    transports: [],
    backed_up: false,
    label: 'Телефон',
  })
  const payoutId: string = payout.json().id
  const photoUrl = `/uploads/${name}`
  return { passkeyId, cardId, phoneId, payoutId, payoutKey, photoUrl, invitation, invitationId, otherSessionId }
}

async function send(
  browser: TestBrowser,
  { method, path, produces }: Endpoint,
  { params = {}, query = {}, body, form }: Request,
): Promise<{ statusCode: number; body: string }> {
  const url = `${endpointPath({ path }, params)}?${new URLSearchParams(query)}`
  if (form) return await browser.postForm(url, form)
  // The stream never ends, so only its status is read.
  const payloadAsStream = produces === 'text/event-stream'
  const response: LightMyRequestResponse = await browser.send(method, url, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    ...(body && { payload: body }),
    ...(payloadAsStream && { payloadAsStream }),
  })
  if (!payloadAsStream) return response
  response.stream().destroy()
  return { statusCode: response.statusCode, body: '' }
}
