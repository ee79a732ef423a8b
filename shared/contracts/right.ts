import * as z from 'zod/mini'

/** What a user may do apart from using the own account. `releases`: see the portal's releases and change them. */
export const Right = z.enum(['releases'])
export type Right = z.infer<typeof Right>
