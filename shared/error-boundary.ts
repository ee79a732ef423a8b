import type { ReleaseName } from '@portal/shared/page-protocol'
import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** Returns what replaces the children after an error. `retry` renders them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  /** Returns whether the error is handled here. The boundary around this one handles the others. */
  handles?: (error: unknown) => boolean
  /** The key of the router's location. Another key after an error renders the children again. */
  visit?: string
  onError?: (error: unknown, retry: () => void) => void
  /** Called before the children are rendered again. */
  onRetry?: () => void
  /** Returns the release of a remote whose code runs below, for the report of an error. */
  releaseInside?: (() => ReleaseName | undefined) | undefined
  children: ReactNode
}

/** The one error boundary of the portal. The components that handle an error in their own way are built on it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure?: { error: unknown } | undefined }> {
  override state: { failure?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error, this.retry)
  }

  override componentDidUpdate({ visit }: ErrorBoundaryProps) {
    if (visit !== this.props.visit && this.state.failure) this.retry()
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ failure: undefined })
  }

  override render() {
    const { failure } = this.state
    const { children, handles, fallback } = this.props
    if (!failure) return children
    if (handles && !handles(failure.error)) throw failure.error
    return fallback(failure.error, this.retry)
  }
}
