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

/**
 * One user at one restaurant. The `default` employee holds the team's shared tips, and is the only one who may
 * transfer.
 */
export const Employee = z.object({
  id: z.string(),
  default: z.boolean(),
  manager: z.boolean(),
  /**
   * The user no longer works there. The history can be read and the balance withdrawn, and nothing else is possible.
   */
  is_former: z.optional(z.boolean()),
  restaurant: Restaurant,
})
export type Employee = z.infer<typeof Employee>

export const listEmployees = endpoint({
  method: 'GET',
  path: '/tips/user/employees',
  summary:
    'List the user’s employees, one for each restaurant; former ones with operations come last, and all of a user who works nowhere',
  access: 'user',
  response: items(Employee),
})

export const checkDefault = endpoint({
  method: 'GET',
  path: '/user/check-default/:id',
  summary: 'Check whether one of the user’s employees is the default one',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: z.object({ default: z.boolean() }),
})
