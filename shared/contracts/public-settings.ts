import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const PublicSettings = z.object({
  /** Set in production if payouts go to the sandbox bank, which sends no money. Users have to be told. */
  sandbox_bank: z.boolean(),
  /** The script of the provider's card form, for `/cards/card-form/yookassa`. Absent if no provider has such a form. */
  card_form: z.optional(z.object({ provider: z.enum(['yookassa']), script: z.url() })),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** Portal servers that run without the API in the same process read it for each page. */
export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/public-settings',
  summary: 'Get the settings that every page needs, also before sign-in',
  access: 'anyone',
  response: PublicSettings,
})
