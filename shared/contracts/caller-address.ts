import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const CallerAddress = z.object({
  /** The address that the API takes for the caller's, by which it limits requests. */
  address: z.string(),
  /** The proxies that TRUST_PROXY names and the request has passed. */
  proxies: z.int(),
})

/** For `npm run doctor`: shows whether the API knows the proxies in front of it. */
export const getCallerAddress = endpoint({
  method: 'GET',
  path: '/caller-address',
  summary: 'Get the address of the caller as the API sees it',
  access: 'monitor',
  response: CallerAddress,
})
