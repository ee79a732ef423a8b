import { fileAddress, releaseBase, type ShellRelease } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'
import type { FoundRoute } from '../releases/page-parts.ts'
import { adviceStyle, browserAdvice } from './browser-advice.ts'
import * as scripts from './inline-scripts.ts'
import { registryFor, registryOfEntry } from './page-registry.ts'
import { filesOfHome, type PageFile, pageFiles, preloadsFor } from './preloads.ts'
import { type Preview, previewScript } from './preview.ts'
import { sandboxBanner, sandboxBannerStyle } from './sandbox-banner.ts'
import type { PageContent } from './session-page.ts'
import type { InlineSheet } from './sheets.ts'

type Page = {
  published: LiveReleases
  route: FoundRoute | undefined
  nonce: string
  styleNonce: string
  /**
   * With a session, the page requests its data and code immediately. Without one, the user signs in first.
   */
  hasSession: boolean
  /** Origins to which the page may post messages from a frame. Undefined when it is never in one. */
  embeddedBy?: readonly string[] | undefined
  /** A build that only this browser shows. */
  preview?: Preview | undefined
  /** True when payouts go to a sandbox, which the page must say. */
  sandboxBank: boolean
  /** The stylesheets in the HTML of a page that is rendered: its start is sent before its content. */
  sheets?: readonly InlineSheet[] | undefined
}

const product = 'Чаевые'
const description = 'Портал для сотрудников ресторанов: чаевые, операции и вывод средств.'

/** Returns the HTML of a page without data of a session: one before sign-in, or the frame. */
export function renderPage(page: Page): string {
  return startOfPage(page) + restOfPage(page)
}

/** Returns the HTML before the content. */
export function startOfPage(page: Page): string {
  const { published, route, nonce, styleNonce, sandboxBank, sheets } = page
  const { shell } = published
  const entry = entryPage(page)
  return `<!doctype html>
<html lang="ru">
<head>
${documentHead(route?.title)}
<script nonce="${nonce}">${scripts.browserCheck}</script>
<script nonce="${nonce}">${unlessOld(earlyScripts(page, entry !== undefined))}</script>
${entry ? entrySheets(shell, styleNonce) : ''}
${sheets ? sheets.map((one) => inlineSheet(one, styleNonce)).join('\n') : ''}
${sheets ? wholeAtOnce : ''}
${entry || sheets ? '' : pageFiles(shell, shell.css).map(sheet).join('\n')}
${adviceStyle}
${sandboxBank ? sandboxBannerStyle : ''}
${pageFiles(shell, (entry ?? shell).scripts)
  .map((file) => script(file, nonce))
  .join('\n')}
${(entry ? filesOfHome(published) : []).map((file) => linkAhead(file, nonce, 'prefetch-next')).join('\n')}
${sheets ? '' : linksAhead(page).join('\n')}
</head>
<body>
${sandboxBank ? sandboxBanner : ''}
`
}

/** Returns the content and what comes after it. Without `rendered` the browser renders the content, in the frame. */
export function restOfPage(page: Page, rendered?: PageContent): string {
  const { published, route, nonce, hasSession, embeddedBy, preview, sheets } = page
  const entry = entryPage(page)
  // A user who is signed in sees nothing of the form; without a valid session its code renders it.
  const isSentOn = hasSession && route?.path === '/login'
  return `<div id="root">${isSentOn ? '' : (rendered?.html ?? entry?.html ?? (route?.layout === 'main' ? frame : ''))}</div>
${browserAdvice}
${rendered ? `<script type="application/json" id="rendered">${escapeJson(rendered.data)}</script>` : ''}
${sheets && !rendered ? `<script nonce="${nonce}">${unlessOld([scripts.requestSession, 'window.portal.heldInput.repeat()'])}</script>` : ''}
${sheets ? linksAhead(page, rendered).join('\n') : ''}
<script type="application/json" id="registry">${jsonForHtml(entry ? registryOfEntry(published) : (rendered?.registry ?? registryFor(published)))}</script>
${embeddedBy ? `<script type="application/json" id="card-form-origins">${jsonForHtml(embeddedBy)}</script>` : ''}
${preview ? previewScript(preview, nonce) : ''}
</body>
</html>
`
}

/** A page before sign-in is another application: it uses no data of a session, and the portal is another document. */
function entryPage({ published: { shell }, route }: Page) {
  return shell.prerendered?.pages[route?.path ?? '']
}

function earlyScripts({ published: { shell }, hasSession, sheets }: Page, isEntry: boolean): string[] {
  return [
    ...(shell.files ? [] : [scripts.refreshHook]),
    scripts.theme,
    scripts.earlyScript,
    scripts.requestAgain,
    ...(hasSession && !isEntry && !sheets ? [scripts.requestSession] : []),
    ...(isEntry || sheets ? [scripts.heldInput] : []),
    ...(isEntry ? [scripts.wayIn] : []),
    ...(sheets ? [scripts.expectContent, scripts.loadFormats] : []),
  ]
}

/** Returns what only supported browsers run: the others show what to do (inline/browser-check.ts). */
export function unlessOld(parts: readonly string[]): string {
  return `if(!window.isOldBrowser){${parts.join(';')}}`
}

/**
 * A browser paints nothing before the element after the content: in a row that has arrived in part, things move when
 * the rest comes. The target is not `#root`, whose start would do.
 */
const wholeAtOnce = '<link rel="expect" href="#browser-advice" blocking="render">'

/** Returns the part of the head that all documents share. The default title is the product's name. */
export function documentHead(title = product): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<title>${escapeText(title === product ? product : `${title} — ${product}`)}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
${Object.entries(headerColors).map(themeColor).join('\n')}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">`
}

/** shell/src/app/layouts/app-frame.css draws it before any script, at the places that the main layout fills. */
const frame =
  '<div class="app-frame" aria-hidden="true"><div class="app-frame-header"></div><div class="app-frame-menu"></div></div>'

/** The system's bar continues the header, whose color is `--surface` in tokens.css. */
const headerColors = { light: '#ffffff', dark: '#1e1e1b' }

/** A chosen theme turns one of them off (inline/theme.ts). */
function themeColor([theme, color]: [string, string]): string {
  return `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${theme})" data-theme="${theme}">`
}

export function sheet({ href, integrity }: PageFile): string {
  return `<link rel="stylesheet" href="${href}" integrity="${integrity}" crossorigin="anonymous">`
}

function script({ href, integrity }: PageFile, nonce: string): string {
  return `<script defer src="${href}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}"></script>`
}

type LinkAhead = 'prefetch-next' | 'preload-next' | 'preload'

/**
 * The files of a rendered page are requested after its HTML, so that only scripts of the shell load at the same time as
 * the HTML, which is shown before any script runs. Files of its slots load when the shell starts, because their HTML
 * works without them.
 */
function linksAhead({ published, route, nonce, hasSession, preview, sheets }: Page, rendered?: PageContent): string[] {
  if (!hasSession || preview) return []
  const later = route?.requires && !rendered ? 'prefetch-next' : 'preload-next'
  return preloadsFor(published, route)
    .filter(({ href }) => !(sheets && href.endsWith('.css')))
    .map((file) => linkAhead(file, nonce, rendered && !file.ofSlot ? 'preload' : later))
}

/** The stylesheets of all pages before sign-in, each of which may open another one. */
function entrySheets(shell: ShellRelease, nonce: string): string {
  return Object.entries(shell.prerendered?.sheets ?? {})
    .map(([file, text]) => ({ href: fileAddress(shell, file), base: releaseBase(shell) + file, text }))
    .map((sheet) => inlineSheet(sheet, nonce))
    .join('\n')
}

function inlineSheet({ href, base, text }: InlineSheet, nonce: string): string {
  return `<style nonce="${nonce}" data-file="${href}" data-href="${base}">${text}</style>`
}

/**
 * Writes a link with the mode and integrity of the loader's request, since otherwise the browser fetches twice. The
 * shell turns it into a preload when it starts (shell/src/remotes/preload-next.ts), because on a slow connection every
 * other file delays the shell's code. A page that requires a permission is only prefetched:
 * the browser warns of an unused preload.
 */
function linkAhead({ href, integrity }: PageFile, nonce: string, rel: LinkAhead): string {
  const kind = href.endsWith('.css') ? 'style' : 'script'
  return `<link rel="${rel}" as="${kind}" href="${href}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}">`
}

/**
 * Returns the header by which the browser requests the scripts of a rendered page before it has read its HTML. That
 * shows nothing later: the scripts arrive when the HTML has. Only these two, for proxies accept headers of 4 kB.
 */
export function linksOfScripts({ shell }: LiveReleases, nonce: string): string {
  return pageFiles(shell, shell.scripts)
    .map(
      ({ href, integrity }) =>
        `<${href}>; rel=preload; as=script; crossorigin=anonymous; integrity="${integrity}"; nonce=${nonce}`,
    )
    .join(', ')
}

export function jsonForHtml(value: unknown): string {
  return escapeJson(JSON.stringify(value))
}

/** Returns JSON without `</script>` and `<!--`, which would end the element. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
