import { fileAddress, releaseBase, type ShellRelease } from '../../bundler/release.ts'
import type { LiveReleases } from '../../releases/live.ts'
import type { FoundRoute } from '../../releases/page-parts.ts'
import * as scripts from '../inline-scripts.ts'
import { filesOfHome, type PageFile, pageFiles, preloadsFor } from '../releases/page-files.ts'
import { adviceStyle, browserAdvice } from './browser-advice.ts'
import {
  documentHead,
  escapeJson,
  jsonForHtml,
  previewBadge,
  previewBadgeStyle,
  sandboxBanner,
  sandboxBannerStyle,
  stylesheetLink,
} from './document.ts'
import { registryFor, registryJson, registryOfEntry } from './page-registry.ts'
import type { PageContent } from './session-page.ts'
import type { InlineStylesheet } from './stylesheets.ts'

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
  /** True when payouts go to a sandbox, which the page must say. */
  isSandboxBank: boolean
  /** The stylesheets in the HTML of a page that is rendered: its start is sent before its content. */
  stylesheets?: readonly InlineStylesheet[] | undefined
}

/** Returns the HTML of a page without data of a session: one before sign-in, or the frame. */
export function renderPage(page: Page): string {
  return startOfPage(page) + restOfPage(page)
}

/** Returns the HTML before the content. */
export function startOfPage(page: Page): string {
  const { published, route, nonce, styleNonce, isSandboxBank, stylesheets } = page
  const { shell } = published
  const entry = entryPage(page)
  return `<!doctype html>
<html lang="ru">
<head>
${documentHead(route?.title)}
<script nonce="${nonce}">${scripts.browserCheck}</script>
<script nonce="${nonce}">${unlessOld(earlyScripts(page, entry !== undefined))}</script>
${entry ? entryStylesheets(shell, styleNonce) : ''}
${stylesheets ? stylesheets.map((one) => inlineStylesheet(one, styleNonce)).join('\n') : ''}
${stylesheets ? paintTogether : ''}
${entry || stylesheets ? '' : pageFiles(shell, shell.css).map(stylesheetLink).join('\n')}
${adviceStyle}
${isSandboxBank ? sandboxBannerStyle : ''}
${published.preview ? previewBadgeStyle : ''}
${pageFiles(shell, (entry ?? shell).scripts)
  .map((file) => script(file, nonce))
  .join('\n')}
${(entry ? filesOfHome(published) : []).map((file) => linkAhead(file, nonce, 'prefetch-next')).join('\n')}
${stylesheets ? '' : linksAhead(page).join('\n')}
</head>
<body>
${published.preview ? previewBadge(published.preview) : ''}
${isSandboxBank ? sandboxBanner : ''}
`
}

/** Returns the content and what comes after it. Without `rendered` the browser renders the content, in the frame. */
export function restOfPage(page: Page, rendered?: PageContent): string {
  const { published, route, nonce, hasSession, embeddedBy, stylesheets } = page
  const entry = entryPage(page)
  // A signed-in user is sent on and does not see the form. If the session is not valid, the code of the page renders
  // it.
  const isSentOn = hasSession && route?.path === '/login'
  return `<div id="root">${isSentOn ? '' : (rendered?.html ?? entry?.html ?? (route?.layout === 'main' ? frame : ''))}</div>
${browserAdvice}
${rendered ? `<script type="application/json" id="rendered">${escapeJson(rendered.data)}</script>` : ''}
${stylesheets && !rendered ? `<script nonce="${nonce}">${unlessOld([scripts.requestSession, 'window.portal.heldInput.repeat()'])}</script>` : ''}
${stylesheets ? linksAhead(page, rendered).join('\n') : ''}
<script type="application/json" id="registry">${registryJson(entry ? registryOfEntry(published) : (rendered?.registry ?? registryFor(published)))}</script>
${embeddedBy ? `<script type="application/json" id="card-form-origins">${jsonForHtml(embeddedBy)}</script>` : ''}
</body>
</html>
`
}

/** A page before sign-in is another application: it uses no data of a session, and the portal is another document. */
function entryPage({ published: { shell }, route }: Page) {
  return shell.prerendered?.pages[route?.path ?? '']
}

function earlyScripts({ published: { shell }, hasSession, stylesheets }: Page, isEntry: boolean): string[] {
  return [
    ...(shell.files ? [] : [scripts.refreshHook]),
    scripts.theme,
    scripts.earlyScript,
    scripts.requestAgain,
    ...(hasSession && !isEntry && !stylesheets ? [scripts.requestSession] : []),
    ...(isEntry || stylesheets ? [scripts.heldInput] : []),
    ...(isEntry ? [scripts.wayIn] : []),
    ...(stylesheets ? [scripts.expectContent, scripts.loadFormats] : []),
  ]
}

/** Returns what only supported browsers run: the others show what to do (inline/browser-check.ts). */
function unlessOld(parts: readonly string[]): string {
  return `if(!window.isOldBrowser){${parts.join(';')}}`
}

/**
 * The browser paints nothing before it has the element after the content. Otherwise things would move when the rest of
 * a list arrives. The target is not `#root`, because the start of that element would be enough.
 */
const paintTogether = '<link rel="expect" href="#browser-advice" blocking="render">'

/** shell/src/app/layouts/app-frame.css draws it before any script runs, in the shape of the main layout. */
const frame =
  '<div class="app-frame" aria-hidden="true"><div class="app-frame-header"></div><div class="app-frame-menu"></div></div>'

function script({ href, integrity }: PageFile, nonce: string): string {
  return `<script defer src="${href}" integrity="${integrity}" crossorigin="anonymous" nonce="${nonce}"></script>`
}

type LinkAhead = 'prefetch-next' | 'preload-next' | 'preload'

/**
 * The files of a rendered page are requested after its HTML, so that only scripts of the shell load at the same time as
 * the HTML, which is shown before any script runs. Files of its slots load when the shell starts, because their HTML
 * works without them.
 */
function linksAhead({ published, route, nonce, hasSession, stylesheets }: Page, rendered?: PageContent): string[] {
  if (!hasSession) return []
  const later = route?.requires && !rendered ? 'prefetch-next' : 'preload-next'
  return preloadsFor(published, route)
    .filter(({ href }) => !(stylesheets && href.endsWith('.css')))
    .map((file) => linkAhead(file, nonce, rendered && !file.isOfSlot ? 'preload' : later))
}

/** The stylesheets of all pages before sign-in, each of which may open another one. */
function entryStylesheets(shell: ShellRelease, nonce: string): string {
  return Object.entries(shell.prerendered?.sheets ?? {})
    .map(([file, text]) => ({ href: fileAddress(shell, file), base: releaseBase(shell) + file, text }))
    .map((stylesheet) => inlineStylesheet(stylesheet, nonce))
    .join('\n')
}

function inlineStylesheet({ href, base, text }: InlineStylesheet, nonce: string): string {
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
 * Returns the header by which the browser requests the scripts of a rendered page before it has read the HTML. This
 * does not delay the first paint: the scripts arrive after the HTML. Other files are left out, because proxies accept
 * headers of at most 4 kB.
 */
export function linksOfScripts({ shell }: LiveReleases, nonce: string): string {
  return pageFiles(shell, shell.scripts)
    .map(
      ({ href, integrity }) =>
        `<${href}>; rel=preload; as=script; crossorigin=anonymous; integrity="${integrity}"; nonce=${nonce}`,
    )
    .join(', ')
}
