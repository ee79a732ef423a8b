import type { ReleaseName } from '@portal/shared/page-protocol'
import { useLocation } from '@portal/shared/router'
import { Component, type ReactNode } from 'react'
import type { BoundaryOfRelease } from '../../remotes/sections/report-caught.ts'

type RouteErrorBoundaryProps = {
  fallback: ReactNode
  children: ReactNode
  /** Undefined if only code of the shell is below it. */
  releaseInside?: (() => ReleaseName | undefined) | undefined
}

/**
 * Shows `fallback` for an error below it until the next navigation. Before that it renders its children once more,
 * because the error may come from the cleanup of an effect in a page that was just left.
 */
export function RouteErrorBoundary(props: RouteErrorBoundaryProps) {
  return <Boundary {...props} visit={useLocation().key} />
}

type BoundaryProps = RouteErrorBoundaryProps & { visit: string }
type BoundaryState = { failed: boolean; isSecondTry: boolean; visit: string }

class Boundary extends Component<BoundaryProps, BoundaryState> implements BoundaryOfRelease {
  override state = { failed: false, isSecondTry: false, visit: this.props.visit }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: BoundaryState) {
    return visit === state.visit ? null : { failed: false, isSecondTry: false, visit }
  }

  releaseInside() {
    return this.props.releaseInside?.()
  }

  override componentDidCatch() {
    if (!this.state.isSecondTry) this.setState({ failed: false, isSecondTry: true })
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
