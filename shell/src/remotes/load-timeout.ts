declare const process: { env: { NODE_ENV: 'production' | 'development' | 'test' } }

/** Distinguishes a release, a development server and unit tests. The bundler replaces it by its value. */
const buildMode = process.env.NODE_ENV

const TICK_MS = 100

/** A development server holds a request until it has compiled the changes. */
const MIN_TIMEOUT_MS = buildMode === 'development' ? 60_000 : 3_000

/**
 * Returns the time after which a release counts as hung. Its entry, code and stylesheets are all requested at the same
 * time. On a slow line it is one and a half times what the scripts of the HTML have taken, which weigh more than any
 * page of a remote. It grows with each failure, because nothing else shows a slow line when these scripts were cached.
 */
export function loadTimeoutMs(): number {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[defer]')]
  const durations = scripts.map(({ src }) => performance.getEntriesByName(src)[0]?.duration ?? 0)
  return Math.max(MIN_TIMEOUT_MS, 1.5 * Math.max(0, ...durations)) * (1 + window.portal.failures / 2)
}

/**
 * Rejects if the promise is not settled after `timeoutMs`, counted in ticks. A late tick counts as one: a slow
 * processor that still runs the code of a release does not make it time out.
 */
export function withTimeout<T>(started: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let ticks = Math.ceil(timeoutMs / TICK_MS)
    const tick = (hangs: Error) => {
      ticks -= 1
      if (ticks > 0) return
      clearInterval(timer)
      reject(hangs)
    }
    // Tests on busy machines recognize the timer by the error.
    const timer = setInterval(tick, TICK_MS, new Error('It hangs'))
    started.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
