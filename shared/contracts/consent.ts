import * as z from 'zod/mini'

/** The texts that a new user agrees to, by the version that is shown now. A changed text is a new version. */
export const consentVersions = { offer: '2026-11-28', personal_data: '2026-11-01' } as const

export type ConsentKind = keyof typeof consentVersions

/** The version that was shown, by kind. Both are needed, each given separately. */
export const Consents = z.strictObject({ offer: z.string(), personal_data: z.string() })
export type Consents = z.infer<typeof Consents>
