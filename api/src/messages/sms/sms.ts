import type { Db } from '../../db/connect.ts'

export type SmsMessage = {
  phone: string
  text: string
  /** The code in the text, for the page of the sandbox. */
  code?: string
}

/**
 * Sends messages to phones. If it is not known whether a message was sent, it may still arrive, so a code in it remains
 * valid. @throws if the message was certainly not sent
 */
export type Sms = { send(message: SmsMessage): Promise<void> }

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
