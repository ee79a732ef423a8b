import { dayText } from '@portal/contracts/date-text'
import { getProfile } from '@portal/contracts/profile'
import { type Diary, getTipsTrend, Hours, MAX_CASH_RUBLES, saveDiaryDay } from '@portal/contracts/trend'
import { parseDecimal } from '@portal/contracts/written-numbers'
import { addDays, countDays, dayIn } from '@portal/shared/calendar'
import { formatDay } from '@portal/shared/format/date'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { MoneyField } from '@portal/shared/forms/money-field'
import { TextField } from '@portal/shared/forms/text-field'
import { call } from '@portal/shared/http/call'
import { now } from '@portal/shared/http/clock'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { between } from '@portal/shared/rules/sizes'
import { shownTimeZone, toast, useCurrentEmployee } from '@portal/shared/session/store'
import { useToday } from '@portal/shared/session/today'
import * as z from '@portal/shared/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayFormat } from '../../chart/axis.ts'

const Entry = z.object({
  day: z.string(),
  hours: z.string().check(
    z.refine((text) => text.trim() === '' || Hours.safeParse(parseDecimal(text)).success, {
      error: 'Введите часы от 0 до 24, например 8, 7,5 или 7,25',
    }),
  ),
  cash: z.nullable(z.int().check(between(0, MAX_CASH_RUBLES))),
})
type Entry = z.infer<typeof Entry>

/** A shift that ends earlier in the night is of the day before. */
const NIGHT_ENDS_MS = 6 * 3_600_000

/** The hours and the cash of one day, at first of the last shift. Saves what has changed, removes what is emptied. */
export function DiaryForm({ diary, onSaved }: { diary: Diary; onSaved: () => void }) {
  const { id: restId } = useCurrentEmployee().restaurant
  const today = useToday()
  const [dayOfShift] = useState(() => dayIn(shownTimeZone(), now() - NIGHT_ENDS_MS))
  const client = useQueryClient()
  const toEntry = (day: string): Entry => {
    const written = diary.days.find((one) => one.rest_id === restId && one.day === day)
    return { day, hours: String(written?.hours ?? '').replace('.', ','), cash: written?.cash ?? null }
  }
  const form = useZodForm(Entry, { defaultValues: toEntry(dayOfShift < diary.from ? today : dayOfShift) })
  const { dirtyFields } = form.formState
  const typed = useRef<Partial<Entry>>({})

  // Users often notice late that what they typed is about another day. It moves to a day that has nothing yet.
  const showDay = useEffectEvent((day: string) => {
    const written = toEntry(day)
    for (const name of ['hours', 'cash'] as const) {
      if (dirtyFields[name]) typed.current = { ...typed.current, [name]: form.getValues(name) }
      form.resetField(name, { defaultValue: written[name] })
      const moved = typed.current[name]
      if (!written[name] && moved) form.setValue(name, moved, { shouldDirty: true })
    }
  })
  useEffect(
    () =>
      form.subscribe({
        name: 'day',
        formState: { values: true },
        callback: ({ values }) => showDay(values.day),
      }),
    [form],
  )

  async function save({ day, hours, cash }: Entry) {
    const changed = { ...(dirtyFields.hours && { hours: parseDecimal(hours) }), ...(dirtyFields.cash && { cash }) }
    const loadAgain = () => invalidate(client, getTipsTrend, getProfile)
    try {
      await call(saveDiaryDay, { body: { rest_id: restId, day, ...changed } })
    } catch (cause) {
      // The response may be lost and the day saved.
      void loadAgain()
      throw cause
    }
    await loadAgain()
    toast('Сохранено')
    onSaved()
  }

  return (
    <Form
      form={form}
      onSubmit={save}
      errorTexts={{ day_out_of_range: `Выберите день с ${dayText(diary.from)} по сегодняшний` }}
    >
      <DropdownField name="day" label="День" search options={dayOptions(diary.from, today)} />
      <TextField name="hours" label="Часы" inputMode="decimal" autoComplete="off" placeholder="0" />
      <MoneyField name="cash" label="Наличные" />
      <SubmitButton>Сохранить</SubmitButton>
    </Form>
  )
}

const weekday = dayFormat({ weekday: 'short' })

/** The days from today back: «Сегодня», «Вчера», «18.11.2026, ср». */
function dayOptions(from: string, today: string) {
  return Array.from({ length: countDays({ from, to: today }) }, (_, ago) => {
    const day = addDays(today, -ago)
    const text = formatDay(day, today)
    return { value: day, label: ago < 2 ? text : `${text}, ${weekday(day)}` }
  })
}
