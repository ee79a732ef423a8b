import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasEnded } from './opened-sections.ts'
import { SectionGuard } from './section-guard.tsx'
import { stopSections } from './verdicts.ts'

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? `${this.state.error.name}: ${this.state.error.message}` : this.props.children
  }
}

const section = (
  <Boundary>
    <SectionGuard remote="mfe-tips" />
    The section
  </Boundary>
)

beforeEach(() => {
  // React logs every caught error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('throws a verdict on its remote into the boundary of the section, and not into the next one', () => {
  const { unmount } = render(section)
  act(() => stopSections('mfe-settings', 'NavigationLoop', 'of another remote'))
  expect(screen.getByText('The section')).toBeDefined()
  act(() => stopSections('mfe-tips', 'NavigationLoop', 'More than 60 navigations'))
  expect(screen.getByText('NavigationLoop: More than 60 navigations')).toBeDefined()
  unmount()
  render(section)
  expect(screen.getByText('The section')).toBeDefined()
})

test('its remote has ended when it leaves the page', () => {
  const { unmount } = render(section)
  expect(hasEnded('mfe-tips')).toBe(false)
  unmount()
  expect(hasEnded('mfe-tips')).toBe(true)
})
