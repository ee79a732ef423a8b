import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** For portal servers of their own, whose pages show it to anyone, signed in or not. */
export const getPublicSettings = endpoint({
  method: 'GET',
  path: '/public-settings',
  summary: 'What every page shows, also before sign-in',
  access: 'anyone',
  response: z.object({
    /** Payouts go to a sandbox, which sends no money, and users may believe that they are real: in production. */
    sandbox_bank: z.boolean(),
  }),
})
