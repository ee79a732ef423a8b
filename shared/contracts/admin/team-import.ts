import * as z from 'zod/mini'
import { endpoint, items } from '../endpoint.ts'
import { InvitationDays } from './invitation.ts'
import { Reason } from './reason.ts'

/** One line of the file as it is written there. The result of the line says what is wrong with it. */
export const TeamRow = z.strictObject({
  /** The number of the line in the file. */
  line: z.int().check(z.minimum(1)),
  name: z.string().check(z.maxLength(1_000)),
  /** `+79161234567`, `8 (916) 123-45-67` */
  phone: z.string().check(z.maxLength(1_000)),
  external_id: z.optional(z.string().check(z.maxLength(1_000))),
  manager: z.optional(z.string().check(z.maxLength(1_000))),
})
export type TeamRow = z.infer<typeof TeamRow>

export const TeamImport = z.strictObject({
  rows: z.array(TeamRow).check(z.minLength(1), z.maxLength(1_000)),
  /** The lifetime of the invitations in days. */
  days: z.optional(InvitationDays),
  reason: z.optional(Reason),
})
export type TeamImport = z.infer<typeof TeamImport>

/** What is wrong with a line. */
export const teamRowProblems = [
  'name',
  'phone',
  'external_id',
  'manager',
  'repeated',
  'external_id_taken',
  'dismissed',
] as const
export type TeamRowProblem = (typeof teamRowProblems)[number]

export const teamRowProblemTexts: Record<TeamRowProblem, string> = {
  name: 'имени нет, или оно слишком длинное',
  phone: 'телефон — не российский мобильный номер',
  external_id: 'код в платёжном сервисе записан неверно',
  manager: 'manager: нужно «да» или «нет»',
  repeated: 'тот же телефон или код в платёжном сервисе уже есть выше в файле',
  external_id_taken: 'этот код в платёжном сервисе у другого сотрудника или приглашения',
  dismissed: 'человек уволен: сначала верните его',
}

export const TeamRowResult = z.object({
  line: z.int(),
  /**
   * `invited`: a new invitation was created. `changed`: an existing invitation or employee was changed. `unchanged`:
   * the user is already invited or employed as the file says. `rejected`: nothing was done.
   */
  result: z.enum(['invited', 'changed', 'unchanged', 'rejected']),
  problem: z.nullable(z.enum(teamRowProblems)),
  name: z.string(),
  /** The invitation's link; null for an employee. */
  link: z.nullable(z.string()),
  /** The employee's id; null for an invitation. */
  employee_id: z.nullable(z.string()),
})
export type TeamRowResult = z.infer<typeof TeamRowResult>

/**
 * Wrong lines do not prevent the right ones. Importing the same file again changes nothing. 404 `not_found`. 409
 * `restaurant_closed`.
 */
export const importTeam = endpoint({
  method: 'POST',
  path: '/admin/restaurants/:id/import',
  summary: 'Invite a whole team from a file',
  access: 'admin',
  params: z.object({ id: z.string() }),
  body: TeamImport,
  response: items(TeamRowResult),
})
