import { now } from '@portal/shared/http/clock'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { type RuleTexts, rule } from './rule.ts'

// A separate module: dayjs is loaded only for rules about dates.
dayjs.extend(customParseFormat)

/** `20.11.2026` as people write it, `2026-11-20` as on the wire. */
type Day = string | Date

const shownFormat = 'DD.MM.YYYY'

export const date = (own?: string) => rule((value) => parsed(value).isValid(), formatTexts(shownFormat), own)

/** Tokens of dayjs: `date_format('MM/YY')`. */
export const date_format = (format: string, own?: string) =>
  rule((value) => dayjs(String(value), format, true).isValid(), formatTexts(format), own)

/** Without a day, compares with the present time. */
export const date_after = (day?: Day, own?: string) =>
  rule(
    (value) => parsed(value).isAfter(parsed(day)),
    {
      ru: day ? `{label} — выберите дату позже ${inRussian(day)}` : '{label} — выберите дату в будущем',
      en: day ? `{label} must be after ${inEnglish(day)}.` : '{label} must be in the future.',
    },
    own,
  )

/** Without a day, compares with the present time. */
export const date_before = (day?: Day, own?: string) =>
  rule(
    (value) => parsed(value).isBefore(parsed(day)),
    {
      ru: day ? `{label} — выберите дату раньше ${inRussian(day)}` : '{label} — выберите дату в прошлом',
      en: day ? `{label} must be before ${inEnglish(day)}.` : '{label} must be in the past.',
    },
    own,
  )

/** Both days are included. */
export const date_between = (first: Day, last: Day, own?: string) =>
  rule(
    (value) => parsed(value) >= parsed(first) && parsed(value) <= parsed(last),
    {
      ru: `{label} — выберите дату с ${inRussian(first)} по ${inRussian(last)}`,
      en: `{label} must be between ${inEnglish(first)} and ${inEnglish(last)}.`,
    },
    own,
  )

function parsed(day: unknown = new Date(now())): Dayjs {
  return day instanceof Date ? dayjs(day) : dayjs(String(day), [shownFormat, 'YYYY-MM-DD'], true)
}

function inRussian(day: Day): string {
  return parsed(day).format(shownFormat)
}

function inEnglish(day: Day): string {
  return parsed(day).format('MMMM D, YYYY')
}

function formatTexts(format: string): RuleTexts {
  const russian = format.replaceAll('D', 'Д').replaceAll('M', 'М').replaceAll('Y', 'Г')
  return {
    ru: `{label} — введите дату в виде ${russian}`,
    en: `{label} is not a valid date, please use the format ${format}.`,
  }
}
