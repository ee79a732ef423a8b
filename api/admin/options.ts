import { UsageError } from '@portal/command/declaration'
import { type PhoneProblem, parsePhone } from '@portal/contracts/parse-phone'

/** @throws UsageError unless the text is a positive whole number */
export function positiveNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${option} must be a positive number, not ${text}`)
  return Number(text)
}

/** Returns the one of `names` that the text is. @throws UsageError */
export function parseChoice<Name extends string>(option: string, names: readonly Name[], text: string): Name {
  const name = names.find((known) => known === text)
  if (!name) throw new UsageError(`--${option} must be one of ${names.join(', ')}, not ${text}`)
  return name
}

/** @throws UsageError unless the text is a whole number from 0 to 100 */
export function percentOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^(\d{1,2}|100)$/.test(text)) throw new UsageError(`--${option} must be a number from 0 to 100, not ${text}`)
  return Number(text)
}

const phoneProblems: Record<PhoneProblem, string> = {
  incomplete: 'it has too few digits',
  foreign: 'it belongs to another country',
  not_mobile: 'it is no mobile number',
  too_long: 'it has too many digits',
  several: 'it contains several numbers',
}

/** `8 (916) 123-45-67` → `+79161234567`. @throws UsageError that says why the text is no Russian mobile number */
export function phoneOption(text: string): string {
  const { phone, problem } = parsePhone(text)
  if (problem) {
    throw new UsageError(`${text} is not a phone number such as +79161234567: ${phoneProblems[problem]}`)
  }
  return phone
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `90s`, `30m`, `2h`, `3d` → seconds. @throws UsageError */
export function durationOption(option: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS]
  if (!(seconds <= 100_000_000)) throw new UsageError(`--${option} must be a time such as 30m, 2h or 3d, not ${text}`)
  return seconds
}

/** `8_100` → `2h 15m`: the two largest units. */
export function ageText(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0s'
  return units
    .slice(first, first + 2)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}
