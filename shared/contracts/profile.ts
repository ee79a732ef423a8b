import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Rubles, WholeRubles } from './money.ts'
import { namePart } from './person-name.ts'
import { profileTags } from './profile-tags.ts'
import { writtenLines, writtenText } from './written-text.ts'

const Tag = z.enum(profileTags)

/**
 * What the user saves for. `earned`: rubles of tips and of the diary's cash at all restaurants since the day when the
 * goal was set.
 */
export const Goal = z.object({
  name: z.string(),
  amount: WholeRubles,
  earned: Rubles,
  /** How much of `earned` is cash. An API of an earlier version does not return it. */
  cash: z.optional(Rubles),
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
  /** The restaurants in the order of joining. `default` and `manager` are the roles of the user there. */
  restaurants: z.array(
    z.object({ id: z.string(), name: z.string(), bank: z.string(), default: z.boolean(), manager: z.boolean() }),
  ),
  created_at: z.iso.datetime({ offset: true }),
})
export type Profile = z.infer<typeof Profile>

/** Absent fields stay as they are. `null` removes the photo or the goal. */
export const ProfileChanges = z.strictObject({
  first_name: z.optional(namePart(50).check(z.minLength(1))),
  last_name: z.optional(namePart(50)),
  about: z.optional(writtenLines(200)),
  tags: z.optional(z.array(Tag).check(z.maxLength(profileTags.length))),
  /** The `url` of an image that this user has uploaded. */
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
  summary: 'Get the user’s personal card',
  access: 'user',
  response: Profile,
})

/**
 * 422 `photo_unknown` on `photo_url`: the image was not uploaded by this user. 422 `no_letter`, `mixed_scripts` or
 * `lookalike` on the changed name: first and last name together would be unreadable, or look like the name of another
 * user.
 */
export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/user/profile',
  summary: 'Change the user’s personal card',
  access: 'user',
  body: ProfileChanges,
  response: Profile,
})
