import type { ReleaseName } from '@portal/shared/page-protocol'

/** A boundary below which the code of one release runs. */
export type BoundaryOfRelease = {
  /** Returns undefined where no release has started. */
  releaseInside(): ReleaseName | undefined
}

type Caught = { componentStack?: string | null | undefined; errorBoundary?: unknown }

/**
 * Reports what React has caught: to telemetry with the release whose section it took down, since the stack may have no code of it, and
 * to the console and the overlay of a developer.
 */
export function reportCaught(error: unknown, { componentStack, errorBoundary }: Caught): void {
  const release = (errorBoundary as Partial<BoundaryOfRelease> | undefined)?.releaseInside?.()
  const thrown =
    error instanceof Error ? error : new Error(typeof error === 'string' ? error : `Thrown: ${typeof error}`)
  // Unlike an assignment it does not throw for a frozen error.
  Reflect.set(thrown, 'componentStack', componentStack)
  // Before the event of the same error, which is not counted again.
  window.portal.note({ error: thrown, where: componentStack ?? '', release })
  reportError(thrown)
}

/**
 * Reports an error after which React has rendered again. Its cause is what was thrown, where something was: the components around it are
 * the shell's also where the section below them threw, and are left out.
 */
export function reportRecovered(error: unknown, info: Caught): void {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause === undefined) reportCaught(error, info)
  else reportCaught(cause instanceof Error ? cause : error, {})
}
