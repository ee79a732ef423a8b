import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const PublicSettings = z.object({
  /** Payouts go to a sandbox, which sends no money, and users may believe that they are real: in production. */
  sandbox_bank: z.boolean(),
  /** The script of the provider's card form, for `/cards/card-form/yookassa`. Absent if no provider has such a form. */
  card_form: z.optional(z.object({ provider: z.enum(['yookassa']), script: z.url() })),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** For separate portal servers: pages for everyone depend on it, signed in or not. */
export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/public-settings',
  summary: 'What every page shows, also before sign-in',
  access: 'anyone',
  response: PublicSettings,
})
