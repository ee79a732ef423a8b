import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'
import { roleTags } from './profile-tags.ts'

/** Another employee of the same restaurant, who can receive a transfer. The fields only tell two namesakes apart. */
export const Colleague = z.object({
  id: z.string(),
  name: z.string(),
  photo_url: z.nullable(z.string()),
  /** The roles of the user's profile, in the order of `roleTags`. */
  roles: z.array(z.enum(roleTags)),
  manager: z.boolean(),
  /** Only the last two digits. */
  phone_last2: z.string(),
})
export type Colleague = z.infer<typeof Colleague>

/** 403 `not_default_employee`; 404 where the user does not work. */
export const listColleagues = endpoint({
  method: 'GET',
  path: '/employees',
  summary: 'List the colleagues at a restaurant by name, for its default employee only',
  access: 'user',
  query: z.object({ restId: z.string() }),
  response: items(Colleague),
})
