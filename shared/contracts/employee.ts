import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'

export const Restaurant = z.object({
  id: z.string(),
  name: z.string(),
  bank: z.string(),
  /** The time zone of its days and hours; absent: `defaultTimeZone`. */
  time_zone: z.optional(z.string()),
})
export type Restaurant = z.infer<typeof Restaurant>

export const defaultTimeZone = 'Europe/Moscow'

/** One user's place at one restaurant. `default`: holds the team's shared tips; only this employee may transfer. */
export const Employee = z.object({
  id: z.string(),
  default: z.boolean(),
  manager: z.boolean(),
  /** The user does not work there any more: what is there can be read and withdrawn, and nothing else. */
  is_former: z.optional(z.boolean()),
  restaurant: Restaurant,
})
export type Employee = z.infer<typeof Employee>

export const listEmployees = endpoint({
  method: 'GET',
  path: '/tips/user/employees',
  summary: 'The signed-in user’s employees, one a restaurant; former ones with a history come last',
  access: 'user',
  response: items(Employee),
})

export const checkDefault = endpoint({
  method: 'GET',
  path: '/user/check-default/:id',
  summary: 'Whether this employee is the default one; only one’s own',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: z.object({ default: z.boolean() }),
})
