import * as z from 'zod/mini'

/**
 * A text that a new user agrees to. `version`: the day in the name of its file and the SHA-256 of the text,
 * `2026-12-01 9f86d081…`. Earlier consents have only the day.
 */
const ConsentText = z.object({ version: z.string(), text: z.string() })
export type ConsentText = z.infer<typeof ConsentText>

export const ConsentTexts = z.object({ offer: ConsentText, personal_data: ConsentText })
export type ConsentTexts = z.infer<typeof ConsentTexts>

export type ConsentKind = keyof ConsentTexts

/** The version of each text that was shown. The user agrees to each of the two separately; both are required. */
export const Consents = z.strictObject({ offer: z.string(), personal_data: z.string() })
export type Consents = z.infer<typeof Consents>

export function consentVersions({ offer, personal_data }: ConsentTexts): Consents {
  return { offer: offer.version, personal_data: personal_data.version }
}

/** Returns the day of a version, for users. */
export function consentDay(version: string): string {
  return version.slice(0, 'yyyy-mm-dd'.length)
}
