import type { Db } from '../db/connect.ts'
import { hashPassword } from '../identity/session/password.ts'
import { openWallets } from '../money/ledger/ledger.ts'
import { insertPayoutMethod } from '../payouts/payout-methods/repository.ts'
import { storeCard } from '../payouts/vault/vault.ts'
import type { Settings } from '../settings/settings.ts'
import type { StoredGoal } from '../staff/profile/repository.ts'
import { type DemoUser, demoPassword, demoUsers, restaurants } from './demo-users.ts'

/** Inserts restaurants, users, wallets, cards and phones that do not exist yet. */
export async function seedUsers(trx: Db, settings: Settings, joined: Date, now: Date): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  await trx
    .insertInto('restaurant')
    .values(Object.values(restaurants))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trx
    .insertInto('user_account')
    .values(
      demoUsers.map(({ id, phone, firstName, lastName, profile }) => ({
        id,
        phone,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        created_at: joined,
        about: profile?.about ?? '',
        tags: profile?.tags ?? [],
        goal: profile ? JSON.stringify(toGoal(profile.goal, now)) : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const user of demoUsers) {
    await seedJobs(trx, user, joined)
    await seedMethods(trx, settings, user, joined)
  }
}

function toGoal({ name, amount, days }: NonNullable<DemoUser['profile']>['goal'], now: Date): StoredGoal {
  return { name, amount, since: new Date(+now - days * 24 * 60 * 60 * 1000).toISOString() }
}

async function seedJobs(trx: Db, user: DemoUser, joined: Date): Promise<void> {
  for (const [index, job] of user.jobs.entries()) {
    await trx
      .insertInto('employee')
      .values({
        id: job.id,
        user_id: user.id,
        restaurant_id: restaurants[job.restaurant].id,
        is_default: job.isDefault ?? false,
        is_manager: job.isManager ?? false,
        // The portal opens at the restaurant of the first job.
        created_at: new Date(+joined + index * 1000),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await openWallets(trx, job.id)
  }
}

async function seedMethods(trx: Db, { vaultKeys }: Settings, user: DemoUser, joined: Date): Promise<void> {
  const known = await trx.selectFrom('payout_binding').select('id').where('user_id', '=', user.id).executeTakeFirst()
  if (known) return
  for (const [index, { number, bank, bankName, label }] of user.cards.entries()) {
    const { token, mask, last4, network } = await storeCard(trx, vaultKeys, number)
    const card = { type: 'card', card_token: token, mask, last4, network, bank_name: bankName } as const
    const created_at = new Date(+joined + index * 1000)
    await insertPayoutMethod(trx, { user_id: user.id, bank, label, created_at, ...card })
  }
  if (!user.sbp) return
  const { bank, bankId, bankName } = user.sbp
  const phone = { type: 'sbp', phone: user.phone, sbp_bank_id: bankId, bank_name: bankName } as const
  await insertPayoutMethod(trx, { user_id: user.id, bank, ...phone })
}
