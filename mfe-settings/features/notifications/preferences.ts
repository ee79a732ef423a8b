import { hourText } from '@portal/contracts/date-text'
import type { PushPreferences } from '@portal/contracts/push'
import * as z from '@portal/shared/zod'

/** The form: hours are options of a list. */
export const PreferenceValues = z
  .object({
    tips: z.boolean(),
    payouts: z.boolean(),
    amounts: z.boolean(),
    quiet: z.boolean(),
    quiet_from: z.string(),
    quiet_to: z.string(),
  })
  .check(
    z.refine(({ quiet, quiet_from, quiet_to }) => !quiet || quiet_from !== quiet_to, {
      path: ['quiet_to'],
      error: 'Выберите другой час',
    }),
  )
export type PreferenceValues = z.infer<typeof PreferenceValues>

/** What is proposed to a user without quiet hours. */
const USUAL_NIGHT_HOURS = { from: 23, to: 9 }

/** `hours`: what is proposed while there are no quiet hours. */
export function toPreferenceValues(
  { quiet_hours, ...kinds }: PushPreferences,
  hours: { from: number | string; to: number | string } = USUAL_NIGHT_HOURS,
): PreferenceValues {
  const { from, to } = quiet_hours ?? hours
  return { ...kinds, quiet: quiet_hours !== null, quiet_from: String(from), quiet_to: String(to) }
}

export function toPreferences({ quiet, quiet_from, quiet_to, ...kinds }: PreferenceValues): PushPreferences {
  return { ...kinds, quiet_hours: quiet ? { from: Number(quiet_from), to: Number(quiet_to) } : null }
}

export function changedPreferences(before: PushPreferences, after: PushPreferences): Partial<PushPreferences> {
  const hasChanged = ([key, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[key as keyof PushPreferences])
  return Object.fromEntries(Object.entries(after).filter(hasChanged))
}

export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}))
