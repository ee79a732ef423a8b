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
  summary: 'Where the user is signed in; this browser first, then the last seen',
  access: 'user',
  response: items(UserSession),
})

/** Ending the current one is signing out. */
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
  summary: 'End all sessions of the user but this one',
  access: 'user',
  response: null,
})
