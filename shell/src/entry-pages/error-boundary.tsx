import { Component, type ReactNode } from 'react'
import { ShellErrorPage } from '../routing/shell-error-page.tsx'

export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: object) {
    // Not only to the console: telemetry receives it.
    reportError(Object.assign(Object(error), info))
  }

  override render() {
    return this.state.failed ? <ShellErrorPage /> : this.props.children
  }
}
