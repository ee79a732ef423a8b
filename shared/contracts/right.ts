import * as z from 'zod/mini'

/** What an account may do besides its own affairs. `releases`: see the portal's releases and change which are live. */
export const Right = z.enum(['releases'])
export type Right = z.infer<typeof Right>
