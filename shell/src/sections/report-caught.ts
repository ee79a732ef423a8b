import type { ReleaseName } from '@portal/shared/page-protocol'

/** A boundary below which the code of one release runs. */
export type BoundaryOfRelease = {
  /** Returns undefined where no release has started. */
  releaseInside(): ReleaseName | undefined
}

type Caught = { componentStack?: string | null | undefined; errorBoundary?: unknown }

/** The release whose section fails, or is rendered again, in the commit that React is about to report. */
let affected: ReleaseName | undefined

/** React reports what it recovered from at the end of the same commit, where the stack may have no code of the section. */
export function sectionAffected(release: ReleaseName | undefined): void {
  affected = release
  queueMicrotask(() => (affected = undefined))
}

/**
 * Reports what React has caught: to telemetry with the release whose section it took down, since the stack may have no code of it, and
 * to the console and the overlay of a developer.
 */
export function reportCaught(error: unknown, { componentStack, errorBoundary }: Caught): void {
  const release = (errorBoundary as Partial<BoundaryOfRelease> | undefined)?.releaseInside?.()
  if (release) sectionAffected(release)
  reportThrown(error, componentStack, release)
}

/**
 * Reports an error after which React has rendered again. Its cause is what was thrown, where something was: the components around it are
 * the shell's also where the section below them threw, and are left out.
 */
export function reportRecovered(error: unknown, { componentStack }: Caught): void {
  const { cause, message } = error as Error
  const isMismatch = /#418|^Hydration failed/.test(message)
  if (cause !== undefined) reportThrown(cause, undefined, affected)
  // Other errors of React, such as of an update before the hydration, are not of what the section renders.
  else reportThrown(error, componentStack, isMismatch ? affected : undefined)
}

function reportThrown(value: unknown, componentStack: string | null | undefined, release?: ReleaseName): void {
  const error =
    value instanceof Error ? value : new Error(typeof value === 'string' ? value : `Thrown: ${typeof value}`)
  // Unlike an assignment it does not throw for a frozen error.
  Reflect.set(error, 'componentStack', componentStack)
  // Before the event of the same error, which is not counted again.
  window.portal.note({ error, where: componentStack ?? '', release })
  reportError(error)
}
