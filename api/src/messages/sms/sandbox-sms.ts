import type { Db } from '../../db/connect.ts'
import type { Sms } from './sms.ts'

/** Stores messages instead of sending them. `/demo/sms` shows them. */
export function createSandboxSms(db: Db): Sms {
  return {
    async send({ phone, text, code }) {
      await db
        .insertInto('sandbox.sms')
        .values({ phone, text, code: code ?? null })
        .execute()
    },
  }
}
