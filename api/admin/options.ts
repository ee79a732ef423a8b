import { UsageError } from '@portal/command/declaration'
import { type PhoneProblem, parsePhone } from '@portal/contracts/parse-phone'

/** @throws UsageError unless the text is a positive whole number */
export function positiveNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${option}: нужно целое число больше нуля, а не «${text}»`)
  return Number(text)
}

/** Returns the one of `names` that the text is. @throws UsageError */
export function parseChoice<Name extends string>(option: string, names: readonly Name[], text: string): Name {
  const name = names.find((known) => known === text)
  if (!name) throw new UsageError(`--${option}: подходит одно из ${names.join(', ')}, а не «${text}»`)
  return name
}

/** @throws UsageError unless the text is a whole number from 0 to 100 */
export function percentOption(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^(\d{1,2}|100)$/.test(text)) throw new UsageError(`--${option}: нужно число от 0 до 100, а не «${text}»`)
  return Number(text)
}

const phoneProblems: Record<PhoneProblem, string> = {
  incomplete: 'мало цифр',
  foreign: 'это номер другой страны',
  not_mobile: 'это не мобильный номер',
  too_long: 'слишком много цифр',
  several: 'здесь несколько номеров',
}

/** `8 (916) 123-45-67` → `+79161234567`. @throws UsageError that says why the text is no Russian mobile number */
export function phoneOption(text: string): string {
  const { phone, problem } = parsePhone(text)
  if (problem) {
    throw new UsageError(`«${text}» — не номер вида +79161234567: ${phoneProblems[problem]}`)
  }
  return phone
}

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** `90s`, `30m`, `2h`, `3d` → seconds. @throws UsageError */
export function durationOption(option: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const seconds = Number(number) * SECONDS[unit as keyof typeof SECONDS]
  if (!(seconds <= 100_000_000)) throw new UsageError(`--${option}: нужно время вида 30m, 2h или 3d, а не «${text}»`)
  return seconds
}

/** `8_100` → `2 ч 15 мин`: the two largest units. */
export function ageText(seconds: number): string {
  const units = [
    [Math.floor(seconds / 86_400), 'д'],
    [Math.floor(seconds / 3_600) % 24, 'ч'],
    [Math.floor(seconds / 60) % 60, 'мин'],
    [seconds % 60, 'с'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  if (first === -1) return '0 с'
  return units
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
