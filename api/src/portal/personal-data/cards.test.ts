import type { PersonalData } from '@portal/contracts/personal-data'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { insertPayoutMethod, lockMethods } from '../../payouts/payout-methods/repository.ts'
import { methodSteps, numbers } from '../../payouts/payout-methods/testing/method-steps.ts'
import { requireCard } from '../../payouts/vault/vault.ts'

// Cards in the copy of the user's data, and after the deletion of the account.

const api = sharedApi({
  env: { BANKS: 'yookassa', YOOKASSA_GATEWAY_ID: '504001', YOOKASSA_SECRET_KEY: 'test_secret-key' },
})
let anna: TestUser
let browser: TestBrowser
beforeEach(async () => {
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const storedCards = async (tokens: readonly string[]) =>
  await api.db
    .selectFrom('vault.card')
    .select('token')
    .where('token', 'in', tokens)
    .unionAll(api.db.selectFrom('vault.provider_card').select('token').where('token', 'in', tokens))
    .execute()

/** Adds a card of the provider's form as the user. Returns its token. */
async function addProviderCard(user: TestUser, theirs: TestBrowser, token = `pt-${user.userId}`) {
  await api.db
    .updateTable('restaurant')
    .set({ payout_provider: 'yookassa' })
    .where('id', '=', user.restaurantId)
    .execute()
  const read = { provider: 'yookassa', token, first6: '220070', last4: '9876' }
  const { card_token } = (await theirs.post('/vault/provider-cards', read)).json<{ card_token: string }>()
  const code = await methodSteps(api, user, theirs).code({ purpose: 'card', card_token })
  const added = await theirs.post('/user/bank-card', { code, rest_id: user.restaurantId, card_token })
  expect(added.statusCode).toBe(201)
  return card_token
}

const deleteAccount = (user: TestUser, theirs: TestBrowser) =>
  theirs.post('/user/deletion', { current_password: user.password })

// spec: 9.41
test('the copy of the data has a card that the form of a provider has read, and who has its number', async () => {
  await methodSteps(api, anna, browser).addCard(numbers[0])
  await addProviderCard(anna, browser)
  const { payout_methods } = (await browser.get('/user/personal-data')).json<PersonalData>()
  expect(payout_methods).toMatchObject([
    { type: 'card', destination: '2200 •••• •••• 4321' },
    { type: 'card', destination: '2200 •••• •••• 9876', number_at: 'yookassa' },
  ])
  expect(payout_methods[0]).not.toHaveProperty('number_at')
})

// spec: 9.42
test('a deleted account leaves no number of a card and no token of a provider', async () => {
  const card = await methodSteps(api, anna, browser).addCard(numbers[1])
  const { card_token } = await api.db
    .selectFrom('payout_binding')
    .select('card_token')
    .where('id', '=', card.json().id)
    .executeTakeFirstOrThrow()
  const tokens = [card_token ?? '', await addProviderCard(anna, browser)]
  expect(await storedCards(tokens)).toHaveLength(2)
  expect((await deleteAccount(anna, browser)).statusCode).toBe(204)
  expect(await storedCards(tokens)).toEqual([])
})

test('a deleted account leaves a card that another user has too', async () => {
  const boris = await api.createUser()
  const token = await addProviderCard(anna, browser, 'pt-shared')
  expect(await addProviderCard(boris, await api.signedIn(boris), 'pt-shared')).toBe(token)
  await deleteAccount(anna, browser)
  expect(await storedCards([token])).toEqual([{ token }])
})

/** Waits until a connection waits for a lock of another one. */
const untilBlocked = () =>
  expect
    .poll(async () => (await sql`select from pg_locks where not granted`.execute(api.db)).rows.length)
    .toBeGreaterThan(0)

test('a deletion waits for another user who is adding the same card, and leaves it', async () => {
  const boris = await api.createUser()
  const token = await addProviderCard(anna, browser)
  const { deletion } = await api.db.transaction().execute(async (trx) => {
    const { mask, last4, network, issuer: bank_name } = await requireCard(trx, api.settings.vaultKeys, token)
    const deletion = deleteAccount(anna, browser)
    await untilBlocked()
    const card = { type: 'card', card_token: token, mask, last4, network, bank_name } as const
    await insertPayoutMethod(trx, { user_id: boris.userId, bank: boris.bank, ...card })
    return { deletion }
  })
  expect((await deletion).statusCode).toBe(204)
  expect(await storedCards([token])).toEqual([{ token }])
})

test('a card that is deleted while another user adds it has to be entered again', async () => {
  const boris = await api.createUser()
  const borisBrowser = await api.signedIn(boris)
  await methodSteps(api, anna, browser).addCard(numbers[2])
  const methods = methodSteps(api, boris, borisBrowser)
  const card_token = await methods.token(numbers[2])
  const code = await methods.code({ purpose: 'card', card_token })
  const { adding } = await api.db.transaction().execute(async (trx) => {
    await lockMethods(trx, boris.userId)
    const adding = borisBrowser.post('/user/bank-card', { code, rest_id: boris.restaurantId, card_token })
    await untilBlocked()
    await deleteAccount(anna, browser)
    return { adding }
  })
  expect((await adding).json()).toMatchObject({ code: 'card_unknown' })
  expect(await methods.all()).toEqual([])
})
