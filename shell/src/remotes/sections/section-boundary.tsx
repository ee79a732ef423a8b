import { checkNetwork } from '@portal/shared/http/online'
import { Component, type ReactNode } from 'react'
import type { BoundaryOfRelease } from './report-caught.ts'
import { SectionFailure } from './section-notice.tsx'

type SectionBoundaryProps = BoundaryOfRelease & {
  visit: string
  /** It was not shown in time. */
  hasFailed: boolean
  onRetry: () => void
  onError: () => void
  /** Shown after a failure, instead of a notice. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Limits the failure of a remote that does not load, does not start or throws while it
 * renders to its own section or slot.
 */
export class SectionBoundary extends Component<SectionBoundaryProps, { failed: boolean }> implements BoundaryOfRelease {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  private get hasFailed() {
    return this.state.failed || this.props.hasFailed
  }

  releaseInside() {
    return this.props.releaseInside()
  }

  override componentDidCatch() {
    // Code that did not load is handled like a failed request.
    void checkNetwork()
    this.props.onError()
  }

  /** Every navigation is another attempt, even a navigation to the page that is shown. */
  override componentDidUpdate({ visit }: SectionBoundaryProps) {
    if (visit !== this.props.visit && this.hasFailed) this.props.onRetry()
  }

  override render() {
    if (!this.hasFailed) return this.props.children
    return this.props.fallback ?? <SectionFailure onRetry={this.props.onRetry} />
  }
}
