// The first script of the page. Shows what to do (browser-advice.ts) when the browser is older than the supported ones
// (.browserslistrc), or when a script of the page does not load, cannot be parsed, or throws at its start. The build
// compiles this file to ECMAScript 5 without polyfills, so the code before `isOld` must use only what old browsers
// have.
import type {} from '@portal/shared/page-protocol'

const needed = ['Promise', 'Map', 'Proxy', 'Intl', 'fetch', 'URLSearchParams', 'AbortController', 'queueMicrotask']
needed.push('MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'HTMLDialogElement', 'CSSLayerBlockRule')

/**
 * In Chromium and Firefox, the oldest supported version brought the last of the needed features, so only that feature
 * is looked up: each look-up delays the first page. Safari got that feature later, so it is asked for all others.
 */
function isOld(): boolean {
  const dom = document.documentElement
  if ('MozAppearance' in dom.style) return !([] as { toSorted?: unknown }).toSorted
  if (!('GestureEvent' in window)) return !('MathMLElement' in window)
  if (needed.some((name) => !(name in window))) return true
  const text = '' as { replaceAll?: unknown }
  if (!CSS.supports('height', '1dvh') || !document.adoptedStyleSheets || !('inert' in dom)) return true
  if (![].at || ![].findLast || !text.replaceAll || !Object.hasOwn || !window.structuredClone) return true
  return !Promise.allSettled || !AbortSignal.timeout
}

function show(reason: 'old' | 'failed'): void {
  const template = document.getElementById('browser-advice') as HTMLTemplateElement
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/browser-advice.css'
  document.head.appendChild(link)
  document.body.insertBefore(template.content, document.body.firstChild)
  document.getElementById(`browser-advice-${reason}`)?.removeAttribute('hidden')
}

let hasFailed = false

function noteFailure(event: ErrorEvent): void {
  // Errors in scripts of the page count, errors of browser extensions do not.
  if (event.message && event.filename.indexOf(location.origin) === 0) hasFailed = true
}

function noteMissing(event: ErrorEvent): void {
  const target = event.target as HTMLScriptElement
  // early-script.ts requests a script of the page twice, so this is the second failure.
  if (target.tagName === 'SCRIPT' && target.defer && target.dataset.again !== undefined) show('failed')
}

try {
  window.isOldBrowser = isOld()
} catch {
  window.isOldBrowser = true
}
addEventListener('error', noteFailure, true)
addEventListener('error', noteMissing, true)
// This runs before the scripts of the page. Without a root, the portal does not start.
document.addEventListener('readystatechange', function decideEarly() {
  document.removeEventListener('readystatechange', decideEarly)
  const root = document.getElementById('root')
  if (!window.isOldBrowser || !root?.parentNode) return
  root.parentNode.removeChild(root)
  show('old')
})
// The initial scripts have run by then. The portal reports failures of later scripts.
document.addEventListener('DOMContentLoaded', function decide() {
  document.removeEventListener('DOMContentLoaded', decide)
  removeEventListener('error', noteFailure, true)
  if (hasFailed && !window.isOldBrowser) show('failed')
})
