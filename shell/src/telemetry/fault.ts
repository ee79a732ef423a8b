import { scrub } from '@portal/contracts/scrub'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import { pageRegistry } from '../remotes/registry.ts'

export type Release = Pick<TelemetryEvent, 'remote' | 'version'>

type Source = {
  /** The file, or the components around it. */
  where?: string | undefined
  /** The release whose section failed. It gets the fault, whatever code threw. */
  release?: Release | undefined
  /** The release whose section is shown, or is about to be shown. */
  shown?: Release
}

/** Returns what telemetry reports of a thrown value, or undefined if no release of ours is to blame. */
export function toFault(
  error: unknown,
  { where = '', release: caught, shown }: Source = {},
): TelemetryEvent | undefined {
  const { name, message, frames, ...more } = described(error)
  const trace = [...frames, where].join('\n')
  const release =
    caught ?? thrower(frames) ?? named({ name, ...more }) ?? releaseIn(String(more.request)) ?? releaseIn(trace, shown)
  if (!release || (!caught && (isElsewhere(trace) || isExpected(name, more.status)))) return undefined
  const place = sourceLocation(trace, release)
  return {
    kind: name === 'RemoteError' || name === 'ChunkLoadError' ? 'load_failure' : 'error',
    ...release,
    name: /^[A-Za-z][A-Za-z-]{0,39}$/.test(name) ? name : 'Error',
    message: scrub(message),
    ...(place && { place }),
  }
}

type Described = {
  name: string
  message: string
  /** Lines of the stack, without those of the message, which may contain any address. */
  frames: string[]
  /** Fields of a RemoteError. */
  remote?: string
  version?: string
  /** The file that webpack's ChunkLoadError names. Errors of libraries may have any object here. */
  request?: unknown
  /** A field of an ApiError. */
  status?: number
}

function described(error: unknown): Described {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), frames: [] }
  const { name, message, stack } = error
  const lines = String(stack).replace(message, '').split('\n')
  // `    at page (https://…)` of Chromium, `page@https://…` of the others.
  return { ...error, name, message, frames: lines.filter((line) => /^\s+at |@/.test(line)) }
}

/** Returns the remote whose own file created the error, whatever files or releases the error names. */
function thrower([frame]: string[]): Release | undefined {
  const release = releaseIn(frame)
  return release?.remote === 'shell' ? undefined : release
}

/** Only a RemoteError names them. Other errors may have such fields for reasons of their own. */
function named({ name, remote, version = 'unknown' }: Partial<Described>): Release | undefined {
  return name === 'RemoteError' && remote ? { remote, version } : undefined
}

/**
 * `…/releases/mfe-tips/3f2a/page.js:1:20` → mfe-tips 3f2a. Returns the nearest remote in the trace: if code of the
 * shell threw, such as React, a remote called it. Otherwise returns the shell of this page, whose files have no version
 * in their addresses, or `shown` if all of the shell's code in the trace is what remotes run.
 */
export function releaseIn(trace = '', shown?: Release): Release | undefined {
  const files = [...trace.matchAll(/\/releases\/(shell|mfe-[a-z-]{1,40})\/([\w.-]{1,64})\/([\w.-]*)/g)]
  const ofRemote = files.find(([, remote]) => remote !== 'shell')
  if (ofRemote) return { remote: ofRemote[1] ?? '', version: ofRemote[2] ?? '' }
  if (files.length === 0) return undefined
  if (shown && files.every(([, , , file = '']) => SHARED_FILES.has(file))) return shown
  return { remote: 'shell', version: pageRegistry().shell.version }
}

/**
 * Files of the shell without its own features (platform/bundler/split-chunks.ts): React, the router, widgets, forms.
 */
const SHARED_FILES = new Set(['vendor.js', 'host.js', 'forms.js', 'forms-vendor.js'])

/** An extension of the browser, or telemetry itself, which must not report itself forever. */
function isElsewhere(trace: string): boolean {
  return /-extension:\/\/|\/telemetry\.js/.test(trace)
}

/**
 * The network or the server is down, or rejected the request: no code is to blame,
 * unless its request broke the contract.
 */
function isExpected(name: string, status: number | undefined): boolean {
  return name === 'AbortError' || (name === 'ApiError' && status !== 400)
}

/** `https://tips.example/releases/mfe-tips/3f2a91c04be7/page.js?attempt=2:1:20` */
const STACK_FRAME = /\/releases\/([\w-]+)\/([\w.-]+)\/([\w.-]{1,60}\.js)(?:\?[^\s:)]*)?:(\d{1,7}):(\d{1,7})/g

/**
 * Returns the nearest location in the built code of a release, `page.js:1:20`. Source maps map it to a line of the
 * source (`release:trace`). Addresses of the shell's files contain no version: they belong to the release of the page.
 */
export function sourceLocation(trace: string, { remote, version }: Release): string | undefined {
  for (const [, name, versionInAddress, file, line, column] of trace.matchAll(STACK_FRAME)) {
    if (name === remote && (name === 'shell' || versionInAddress === version)) return `${file}:${line}:${column}`
  }
  return undefined
}
