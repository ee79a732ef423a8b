import { sql } from 'kysely'
import type { AppDependencies } from './http/app-dependencies.ts'
import { forgetUnusedCards } from './modules/vault/vault.ts'

/** Milliseconds. */
const everyHour = 60 * 60 * 1000

/** Deletes what nothing reads any more. Replicas may do it at once: each deletes what is left. */
export async function tidyUp(db: AppDependencies['db']): Promise<void> {
  await sql`delete from session where expires_at < now() or last_seen_at < now() - interval '30 days'`.execute(db)
  await sql`delete from rate_limit where window_start < now() - interval '1 day'`.execute(db)
  await sql`delete from otp where created_at < now() - interval '2 days'`.execute(db)
  await sql`delete from password_reset where expires_at < now()`.execute(db)
  await forgetUnusedCards(db)
}

export function keepTidy({ db, log }: Pick<AppDependencies, 'db' | 'log'>): { stop(): void } {
  const timer = setInterval(() => tidyUp(db).catch((err: unknown) => log.warn({ err }, 'not tidied up')), everyHour)
  return { stop: () => clearInterval(timer) }
}
