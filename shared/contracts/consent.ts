import * as z from 'zod/mini'

/** The current versions of the texts that a new user agrees to. A changed text needs a new version. */
export const consentVersions = { offer: '2026-11-28', personal_data: '2026-11-01' } as const

export type ConsentKind = keyof typeof consentVersions

/** The version of each text that was shown. The user agrees to each of the two separately; both are required. */
export const Consents = z.strictObject({ offer: z.string(), personal_data: z.string() })
export type Consents = z.infer<typeof Consents>
