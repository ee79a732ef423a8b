import { useLocation } from '@portal/shared/router'
import { Component, type ReactNode } from 'react'

type RouteErrorBoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Shows `fallback` for what throws below it, until the next navigation, which is another try. */
export function RouteErrorBoundary(props: RouteErrorBoundaryProps) {
  return <Boundary {...props} visit={useLocation().key} />
}

type BoundaryProps = RouteErrorBoundaryProps & { visit: string }
type BoundaryState = { failed: boolean; visit: string }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = { failed: false, visit: this.props.visit }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: BoundaryState) {
    return visit === state.visit ? null : { failed: false, visit }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
