import * as z from 'zod/mini'
import { noCardNumber } from './free-text.ts'
import { isUuid } from './uuid.ts'

/**
 * An external id as an operator sets it: `berezka-1`. It has no spaces and no `/`, so that it can be part of commands
 * and addresses. It is not a UUID, so that it is never taken for an id of the portal.
 */
export const NewExternalId = z.string().check(
  z.regex(/^[\p{L}\d][\p{L}\d._:@-]{0,99}$/u),
  z.refine((text) => !isUuid(text), { params: { code: 'uuid' } }),
  noCardNumber(),
)
