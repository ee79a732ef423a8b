import { ErrorBoundary } from '@portal/shared/error-boundary'
import type { Note } from '@portal/shared/page-protocol'
import { act, screen } from '@testing-library/react'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'
import { reportCaught, reportRecovered } from './report-caught.ts'
import { SectionFailure } from './section-notices.tsx'

type ErrorNote = Extract<Note, { error: unknown }>

const notes: ErrorNote[] = []
const reported: unknown[] = []
const release = { remote: 'mfe-tips', version: 't1' }
let root: Root

beforeEach(() => {
  window.portal = { ...fakeEarlyPortal(), note: (note) => 'error' in note && notes.push(note) }
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const container = document.createElement('div')
  document.body.append(container)
  root = createRoot(container, { onCaughtError: reportCaught, onRecoverableError: reportRecovered })
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.innerHTML = ''
  notes.length = 0
  reported.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderSection(children: ReactNode): Promise<void> {
  await act(async () => {
    root.render(
      <ErrorBoundary fallback={() => <SectionFailure onRetry={() => {}} />} releaseInside={() => release}>
        {children}
      </ErrorBoundary>,
    )
  })
}

function Throws({ value }: { value: unknown }): never {
  throw value
}

function ThrowsInEffect(): null {
  useEffect(() => {
    throw new Error('In an effect')
  }, [])
  return null
}

const NoComponent = {} as ComponentType

function errorOfReact(): Error {
  return Object.assign(new Error('Of React'), {
    stack: 'Error: Of React\n at x (https://t.example/releases/shell/1/vendor.js:1:1)',
  })
}

test.each<[string, ReactNode, string]>([
  ['an object in the place of a component', <NoComponent key="" />, 'Element type is invalid'],
  ['an error with React alone in its stack', <Throws key="" value={errorOfReact()} />, 'Of React'],
  ['an error in an effect', <ThrowsInEffect key="" />, 'In an effect'],
  ['a text', <Throws key="" value="just text" />, 'just text'],
  ['an object that cannot be written as text', <Throws key="" value={Object.create(null)} />, 'Thrown: object'],
  ['a frozen error', <Throws key="" value={Object.freeze(new Error('Frozen'))} />, 'Frozen'],
])('the shell reports %s with the release of the section that it took down', async (_, children, message) => {
  await renderSection(children)
  expect(screen.getByText('Раздел временно недоступен')).toBeDefined()
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatchObject({ release, where: expect.stringContaining('ErrorBoundary') })
  expect(String(notes[0]?.error)).toContain(message)
  // Must be the same object, so that the collector counts it once.
  expect(reported).toEqual([notes[0]?.error])
})

test('the shell reports an error in a commit, such as HTML that a policy blocks, with the release of the section', async () => {
  const { set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML') ?? {}
  vi.spyOn(Element.prototype, 'innerHTML', 'set').mockImplementation(function (this: Element, html) {
    if (html === '<b>blocked</b>') throw new TypeError('This document requires «TrustedHTML» assignment')
    set?.call(this, html)
  })
  await renderSection(<p dangerouslySetInnerHTML={{ __html: '<b>blocked</b>' }} />)
  expect(screen.getByText('Раздел временно недоступен')).toBeDefined()
  expect(notes).toMatchObject([{ release, error: { name: 'TypeError' } }])
})

test('the shell reports the cause of what React recovered from, without the components around it', () => {
  const cause = new Error('Thrown while hydrating')
  reportRecovered(new Error('Recovered', { cause }), { componentStack: 'at ErrorBoundary' })
  expect(notes).toEqual([{ error: cause, where: '', release: undefined }])
  const mismatch = new Error('Mismatch')
  reportRecovered(mismatch, { componentStack: 'at SideMenu' })
  expect(notes[1]).toMatchObject({ error: mismatch, where: 'at SideMenu' })
})
