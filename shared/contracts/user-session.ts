import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'

/** A browser in which the user is signed in. */
export const UserSession = z.object({
  id: z.string(),
  /** It is the session of this request. */
  current: z.boolean(),
  /** `Chrome`, `Safari`…; null if it is unknown. */
  browser: z.nullable(z.string()),
  /** `Android`, `iPhone`, `Windows`…; null if it is unknown. */
  device: z.nullable(z.string()),
  created_at: z.iso.datetime({ offset: true }),
  last_seen_at: z.iso.datetime({ offset: true }),
})
export type UserSession = z.infer<typeof UserSession>

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  summary: 'List the user’s sessions: this one first, then the most recently used',
  access: 'user',
  response: items(UserSession),
})

/** Ending the current session signs the user out. */
export const endSession = endpoint({
  method: 'DELETE',
  path: '/user/sessions/:id',
  summary: 'End one session of the user',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: null,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions',
  summary: 'End all other sessions of the user',
  access: 'user',
  response: null,
})
