import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'

export const SbpBank = z.object({ id: z.string(), name: z.string(), popular: z.boolean() })
export type SbpBank = z.infer<typeof SbpBank>

export const listSbpBanks = endpoint({
  method: 'GET',
  path: '/sbp/banks',
  summary: 'List the banks of the fast payment system; may be cached for a day',
  access: 'user',
  response: items(SbpBank),
})
