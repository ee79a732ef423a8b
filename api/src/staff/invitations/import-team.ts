import type { EmployeeRecord } from '@portal/contracts/admin/employee'
import { InvitedName } from '@portal/contracts/admin/invitation'
import type { TeamImport, TeamRow, TeamRowProblem, TeamRowResult } from '@portal/contracts/admin/team-import'
import { NewExternalId } from '@portal/contracts/external-id'
import { foldText } from '@portal/contracts/find-text'
import { PhoneNumber } from '@portal/contracts/phone'
import type { Actor } from '../../base/audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { Problem } from '../../http/problem.ts'
import { changeEmployee, lockEmployees } from '../employees/change-employee.ts'
import { findEmployeeByPhone } from '../employees/repository.ts'
import { invite } from './invite.ts'

type Context = { origin: string; actor: Actor }

/** A valid line of the file. */
type InvitedUser = { name: string; phone: string; external_id: string | undefined; manager: boolean | undefined }

/** Invites the users of a file to a restaurant, whose row the caller has locked. Returns a result for each line. */
export async function importRows(
  trx: Db,
  restaurantId: string,
  { rows, days, reason }: TeamImport,
  context: Context,
): Promise<TeamRowResult[]> {
  const results: TeamRowResult[] = []
  const seen = new Set<string>()
  const lines = rows.map((row) => ({ row, user: readRow(row) }))
  await lockEmployees(
    trx,
    restaurantId,
    lines.flatMap(({ user }) => (typeof user === 'string' ? [] : user.phone)),
  )
  for (const { row, user } of lines) {
    if (typeof user === 'string') {
      results.push(rejected(row, user))
      continue
    }
    const keys = [user.phone, ...(user.external_id === undefined ? [] : [`id ${user.external_id}`])]
    if (keys.some((key) => seen.has(key))) {
      results.push(rejected(row, 'repeated'))
      continue
    }
    for (const key of keys) seen.add(key)
    results.push(await importUser(trx, restaurantId, row, { ...user, days, reason }, context))
  }
  return results
}

async function importUser(
  trx: Db,
  restaurantId: string,
  row: TeamRow,
  { days, reason, ...user }: InvitedUser & Pick<TeamImport, 'days' | 'reason'>,
  context: Context,
): Promise<TeamRowResult> {
  const { phone, name, external_id, manager } = user
  const done = { line: row.line, name, problem: null, link: null, employee_id: null }
  try {
    const employee = await findEmployeeByPhone(trx, restaurantId, phone)
    if (employee?.dismissed_at) return rejected(row, 'dismissed')
    if (employee) {
      const result = await changeStaffMember(trx, employee, { external_id, manager, reason }, context.actor)
      return { ...done, result, employee_id: employee.id }
    }
    const { invitation, result } = await invite(
      trx,
      restaurantId,
      { phone, name, external_id, manager, days, reason },
      context,
    )
    return { ...done, result, link: invitation.link }
  } catch (error) {
    // The problem was found before anything was written, so the transaction can continue.
    if (error instanceof Problem && error.code === 'external_id_taken') return rejected(row, 'external_id_taken')
    throw error
  }
}

/** Fields whose column the file does not have stay unchanged. */
async function changeStaffMember(
  trx: Db,
  employee: EmployeeRecord,
  change: { external_id: string | undefined; manager: boolean | undefined; reason: string | undefined },
  actor: Actor,
): Promise<'changed' | 'unchanged'> {
  const { external_id = employee.external_id, manager = employee.manager } = change
  if (external_id === employee.external_id && manager === employee.manager) return 'unchanged'
  await changeEmployee(trx, employee.id, change, actor)
  return 'changed'
}

const yes = new Set(['yes', 'да', '1', 'true', '+'])
const no = new Set(['no', 'нет', '0', 'false', '-'])

/** Returns the user that the line names, or what is wrong with it. An empty field counts as absent. */
function readRow({ name, phone, external_id, manager }: TeamRow): InvitedUser | TeamRowProblem {
  const read = {
    name: InvitedName.safeParse(name),
    phone: PhoneNumber.safeParse(phone),
    external_id: NewExternalId.safeParse(external_id?.trim() ?? ''),
  }
  const flag = foldText(manager ?? '').trim()
  if (!read.name.success) return 'name'
  if (!read.phone.success) return 'phone'
  if (external_id?.trim() && !read.external_id.success) return 'external_id'
  if (flag !== '' && !yes.has(flag) && !no.has(flag)) return 'manager'
  return {
    name: read.name.data,
    phone: read.phone.data,
    external_id: read.external_id.data,
    manager: flag === '' ? undefined : yes.has(flag),
  }
}

function rejected({ line, name }: TeamRow, problem: TeamRowProblem): TeamRowResult {
  return { line, result: 'rejected', problem, name, link: null, employee_id: null }
}
