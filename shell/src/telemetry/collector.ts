// A script of its own, after all others (platform/server/inline/early-script.ts requests it): it reports a shell that
// does not start.
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import { canReachPortal } from '@portal/shared/http/can-reach-portal'
import type { Note } from '@portal/shared/page-protocol'
import { pageRegistry } from '../remotes/registry.ts'
import { type Release, toFault } from './fault.ts'
import { createOutbox } from './outbox.ts'
import { createPageHistory, routePattern } from './page-history.ts'
import { subscribeVitals } from './vitals.ts'

/** The most different faults that a tab reports. The first of them stand for an endless series. */
const MAX_FAULTS = 20

const registry = pageRegistry()
const history = createPageHistory(registry)
const outbox = createOutbox()
/** Kinds of events by release. */
const reported = new Set<string>()
const faults = new Set<string>()
const known = new WeakSet<object>()

function take(note: Note): void {
  if ('error' in note) void takeError(note)
  else if ('navigatedAt' in note) takeNavigation(note.navigatedAt)
  else if ('started' in note) takeStart({ remote: note.started, version: note.version }, note.isFallback)
  else takeSection(note.shown, note.at)
}

function takeNavigation(at: number): void {
  history.navigated(at)
  // Only the router reports a navigation, so the shell has started.
  countStart({ remote: 'shell', version: registry.shell.version })
}

function takeStart(release: Release, isFallback = false): void {
  history.started(release)
  // A fallback does not count: the failure rate of a release is that of the tabs which chose it.
  if (!isFallback) countStart(release)
}

function takeSection(remote: string, at: number): void {
  const { release, took } = history.shown(remote, at)
  if (took !== undefined) add({ kind: 'load_time', ...release, value: took })
}

async function takeError({ error, where, release }: Extract<Note, { error: unknown }>): Promise<void> {
  // An error that a section caught is reported a second time, by the window.
  if (isKnown(error)) return
  history.failed()
  const fault = toFault(error, { where, release, shown: history.onScreen() })
  // Without a network code does not load, which is no evidence about its release.
  if (!fault || (fault.kind !== 'error' && !(await canReachPortal()))) return
  const key = JSON.stringify(fault)
  // A fault that takes a section down is reported even after a series of other faults.
  if (faults.has(key) || (faults.size >= MAX_FAULTS && !release)) return
  faults.add(key)
  if (fault.kind === 'error') countStart(fault)
  add({ ...fault, ...(isFirst(fault) ? {} : { again: true }) })
}

function isKnown(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (known.has(error)) return true
  known.add(error)
  return false
}

function countStart({ remote, version }: Release): void {
  const start = { kind: 'start', remote, version } as const
  if (isFirst(start)) add(start)
}

function isFirst({ kind, remote, version }: TelemetryEvent): boolean {
  const key = `${kind} ${remote} ${version}`
  if (reported.has(key)) return false
  reported.add(key)
  return true
}

function add(event: TelemetryEvent): void {
  const route = routePattern(registry, location.pathname)
  outbox.add({ ...event, ...(route && { route }) })
}

subscribeVitals(({ name, value, at }) => add({ kind: 'vital', ...history.releaseAt(at), name, value }))
for (const note of window.portal.notes.splice(0)) take(note)
window.portal.note = take
