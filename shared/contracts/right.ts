import * as z from 'zod/mini'

/** What an account may do beside its own affairs: `releases` sees the releases of the portal, and changes what is live. */
export const Right = z.enum(['releases'])
export type Right = z.infer<typeof Right>
