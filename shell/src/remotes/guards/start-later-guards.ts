import { whenIdle } from '../../when-idle.ts'

const latestMs = 3_000

/** Loads them when nothing waits for the connection any more, or at the latest after some seconds: a hostile page is never idle. */
export function startLaterGuards(): void {
  const late = new Promise((resolve) => setTimeout(resolve, latestMs))
  Promise.race([whenIdle(), late])
    .then(() => import(/* webpackChunkName: "later-guards" */ './later-guards.ts'))
    // The page is usable without them.
    .catch(() => {})
}
