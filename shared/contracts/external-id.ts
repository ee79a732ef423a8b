import * as z from 'zod/mini'
import { noCardNumber } from './free-text.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * An external id as an operator sets it: `berezka-1`. It has no spaces and no `/`, so that commands and addresses can have it,
 * and is no UUID, so that it is never taken for an id of the portal.
 */
export const NewExternalId = z.string().check(
  z.regex(/^[\p{L}\d][\p{L}\d._:@-]{0,99}$/u),
  z.refine((text) => !uuid.test(text), { params: { code: 'uuid' } }),
  noCardNumber(),
)
