import { Weight } from '@portal/contracts/shares'
import { parseDecimal } from '@portal/contracts/written-numbers'

/** `7,5` → 7.5; null for what is no number above zero in tenths. */
export function parseWeight(typed: string): number | null {
  const weight = Weight.safeParse(parseDecimal(typed))
  return weight.success ? weight.data : null
}

/** 7.5 → `7,5` */
export function weightText(weight: number | undefined): string {
  return weight === undefined ? '' : String(weight).replace('.', ',')
}
