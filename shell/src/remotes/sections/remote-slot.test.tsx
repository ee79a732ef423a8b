import { createServerRouter, RouterProvider } from '@portal/shared/router'
import { Slot, SlotContext, type Slots } from '@portal/shared/slot'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'
import { registryGiven } from '../registry.ts'
import { fillers, RemoteSlot, slotsRendered } from './remote-slot.tsx'

type Filler = ComponentType<Slots['tips.actions']>
type Load = () => Promise<{ Component: Filler; version: string }>

/** What is loaded at each attempt; a fallback goes from one release to the next. */
let releases: Load[] = []

// Federation needs a browser and a build, so the tests provide a component or a failure instead.
vi.mock('../load-page.ts', () => ({ loadSlot: () => releases[0]?.() }))
vi.mock('../releases.ts', () => ({
  releases: { markFailedIfReplaceable: () => releases.length > 1 && Boolean(releases.shift()) },
}))

let remotes = 0
let filler = ''

beforeEach(() => {
  // Code that is loaded stays: each test has a remote of its own.
  remotes += 1
  filler = `mfe-filler-${remotes}`
  register(['tips.actions'])
  slotsRendered(['tips.actions'])
  vi.stubGlobal('reportError', () => {})
  window.portal = fakeEarlyPortal()
  // React logs every caught error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function register(fills: string[]): void {
  const manifest = { name: 'mfe-filler' as const, paths: [], routes: [], menu: [], fills }
  const current = { version: '1', base: '/', entry: '', container: '', files: {}, manifest }
  registryGiven({ sequence: 1, shell: current, remotes: { [filler]: { current } } })
}

function Page() {
  return (
    <SlotContext value={RemoteSlot}>
      <p>Страница</p>
      <Slot
        name="tips.actions"
        props={{ restId: 'berezka', balance: 500, pending: 0 }}
        fallback={<a href="/out">Своё</a>}
      />
    </SlotContext>
  )
}

function app() {
  const router = createServerRouter([{ path: '/', Component: Page }], '/')
  return (
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

const Good = ({ restId }: { restId: string }) => <b>Чужое в {restId}</b>
const Throws = () => {
  throw new Error('A defect of the filler')
}
const Suspends = () => use(forever)
const forever = new Promise<never>(() => {})

const loads =
  (Component: Filler): Load =>
  async () => ({ Component, version: '7' })

test('a slot shows what another remote brings, with the properties of the page', async () => {
  releases = [loads(Good)]
  render(app())
  expect(await screen.findByText('Чужое в berezka')).toBeDefined()
  expect(screen.queryByText('Своё')).toBeNull()
})

test('a slot shows the fallback where no live release fills the slot', () => {
  register(['tips.other'])
  render(app())
  expect(screen.getByText('Своё')).toBeDefined()
})

// spec: 2.140
test.each<[string, Load]>([
  ['does not load', () => Promise.reject(new Error('404'))],
  ['throws while it renders', loads(Throws)],
  ['is no component', loads({} as Filler)],
])('a slot shows the fallback in a whole page where what fills the slot %s', async (_, load) => {
  releases = [load]
  render(app())
  expect(await screen.findByText('Своё')).toBeDefined()
  expect(screen.getByText('Страница')).toBeDefined()
})

test('a slot shows what the previous release brings when the current one throws', async () => {
  releases = [loads(Throws), loads(Good)]
  render(app())
  expect(await screen.findByText('Чужое в berezka')).toBeDefined()
})

test('a slot shows the fallback after four seconds where what fills the slot suspends forever, and fails it after eight idle ones', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  releases = [loads(Suspends), loads(Good)]
  render(app())
  await act(() => vi.advanceTimersByTimeAsync(3_900))
  expect(screen.queryByText('Своё')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByText('Своё')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(screen.getByText('Чужое в berezka')).toBeDefined()
})

test('a slot that waits forever fails no page', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => setTimeout(callback))
  releases = [loads(Suspends)]
  render(app())
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(screen.getByText('Своё')).toBeDefined()
  expect(screen.getByText('Страница')).toBeDefined()
})

test('a slot shows the fallback while the code is on its way for long, and what it brings when it is there', async () => {
  vi.useFakeTimers()
  const code = Promise.withResolvers<Awaited<ReturnType<Load>>>()
  releases = [() => code.promise]
  render(app())
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(screen.getByText('Своё')).toBeDefined()
  code.resolve({ Component: Good, version: '7' })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('Чужое в berezka')).toBeDefined()
})

test.each([
  ['what fills it', ['tips.actions'], 'Чужое в berezka'],
  ['the fallback where what fills it failed there', [], 'Своё'],
])('a slot hydrates the HTML of the server with %s', async (_, slots, text) => {
  releases = [loads(Good)]
  slotsRendered(slots)
  fillers.setLoaded(filler, 'tips.actions', { Component: Good as ComponentType })
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(app())
  expect(root.textContent).toContain(text)
  const problems: unknown[] = []
  await act(async () => hydrateRoot(root, app(), { onRecoverableError: (error) => problems.push(error) }))
  expect(screen.getByText(text)).toBeDefined()
  expect(problems).toEqual([])
})

test('a slot keeps the HTML of the server until the code of what fills it is there', async () => {
  fillers.setLoaded(filler, 'tips.actions', { Component: Good as ComponentType })
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(app())
  const code = Promise.withResolvers<{ default: ComponentType }>()
  fillers.setLoaded(filler, 'tips.actions', { Component: lazy(() => code.promise) })
  await act(async () => hydrateRoot(root, app()))
  expect(screen.getByText('Чужое в berezka').checkVisibility()).toBe(true)
  expect(root.querySelector('[data-skeleton]')).toBeNull()
  await act(async () => code.resolve({ default: Good as ComponentType }))
  expect(screen.getByText('Чужое в berezka')).toBeDefined()
})
