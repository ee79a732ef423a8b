import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'

type Owner = { employeeId?: string | undefined; invitationId?: string | undefined }

export function externalIdTaken(): Problem {
  return new Problem(409, 'external_id_taken', { errors: { external_id: ['external_id_taken'] } })
}

/**
 * Requires that no other employee and no open invitation of the restaurant has the external id.
 * @throws Problem 409 `external_id_taken`
 */
export async function requireFreeExternalId(
  db: Db,
  restaurantId: string,
  externalId: string,
  owner: Owner,
): Promise<void> {
  const employee = await db
    .selectFrom('employee')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  if (employee && employee.id !== owner.employeeId) throw externalIdTaken()
  const invitations = await db
    .selectFrom('invitation')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('external_id', '=', externalId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  if (invitations.some(({ id }) => id !== owner.invitationId)) throw externalIdTaken()
}
