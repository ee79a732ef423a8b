import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'

export const SbpBank = z.object({ id: z.string(), name: z.string(), popular: z.boolean() })
export type SbpBank = z.infer<typeof SbpBank>

export const listSbpBanks = endpoint({
  method: 'GET',
  path: '/sbp/banks',
  summary: 'Banks of the fast payment system; cacheable for a day',
  access: 'user',
  response: items(SbpBank),
})
