import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { NewExternalId } from '../external-id.ts'
import { Decision, Reason } from './reason.ts'

/** An employee as operators see it: one user at one restaurant. */
export const EmployeeRecord = z.object({
  id: z.string(),
  external_id: z.nullable(z.string()),
  user_id: z.string(),
  name: z.string(),
  phone_masked: z.string(),
  restaurant: z.object({ id: z.string(), external_id: z.nullable(z.string()), name: z.string() }),
  /** The default employee holds the team's shared tips, and is the only one who may transfer. */
  default: z.boolean(),
  /** A manager sees the team and invites new colleagues. */
  manager: z.boolean(),
  /** When the newest session that has not ended was last seen. */
  last_seen_at: z.nullable(z.iso.datetime({ offset: true })),
  dismissed_at: z.nullable(z.iso.datetime({ offset: true })),
  blocked_at: z.nullable(z.iso.datetime({ offset: true })),
})
export type EmployeeRecord = z.infer<typeof EmployeeRecord>

/**
 * The id, or the external id. 409 `external_id_ambiguous` if employees of several restaurants have that external id.
 */
const params = z.object({ id: z.string() })

export const listStaff = endpoint({
  method: 'GET',
  path: '/admin/restaurants/:id/employees',
  summary: 'List the employees of a restaurant by name',
  access: 'admin',
  params: z.object({ id: z.string() }),
  response: items(EmployeeRecord),
})

export const getStaffMember = endpoint({
  method: 'GET',
  path: '/admin/employees/:id',
  summary: 'Get one employee',
  access: 'admin',
  params,
  response: EmployeeRecord,
})

export const EmployeeChange = z.strictObject({
  /** `true` takes the role from the current default employee. */
  default: z.optional(z.boolean()),
  manager: z.optional(z.boolean()),
  external_id: z.optional(z.nullable(NewExternalId)),
  reason: z.optional(Reason),
})
export type EmployeeChange = z.infer<typeof EmployeeChange>

/**
 * Absent fields stay as they are. A change of the default employee needs two operators. 404 `not_found`. 409
 * `external_id_taken`, `external_id_ambiguous`, `employee_dismissed`.
 */
export const changeEmployee = endpoint({
  method: 'PATCH',
  path: '/admin/employees/:id',
  summary: 'Make an employee the default one or a manager, or change the external id',
  access: 'admin',
  params,
  body: EmployeeChange,
  response: EmployeeRecord,
  mayBeProposed: true,
})

const decision = { method: 'POST', access: 'admin', params, body: Decision, response: null } as const

/**
 * The user loses the roles at the restaurant, but can still see the balance and withdraw it. Repeating it changes
 * nothing.
 */
export const dismissEmployee = endpoint({
  ...decision,
  path: '/admin/employees/:id/dismiss',
  summary: 'Dismiss an employee from one restaurant',
})

export const reinstateEmployee = endpoint({
  ...decision,
  path: '/admin/employees/:id/reinstate',
  summary: 'Reinstate a dismissed employee',
})
