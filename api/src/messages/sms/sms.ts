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

/** The letters and signs of GSM 03.38. Those of its extension count as two. */
const basic = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const extension = /[\^{}\\[~\]|€]/g

/** How many characters one message may have, and each part of a longer one. */
const SEGMENT_LENGTHS = { gsm: { one: 160, part: 153 }, unicode: { one: 70, part: 67 } }

/** Returns as how many messages a text is billed. One letter that GSM 03.38 lacks, such as «я», makes it Unicode. */
export function countSegments(text: string): number {
  const isGsm = basic.test(text)
  const { one, part } = isGsm ? SEGMENT_LENGTHS.gsm : SEGMENT_LENGTHS.unicode
  const length = isGsm ? text.length + (text.match(extension)?.length ?? 0) : text.length
  return length <= one ? 1 : Math.ceil(length / part)
}

/** Returns the text that is billed as the fewest messages, the first one if several are. */
export function inFewestSegments(texts: readonly [string, ...string[]]): string {
  return texts.reduce((best, text) => (countSegments(text) < countSegments(best) ? text : best))
}
