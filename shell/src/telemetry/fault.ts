import { scrub } from '@portal/contracts/scrub'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import { pageRegistry } from '../remotes/registry.ts'

export type Release = Pick<TelemetryEvent, 'remote' | 'version'>

/** Returns what telemetry reports of a thrown value; undefined where it is attributed to no release of ours. */
export function faultOf(error: unknown, where = ''): TelemetryEvent | undefined {
  const { name, message, stack, ...more } = described(error)
  const trace = [stack, more.componentStack, where].join('\n')
  const release = named(more) ?? releaseIn(more.request) ?? releaseIn(trace)
  if (!release || isElsewhere(trace) || isExpected(name, more.status)) return undefined
  return {
    kind: name === 'RemoteError' || name === 'ChunkLoadError' ? 'load_failure' : 'error',
    ...release,
    name: /^[A-Za-z][A-Za-z-]{0,39}$/.test(name) ? name : 'Error',
    message: scrub(message),
  }
}

type Described = {
  name: string
  message: string
  stack: string
  /** An error that React caught has it (main.tsx). */
  componentStack?: string
  /** A RemoteError has these two. */
  remote?: string
  version?: string
  /** The file that webpack's ChunkLoadError names. */
  request?: string
  /** An ApiError has it. */
  status?: number
}

function described(error: unknown): Described {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: '' }
  const { name, message, stack = '' } = error
  return { ...error, name, message, stack }
}

function named({ remote, version = 'unknown' }: Partial<Described>): Release | undefined {
  return remote ? { remote, version } : undefined
}

/**
 * `…/releases/mfe-tips/3f2a/page.js:1:20` → mfe-tips 3f2a. The nearest remote in it: where the shell's code threw, as
 * React's does, a remote called it. Else the shell of this page, whose files have no version in their addresses.
 */
export function releaseIn(trace = ''): Release | undefined {
  const releases = [...trace.matchAll(/\/releases\/([\w-]+)\/([\w.-]+)\//g)].map(([, remote = '', version = '']) => ({
    remote,
    version: remote === 'shell' ? pageRegistry().shell.version : version,
  }))
  return releases.find(({ remote }) => remote !== 'shell') ?? releases[0]
}

/** An extension of the browser, or telemetry itself, which must not report itself forever. */
function isElsewhere(trace: string): boolean {
  return /-extension:\/\/|\/telemetry\.js/.test(trace)
}

/** The network or the server is away, or has rejected: no code is to blame, unless its request broke the contract. */
function isExpected(name: string, status: number | undefined): boolean {
  return name === 'AbortError' || (name === 'ApiError' && status !== 400)
}
