import { ErrorBoundary } from '@portal/shared/error-boundary'
import type { ReleaseName } from '@portal/shared/page-protocol'

type Caught = { componentStack?: string | null | undefined; errorBoundary?: unknown }

/**
 * Reports an error that React has caught: to telemetry with the release whose section failed, because the stack may
 * contain none of its code, and to the console for developers.
 */
export function reportCaught(error: unknown, { componentStack, errorBoundary }: Caught): void {
  const release = errorBoundary instanceof ErrorBoundary ? errorBoundary.props.releaseInside?.() : undefined
  reportThrown(error, componentStack, release)
}

/**
 * Reports an error after which React has rendered again. If it has a cause, reports only the cause, without the
 * components around it: they belong to the shell even if a section threw.
 */
export function reportRecovered(error: unknown, { componentStack }: Caught): void {
  const { cause } = error as Error
  if (cause === undefined) reportThrown(error, componentStack)
  else reportThrown(cause, undefined)
}

/** Reports a section that was started and is not shown. Returns the error. */
export function reportNotShown(release: ReleaseName | undefined): Error {
  const error = Object.assign(new Error('Started, and not shown in time'), { name: 'NotShownError' })
  reportThrown(error, undefined, release)
  return error
}

function reportThrown(value: unknown, componentStack: string | null | undefined, release?: ReleaseName): void {
  const error =
    value instanceof Error ? value : new Error(typeof value === 'string' ? value : `Thrown: ${typeof value}`)
  // Unlike an assignment it does not throw for a frozen error.
  Reflect.set(error, 'componentStack', componentStack)
  // Runs before the event of the same error, which is then not counted again.
  window.portal.note({ error, where: componentStack ?? '', release })
  reportError(error)
}
