import type { ReleaseReports, ReleaseSummary } from '@portal/contracts/release'
import { formatMoment } from '@portal/shared/format/date'

/** Only the shell has a display name. A remote is shown as it is called: `mfe-tips`. */
export function packageName(name: string): string {
  return name === 'shell' ? 'Оболочка (shell)' : name
}

/** «с 23.11.2026, 15:04 · Анна Смирнова» */
export function sinceText(since: string | null, by: string | null): string {
  return [since ? `с ${formatMoment(since)}` : 'неизвестно, с какого времени', by].filter(Boolean).join(' · ')
}

/** «Коммит 4186c5ef3a90, с правками · Анна Иванова» */
export function sourceText({ commit, is_modified, author, is_untested }: ReleaseSummary): string {
  const source = commit ? `Коммит ${commit.slice(0, 12)}${is_modified ? ', с правками вне коммита' : ''}` : ''
  const origin = [source, author].filter(Boolean).join(' · ') || 'Неизвестно, из чего собрана'
  return is_untested ? `${origin} · без тестов` : origin
}

const thousands = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** `12345` → «12,3 кБ» */
export function formatBytes(bytes: number): string {
  return `${thousands.format(bytes / 1000)}\u00A0кБ`
}

/** `-1200` → «−1,2 кБ» */
export function formatDifference(bytes: number): string {
  if (bytes === 0) return 'без изменений'
  return `${bytes > 0 ? '+' : '−'}${formatBytes(Math.abs(bytes))}`
}

/** `3, 60` → «5 %» */
export function formatShare(part: number, whole: number): string {
  return `${thousands.format(whole === 0 ? 0 : (part / whole) * 100)}\u00A0%`
}

/** `1240` → «1,2 с» */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)}\u00A0мс` : `${thousands.format(ms / 1000)}\u00A0с`
}

export function formatCount(count: number): string {
  return thousands.format(count)
}

/** Charts of failures reach to this share at least. */
export const MIN_SHARE = 0.1

export function failureShare({ starts, failures }: Pick<ReleaseReports, 'starts' | 'failures'>): number {
  return starts === 0 ? 0 : failures / starts
}
