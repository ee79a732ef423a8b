import { nameFault } from '@portal/contracts/person-name'
import { maskPhone } from '@portal/contracts/phone-text'
import type { Goal, Profile, ProfileChanges } from '@portal/contracts/profile'
import { profileTags } from '@portal/contracts/profile-tags'
import { lockEnabledUser } from '../../base/accounts/lock-user.ts'
import { uploadUrl } from '../../base/uploads/image-store.ts'
import { holdOwnUpload } from '../../base/uploads/repository.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { readEmployees } from '../employees/repository.ts'
import { getProfileRow, readEarnedSince, StoredGoal, setProfile } from './repository.ts'

export async function readProfile(db: Db, userId: string): Promise<Profile> {
  const [row, workplaces] = await Promise.all([getProfileRow(db, userId), readEmployees(db, userId)])
  const employees = workplaces.filter(({ is_former }) => !is_former)
  return {
    id: userId,
    name: `${row.first_name} ${row.last_name}`.trim(),
    first_name: row.first_name,
    last_name: row.last_name,
    about: row.about,
    // In the order of the list. Tags that are no longer in the list are not shown.
    tags: profileTags.filter((tag) => row.tags.includes(tag)),
    phone_masked: maskPhone(row.phone),
    photo_url: row.photo_url,
    goal: await withProgress(db, userId, row.goal),
    restaurants: employees.map((employee) => ({
      ...employee.restaurant,
      default: employee.default,
      manager: employee.manager,
    })),
    created_at: row.created_at.toISOString(),
  }
}

/** Returns the user's goal with its progress; null without one. */
export async function readGoal(db: Db, userId: string): Promise<Goal | null> {
  return await withProgress(db, userId, (await getProfileRow(db, userId)).goal)
}

async function withProgress(db: Db, userId: string, stored: unknown): Promise<Goal | null> {
  if (stored === null) return null
  const goal = StoredGoal.parse(stored)
  const { total, cash } = await readEarnedSince(db, userId, goal.since)
  return { ...goal, earned: total / 100, cash: cash / 100 }
}

/** @throws Problem 422 `photo_unknown`, `no_letter`, `mixed_scripts`, `lookalike`; 403 `account_disabled` */
export async function changeProfile(db: Db, userId: string, changes: ProfileChanges): Promise<void> {
  const { goal, ...plain } = changes
  await db.transaction().execute(async (trx) => {
    // The account may have been deleted meanwhile, and must not get a name again.
    await lockEnabledUser(trx, userId)
    await requireFaultlessName(trx, userId, plain)
    if (typeof plain.photo_url === 'string') await requireOwnPhoto(trx, userId, plain.photo_url)
    await setProfile(trx, userId, { ...plain, ...(goal !== undefined && { goal }) })
  })
}

async function requireFaultlessName(trx: Db, userId: string, changes: ProfileChanges): Promise<void> {
  const changed = (['first_name', 'last_name'] as const).filter((field) => changes[field] !== undefined)
  if (changed.length === 0) return
  const was = await getProfileRow(trx, userId)
  const fault = nameFault(`${changes.first_name ?? was.first_name} ${changes.last_name ?? was.last_name}`)
  if (!fault) return
  const field = changed.find((name) => nameFault(changes[name] ?? '') === fault) ?? changed[0] ?? 'first_name'
  throw new Problem(422, fault, { errors: { [field]: [fault] } })
}

async function requireOwnPhoto(trx: Db, userId: string, url: string): Promise<void> {
  const name = url.startsWith(uploadUrl) ? url.slice(uploadUrl.length) : ''
  if (!(await holdOwnUpload(trx, userId, name))) {
    throw new Problem(422, 'photo_unknown', { errors: { photo_url: ['photo_unknown'] } })
  }
}
