import type { ReleaseName } from '@portal/shared/page-protocol'
import { hasOverlay, removeTraces, uncoverMenu } from './intact-page.ts'
import { isMenuReachable } from './menu.ts'
import { onSectionEnd, openRemotes } from './opened-sections.ts'
import { report } from './report.ts'
import { releaseOf, stopResponding } from './responding.ts'
import { watchThread } from './thread.ts'
import { stopSections } from './verdicts.ts'

const periodMs = 1_000
/** A page that renders may have no menu for a moment. */
const MAX_MISSED = 2
const MAX_REPAIRS = 3
/** A slow processor lays out so many in less than a second. The largest page has 3,000. */
const MAX_NODES = 20_000

/** After so many periods in which the menu could be reached, earlier repairs do not count. */
const SOUND_PERIODS = 10

let missed = 0
let sound = 0
let repairs = 0
/** The releases that were shown when the menu was lost; another one may have followed. */
let culprits: ReleaseName[] = []

/** Looks at the page each second while a section is open, and reports by the remote what takes the page from its user. */
export function watch(): void {
  setInterval(look, periodMs)
  watchThread(reportShown)
  // The cleanup of its effects, and the overlays of the page, have their turn first.
  onSectionEnd(() => setTimeout(removeTraces, 100))
}

function look(): void {
  if (document.visibilityState === 'hidden' || openRemotes().length === 0) return
  if (document.getElementsByTagName('*').length > MAX_NODES) end('TooManyNodes', `More than ${MAX_NODES} elements`)
  if (isMenuReachable() || hasOverlay()) {
    missed = 0
    sound += 1
    if (sound === SOUND_PERIODS) repairs = 0
    return
  }
  sound = 0
  missed += 1
  if (missed === MAX_MISSED) repair()
}

function repair(): void {
  missed = 0
  repairs += 1
  if (repairs === 1) culprits = openRemotes().map(releaseOf)
  reportShown('MenuCovered', 'The menu could not be reached')
  uncoverMenu()
  const isRepaired = isMenuReachable()
  if (isEmpty() || repairs > MAX_REPAIRS || (repairs > 1 && !isRepaired)) startAgain()
  else if (!isRepaired || repairs === MAX_REPAIRS) end('MenuCovered', 'The menu cannot be reached again and again')
}

/** React does not know that what it has rendered is gone. */
function isEmpty(): boolean {
  return document.getElementById('root')?.childElementCount === 0
}

/** The page is beyond repair: another one begins, without these releases. */
function startAgain(): void {
  for (const release of culprits) stopResponding(release)
  location.reload()
}

const reported = new Set<string>()

function reportShown(name: string, message: string, remotes = openRemotes()): void {
  for (const remote of remotes) {
    const key = `${name} ${remote}`
    if (!reported.has(key)) report(releaseOf(remote), name, message)
    reported.add(key)
  }
}

function end(name: string, message: string): void {
  reportShown(name, message)
  for (const remote of openRemotes()) stopSections(remote, name, message)
}
