import { createBrowserRouter, createServerRouter, RouterProvider } from '@portal/shared/router'
import { Slot, SlotContext, type Slots } from '@portal/shared/slot'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, lazy, type ReactNode, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeEarlyPortal } from '../../testing/fake-early-portal.ts'
import { registryGiven } from '../registry.ts'
import { fillers, fillersRendered, RemoteSlot } from './remote-slot.tsx'

type Filler = ComponentType<Slots['tips.actions']>
type Load = () => Promise<{ Component: Filler; version: string }>

/** What is loaded at each attempt; a fallback goes from one release to the next. */
let releases: Load[] = []
/** What other remotes load, by name. */
let others: Record<string, Load> = {}

// Federation needs a browser and a build, so the tests provide a component or a failure instead.
vi.mock('../load-page.ts', () => ({ loadSlot: (remote: string) => (others[remote] ?? releases[0])?.() }))
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
  fillersRendered({ fillers: [{ slot: 'tips.actions', remote: filler }] })
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

function release(fills: string[], order?: number) {
  const fillOrder = order === undefined ? {} : { fillOrder: { 'tips.actions': order } }
  const manifest = { name: 'mfe-filler' as const, paths: [], routes: [], menu: [], fills, ...fillOrder }
  return { current: { version: '1', base: '/', entry: '', container: '', files: {}, manifest } }
}

function register(fills: string[], remotes: Record<string, ReturnType<typeof release>> = {}): void {
  const { current: shell } = release([])
  registryGiven({ sequence: 1, shell, remotes: { ...remotes, [filler]: release(fills) } })
}

function Page({ fallback = <a href="/out">Своё</a> }: { fallback?: ReactNode }) {
  return (
    <SlotContext value={RemoteSlot}>
      <p>Страница</p>
      <Slot name="tips.actions" props={{ restId: 'berezka', balance: 500, pending: 0 }} fallback={fallback} />
    </SlotContext>
  )
}

function app(page = <Page />, router = createServerRouter([{ path: '/', element: page }], '/')) {
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

test('a slot shows the parts of several remotes in their order, and one that fails takes no other away', async () => {
  const [first, broken, last] = ['first', 'broken', 'last'].map((name) => `mfe-${name}-${remotes}`) as [
    string,
    string,
    string,
  ]
  register(['tips.actions'], {
    [last]: release(['tips.actions'], 60),
    [broken]: release(['tips.actions'], 20),
    [first]: release(['tips.actions'], 10),
  })
  releases = [loads(Good)]
  others = {
    [last]: loads(() => <b>Последнее</b>),
    [broken]: loads(Throws),
    [first]: loads(() => <b>Первое</b>),
  }
  const { container } = render(app())
  await screen.findByText('Последнее')
  await screen.findByText('Своё')
  expect([...container.querySelectorAll('[data-slot]')].map((part) => part.textContent)).toEqual([
    'Первое',
    'Своё',
    'Чужое в berezka',
    'Последнее',
  ])
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

test('a failed part of another remote is not loaded again by a navigation within the page', async () => {
  const load = vi.fn<Load>().mockRejectedValue(new Error('404'))
  releases = [load]
  const router = createBrowserRouter([{ path: '*', element: <Page /> }])
  render(app(undefined, router))
  await screen.findByText('Своё')
  await act(async () => router.navigator.push('/?page=2'))
  expect(screen.getByText('Своё')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
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
  ['what fills it', undefined, 'Чужое в berezka'],
  ['what fills it on an older server', { slots: ['tips.actions'] }, 'Чужое в berezka'],
  ['the fallback where what fills it failed there', { fillers: [] }, 'Своё'],
])('a slot hydrates the HTML of the server with %s', async (_, given, text) => {
  releases = [loads(Good)]
  if (given) fillersRendered(given)
  fillers.setLoaded(filler, 'tips.actions', { Component: Good as ComponentType })
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(app())
  expect(root.textContent).toContain(text)
  const problems: unknown[] = []
  await act(async () => hydrateRoot(root, app(), { onRecoverableError: (error) => problems.push(error) }))
  expect(screen.getByText(text)).toBeDefined()
  expect(problems).toEqual([])
})

test('a slot shows the fallback in place of the HTML of the server where the code of what fills it does not load', async () => {
  releases = [() => Promise.reject(new Error('404'))]
  fillers.setLoaded(filler, 'tips.actions', { Component: Good as ComponentType })
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(app())
  fillers.setLoaded(filler, 'tips.actions', { Component: lazy(() => Promise.reject(new Error('404'))) })
  await act(async () => hydrateRoot(root, app(), { onRecoverableError: () => {} }))
  expect(await screen.findByText('Своё')).toBeDefined()
  expect(screen.getByText('Страница')).toBeDefined()
})

test('a slot without a fallback shows after hydration what failed on the server', async () => {
  releases = [loads(Good)]
  fillersRendered({ fillers: [] })
  const page = app(<Page fallback={null} />)
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(page)
  expect(root.textContent).toBe('Страница')
  await act(async () => hydrateRoot(root, page))
  expect(await screen.findByText('Чужое в berezka')).toBeDefined()
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
