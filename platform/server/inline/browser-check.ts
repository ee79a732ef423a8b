/**
 * The first script of the page, in ECMAScript 5: shows what to do (browser-advice.ts) when the browser is older than the supported ones
 * (.browserslistrc), and when a script of the page does not load, cannot be parsed, or throws at its start.
 */
export function browserCheck(): string {
  return `(${text})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function check() {
  /* biome-ignore-start lint/complexity/useArrowFunction lint/suspicious/noVar lint/style/useTemplate: read by browsers that know no more */
  /* biome-ignore-start lint/correctness/noInnerDeclarations: the same */
  var needed = ['Promise', 'Map', 'Proxy', 'Intl', 'fetch', 'URLSearchParams', 'AbortController', 'queueMicrotask']
  needed.push('MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'HTMLDialogElement', 'CSSLayerBlockRule')

  /**
   * In Chromium and Firefox the newest of the needed features came with the oldest supported version, after all others, so that it alone is
   * looked for: each look-up delays the first page. Safari got it later, and has to have all others.
   */
  function isOld() {
    var dom = document.documentElement
    if ('MozAppearance' in dom.style) return !([] as { toSorted?: unknown }).toSorted
    if (!('GestureEvent' in window)) return !('MathMLElement' in window)
    for (var i = 0; i < needed.length; i++) if (!((needed[i] as string) in window)) return true
    var text = '' as { replaceAll?: unknown }
    if (!CSS.supports('height', '1dvh') || !document.adoptedStyleSheets || !('inert' in dom)) return true
    if (![].at || ![].findLast || !text.replaceAll || !Object.hasOwn || !window.structuredClone) return true
    return !Promise.allSettled || !AbortSignal.timeout
  }

  function show(reason: 'old' | 'failed') {
    var template = document.getElementById('browser-advice') as HTMLTemplateElement
    var link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = '/browser-advice.css'
    document.head.appendChild(link)
    document.body.insertBefore(template.content, document.body.firstChild)
    ;(document.getElementById('browser-advice-' + reason) as HTMLElement).removeAttribute('hidden')
  }

  var hasFailed = false
  function noteFailure(event: ErrorEvent) {
    // The error is of a script of the page, not of an extension of the browser.
    if (event.message && event.filename.indexOf(location.origin) === 0) hasFailed = true
  }

  function noteMissing(event: ErrorEvent) {
    var target = event.target as HTMLScriptElement
    // A script of the page, which has been requested again (early-script.ts).
    if (target.tagName === 'SCRIPT' && target.defer && target.dataset.again !== undefined) show('failed')
  }

  try {
    window.isOldBrowser = isOld()
  } catch (_) {
    window.isOldBrowser = true
  }
  addEventListener('error', noteFailure, true)
  addEventListener('error', noteMissing, true)
  // This runs before the scripts of the page: without a root the portal does not start.
  document.addEventListener('readystatechange', function decideEarly() {
    document.removeEventListener('readystatechange', decideEarly)
    var root = document.getElementById('root')
    if (!window.isOldBrowser || !root || !root.parentNode) return
    root.parentNode.removeChild(root)
    show('old')
  })
  // The initial scripts have run by then; the portal reports failures of later ones.
  document.addEventListener('DOMContentLoaded', function decide() {
    document.removeEventListener('DOMContentLoaded', decide)
    removeEventListener('error', noteFailure, true)
    if (hasFailed && !window.isOldBrowser) show('failed')
  })
  /* biome-ignore-end lint/correctness/noInnerDeclarations: the same */
  /* biome-ignore-end lint/complexity/useArrowFunction lint/suspicious/noVar lint/style/useTemplate: read by browsers that know no more */
}

/** The script without comments and indentation. */
const text = check.toString().replace(/^\s*(?:\/\/.*|\/\*.*\*\/)?\n?/gm, '')
