import type { Db } from '../../db/connect.ts'

/** Whether another employee of the restaurant has the external id, or will have it by an invitation that is still open. */
export async function isExternalIdTaken(
  db: Db,
  restaurantId: string,
  externalId: string,
  except: { employeeId?: string | undefined; invitationId?: string | undefined } = {},
): Promise<boolean> {
  const employee = await db
    .selectFrom('employee')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  if (employee && employee.id !== except.employeeId) return true
  const invitations = await db
    .selectFrom('invitation')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('external_id', '=', externalId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
  return invitations.some(({ id }) => id !== except.invitationId)
}
