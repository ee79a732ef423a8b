import type { LiveReleases } from '../../releases/live.ts'
import { escapeText } from '../http/escape-html.ts'
import { CHOICE_ADDRESS, formatDay } from '../releases/chosen-releases.ts'
import type { PageFile } from '../releases/page-files.ts'

const PRODUCT = 'Чаевые'
const DESCRIPTION = 'Портал для сотрудников ресторанов: чаевые, операции и вывод средств.'

/** Returns the part of the head that all documents share. The default title is the product's name. */
export function documentHead(title = PRODUCT): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escapeText(title === PRODUCT ? PRODUCT : `${title} — ${PRODUCT}`)}</title>
<meta name="description" content="${DESCRIPTION}">
<meta name="color-scheme" content="light dark">
${Object.entries(HEADER_COLORS).map(themeColor).join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">`
}

/** The system's bar continues the header, whose color is `--surface` in tokens.css. */
const HEADER_COLORS = { light: '#ffffff', dark: '#1e1e1b' }

/** A chosen theme turns one of them off (inline/theme.ts). */
function themeColor([theme, color]: [string, string]): string {
  return `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${theme})" data-theme="${theme}">`
}

export function stylesheetLink({ href, integrity }: PageFile): string {
  return `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin="anonymous">`
}

/** Stands above every page, also before sign-in, when payouts go to a sandbox in production and so are not real. */
export const sandboxBanner =
  '<aside class="sandbox-banner" aria-label="Предупреждение"><strong>Тестовый банк.</strong> Выводы ненастоящие, деньги не придут.</aside>'

export const sandboxBannerStyle = '<link rel="stylesheet" href="/sandbox-banner.css">'

/** Says on each page that a preview is shown, until when, and ends it. */
export function previewBadge({ name, version, until }: NonNullable<LiveReleases['preview']>): string {
  return `<aside class="preview-badge" aria-label="Предпросмотр"><form method="post" action="${CHOICE_ADDRESS}">
<span>Предпросмотр: ${name} ${version}, до ${formatDay(until)}</span> <button name="release" value="">Сбросить</button>
</form></aside>`
}

export const previewBadgeStyle = '<link rel="stylesheet" href="/preview-badge.css">'

export function jsonForHtml(value: unknown): string {
  return escapeJson(JSON.stringify(value))
}

/** Returns JSON without `</script>` and `<!--`, which would end the element. */
export function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
