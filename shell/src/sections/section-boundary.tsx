import { checkNetwork } from '@portal/shared/http/online'
import { Component, type ReactNode } from 'react'
import type { BoundaryOfRelease } from './report-caught.ts'
import { SectionFailure } from './section-notice.tsx'

type SectionBoundaryProps = BoundaryOfRelease & {
  visit: string
  onRetry: () => void
  onError: (error: unknown) => void
  /** Shown after a failure, instead of a notice. */
  fallback?: ReactNode
  children: ReactNode
}

/** Limits the failure of a remote that does not load, does not start or throws while it renders to its own section or slot. */
export class SectionBoundary extends Component<SectionBoundaryProps, { failed: boolean }> implements BoundaryOfRelease {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  releaseInside() {
    return this.props.releaseInside()
  }

  override componentDidCatch(error: unknown) {
    // Code that did not load tells as little as a request that failed.
    void checkNetwork()
    this.props.onError(error)
  }

  /** Every navigation is another try, be it to the page that is shown. */
  override componentDidUpdate({ visit }: SectionBoundaryProps) {
    if (visit !== this.props.visit && this.state.failed) this.props.onRetry()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback ?? <SectionFailure onRetry={this.props.onRetry} />
  }
}
