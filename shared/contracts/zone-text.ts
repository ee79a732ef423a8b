/** `Europe/Moscow` → `МСК`, `Asia/Yekaterinburg` → `МСК+2`: time zones as Russian timetables name them. */
export function zoneText(timeZone: string, moment: string | number | Date): string {
  const clock = (zone: string) =>
    Date.parse(`${new Date(moment).toLocaleString('sv-SE', { timeZone: zone }).replace(' ', 'T')}Z`)
  const minutes = Math.round((clock(timeZone) - clock('Europe/Moscow')) / 60_000)
  if (minutes === 0) return 'МСК'
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `МСК${minutes > 0 ? '+' : '−'}${hours}${rest ? `:${rest}` : ''}`
}
