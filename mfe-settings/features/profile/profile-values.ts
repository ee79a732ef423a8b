import type { Profile, ProfileChanges } from '@portal/contracts/profile'
import { tidyLines, tidyText } from '@portal/contracts/tidy-text'
import { between, length } from '@portal/shared/rules/sizes'
import { no_card_number } from '@portal/shared/rules/texts'
import { required } from '@portal/shared/rules/values'
import * as z from '@portal/shared/zod'

export const MAX_ABOUT_LENGTH = 200

/** The form of the profile: the goal has two fields of its own, both filled or neither. */
export const ProfileValues = z
  .object({
    photo_url: z.nullable(z.string()),
    first_name: z.string().check(z.overwrite(tidyText), required('Введите имя'), length(0, 50), no_card_number()),
    last_name: z.string().check(z.overwrite(tidyText), length(0, 50), no_card_number()),
    about: z.string().check(z.overwrite(tidyLines), length(0, MAX_ABOUT_LENGTH), no_card_number()),
    tags: z.array(z.string()),
    goal_name: z.string().check(z.overwrite(tidyText), length(0, 60), no_card_number()),
    goal_amount: z.nullable(z.int().check(between(1, 100_000_000))),
  })
  .check(
    z.refine(({ goal_name, goal_amount }) => goal_name !== '' || goal_amount === null, {
      path: ['goal_name'],
      error: 'Назовите цель или очистите сумму',
    }),
    z.refine(({ goal_name, goal_amount }) => goal_name === '' || goal_amount !== null, {
      path: ['goal_amount'],
      error: 'Введите сумму или очистите название',
    }),
  )
export type ProfileValues = z.infer<typeof ProfileValues>

export function toProfileValues({ photo_url, first_name, last_name, about, tags, goal }: Profile): ProfileValues {
  return {
    photo_url,
    first_name,
    last_name,
    about,
    tags,
    goal_name: goal?.name ?? '',
    goal_amount: goal?.amount ?? null,
  }
}

/** Returns only the fields that have changed, so that a change made on another device stays. */
export function changedValues(saved: ProfileValues, current: ProfileValues): Partial<ProfileValues> {
  const names = Object.keys(saved) as (keyof ProfileValues)[]
  return Object.fromEntries(
    names.filter((name) => String(saved[name]) !== String(current[name])).map((name) => [name, current[name]]),
  )
}

/** `{ goal_name: 'Отпуск', … }` → `{ goal: { name: 'Отпуск', … } }` */
export function toProfileChanges(saved: ProfileValues, current: ProfileValues): ProfileChanges {
  const { goal_name, goal_amount, tags, ...changed } = changedValues(saved, current)
  const hasGoalChanged = goal_name !== undefined || goal_amount !== undefined
  return {
    ...changed,
    // Options of the field are the contract's own.
    ...(tags && { tags: tags as NonNullable<ProfileChanges['tags']> }),
    ...(hasGoalChanged && {
      goal: current.goal_amount === null ? null : { name: current.goal_name, amount: current.goal_amount },
    }),
  }
}
