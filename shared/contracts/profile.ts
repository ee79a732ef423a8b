import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles, WholeRubles } from './money.ts'
import { partOfName } from './person-name.ts'
import { profileTags } from './profile-tags.ts'
import { writtenLines, writtenText } from './written-text.ts'

const Tag = z.enum(profileTags)

/** What the person saves for. `earned`: tips of all restaurants since the goal was set, that day included, rubles. */
export const Goal = z.object({
  name: z.string(),
  amount: WholeRubles,
  earned: Rubles,
  since: z.iso.datetime({ offset: true }),
})
export type Goal = z.infer<typeof Goal>

export const Profile = z.object({
  id: z.string(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  about: z.string(),
  tags: z.array(Tag),
  phone_masked: z.string(),
  photo_url: z.nullable(z.string()),
  goal: z.nullable(Goal),
  /** The restaurants in the order of joining; the flags are of the user's employee there. */
  restaurants: z.array(
    z.object({ id: z.string(), name: z.string(), bank: z.string(), default: z.boolean(), manager: z.boolean() }),
  ),
  created_at: z.iso.datetime({ offset: true }),
})
export type Profile = z.infer<typeof Profile>

/** Absent fields stay. `null` removes the photo or the goal. */
export const ProfileChanges = z.strictObject({
  first_name: z.optional(partOfName(50).check(z.minLength(1))),
  last_name: z.optional(partOfName(50)),
  about: z.optional(writtenLines(200)),
  tags: z.optional(z.array(Tag).check(z.maxLength(profileTags.length))),
  /** The `url` of an upload of one’s own. */
  photo_url: z.optional(z.nullable(z.string())),
  goal: z.optional(
    z.nullable(
      z.strictObject({
        name: writtenText(60).check(z.minLength(1)),
        amount: WholeRubles,
      }),
    ),
  ),
})
export type ProfileChanges = z.infer<typeof ProfileChanges>

export const getProfile = endpoint({
  method: 'GET',
  path: '/user/profile',
  summary: 'The signed-in user’s personal card',
  access: 'user',
  response: Profile,
})

/**
 * 422 `photo_unknown` on `photo_url`: not an upload of this user. 422 `no_letter`, `mixed_scripts`, `lookalike` on the
 * name that was changed: first and last name together would not say who that is, or pass for another person's.
 */
export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/user/profile',
  summary: 'Change the personal card; what is absent stays',
  access: 'user',
  body: ProfileChanges,
  response: Profile,
})
