/** `2026-11-20` → `20.11.2026` */
export function dayText(day: string): string {
  return day.split('-').reverse().join('.')
}

/** 9 → `09:00` */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
