import * as z from 'zod/mini'

/**
 * What a user may do apart from using the own account. `releases`: see the portal's releases and change them.
 * `operator`: see and do on pages what `npm run admin` does.
 */
export const Right = z.enum(['releases', 'operator'])
export type Right = z.infer<typeof Right>
