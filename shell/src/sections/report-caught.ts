import type { ReleaseName } from '@portal/shared/page-protocol'

/** A boundary below which the code of one release runs. */
export type BoundaryOfRelease = {
  /** Returns undefined where no release has started. */
  releaseInside(): ReleaseName | undefined
}

type Caught = { componentStack?: string | null | undefined; errorBoundary?: unknown }

/**
 * Reports what React has caught: to telemetry with the release whose section it took down, since the stack may have no
 * code of it, and to the console of a developer.
 */
export function reportCaught(error: unknown, { componentStack, errorBoundary }: Caught): void {
  reportThrown(error, componentStack, (errorBoundary as Partial<BoundaryOfRelease> | undefined)?.releaseInside?.())
}

/**
 * Reports an error after which React has rendered again. Its cause is what was thrown, where something was: the
 * components around it are the shell's also where the section below them threw, and are left out.
 */
export function reportRecovered(error: unknown, { componentStack }: Caught): void {
  const { cause } = error as Error
  if (cause === undefined) reportThrown(error, componentStack)
  else reportThrown(cause, undefined)
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
