import { UsageError } from '@portal/command/declaration'

/** @throws UsageError for a text that is no positive number */
export function positiveNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${option} is a number, and not ${text}`)
  return Number(text)
}

/** `8 (916) 123-45-67` → `+79161234567`. @throws UsageError for what is no Russian mobile number */
export function phoneOption(text: string): string {
  const digits = text.replace(/[\s().+-]/g, '')
  if (!/^[78]?9\d{9}$/.test(digits)) throw new UsageError(`${text} is no phone, such as +79161234567`)
  return `+7${digits.slice(-10)}`
}
