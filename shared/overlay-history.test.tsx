import { createBrowserRouter, RouterProvider, useBackCloses, useLocation, useNavigate } from '@portal/shared/router'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

function Overlay({ name, onClose }: { name: string; onClose: () => void }) {
  useBackCloses(true, onClose)
  return <p role="dialog">{name}</p>
}

/** A page whose buttons open overlays, one after the other or one over the other, and navigate. */
function Page() {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useState<string[]>([])
  const actions = {
    'Открыть лист': () => setOpen([...open, 'Лист']),
    'Открыть список': () => setOpen([...open, 'Список']),
    'Открыть код вместо листа': () => setOpen(['Код']),
    Закрыть: () => setOpen([]),
    'Закрыть и уйти': () => {
      setOpen([])
      navigate('/next')
    },
    Уйти: () => navigate('/next'),
    Отфильтровать: () => navigate('?type=tip', { replace: true }),
    'На шаг назад': () => navigate(-1),
  }
  return (
    <>
      <h1>{pathname + search}</h1>
      <p data-testid="visit">{key}</p>
      {Object.entries(actions).map(([name, run]) => (
        <button key={name} type="button" onClick={run}>
          {name}
        </button>
      ))}
      {open.map((name) => (
        <Overlay key={name} name={name} onClose={() => setOpen((all) => all.filter((one) => one !== name))} />
      ))}
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const page = () => screen.getByRole('heading').textContent
const visit = () => screen.getByTestId('visit').textContent
const opened = () => screen.queryAllByRole('dialog').map(({ textContent }) => textContent)
const atPage = () => waitFor(() => expect(history.state?.overlays ?? 0).toBe(0))

async function back() {
  await act(async () => history.back())
}

let dispose = () => {}

beforeEach(async () => {
  history.pushState({ idx: 0, key: 'before' }, '', '/before')
  history.pushState({ idx: 1, key: 'page' }, '', '/page')
  const router = createBrowserRouter([{ path: '*', Component: Page }])
  dispose = () => router.dispose()
  render(<RouterProvider router={router} />)
})

afterEach(() => {
  dispose()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('closes the overlay on «Назад» without notifying the router', async () => {
  const before = visit()
  await press('Открыть лист')
  await back()
  expect(opened()).toEqual([])
  expect([page(), visit()]).toEqual(['/page', before])
  await back()
  expect(page()).toBe('/before')
})

// spec: 4.2
test('closes the upper of two overlays first on «Назад»', async () => {
  await press('Открыть лист')
  await press('Открыть список')
  await back()
  expect(opened()).toEqual(['Лист'])
  await back()
  expect(opened()).toEqual([])
  expect(page()).toBe('/page')
})

test('leaves no entry to go back or forward to when an overlay closes itself', async () => {
  await press('Открыть лист')
  await press('Открыть список')
  await press('Закрыть')
  await atPage()
  await act(async () => history.forward())
  await atPage()
  expect(opened()).toEqual([])
  await back()
  expect(page()).toBe('/before')
})

test('reuses the entry for an overlay that immediately follows another', async () => {
  await press('Открыть лист')
  const entries = history.length
  await press('Открыть код вместо листа')
  expect(history.length).toBe(entries)
  await back()
  expect(opened()).toEqual([])
  expect(page()).toBe('/page')
})

// spec: 4.2
test('leaves an overlay open that opens while the entry of another is being left', async () => {
  vi.stubGlobal('navigation', { currentEntry: { index: 1 } })
  await press('Открыть лист')
  const { go } = history
  let arrive = () => {}
  vi.spyOn(history, 'go').mockImplementationOnce((by) => {
    arrive = () => go.call(history, by)
  })
  await press('Закрыть')
  await waitFor(() => expect(history.go).toHaveBeenCalled())
  await press('Открыть код вместо листа')
  await act(async () => arrive())
  expect(opened()).toEqual(['Код'])
  await back()
  expect(opened()).toEqual([])
  expect(page()).toBe('/page')
})

test.each(['Закрыть и уйти', 'Уйти'])(
  '«%s»: goes «back» from the next page to the page, not to the overlay',
  async (leave) => {
    await press('Открыть лист')
    await press(leave)
    expect(location.pathname).toBe('/next')
    // The overlay stays open on its page; leaving the page closes it first.
    if (opened().length > 0) await press('Закрыть')
    await atPage()
    await back()
    expect([page(), location.pathname]).toEqual(['/page', '/page'])
    await act(async () => history.forward())
    expect(page()).toBe('/next')
    await back()
    await back()
    expect(page()).toBe('/before')
  },
)

test('preserves an address that is replaced under an overlay when it closes', async () => {
  await press('Открыть лист')
  await press('Отфильтровать')
  await press('Закрыть')
  await atPage()
  expect([page(), location.search]).toEqual(['/page?type=tip', '?type=tip'])
  await back()
  expect(page()).toBe('/before')
})

test('goes back from the page’s own entry when the page goes back by itself', async () => {
  await press('Открыть лист')
  await press('На шаг назад')
  await waitFor(() => expect(page()).toBe('/before'))
  expect(opened()).toEqual([])
})

test('completes a navigation where the browser has dropped the entry of the page', async () => {
  await press('Открыть лист')
  const go = vi.spyOn(history, 'go').mockImplementation(() => {})
  await press('Закрыть')
  await waitFor(() => expect(go).toHaveBeenCalled())
  await press('Уйти')
  await waitFor(() => expect(location.pathname).toBe('/next'))
  expect(page()).toBe('/next')
})

test('waits for a step back before a navigation, however slow, where the browser has the entry', async () => {
  vi.stubGlobal('navigation', { currentEntry: { index: 1 } })
  await press('Открыть лист')
  const steps: number[] = []
  const go = vi.spyOn(history, 'go').mockImplementation((by = 0) => void steps.push(by))
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
  await vi.advanceTimersByTimeAsync(1)
  expect(steps).toEqual([-1])
  fireEvent.click(screen.getByRole('button', { name: 'Уйти' }))
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(location.pathname).toBe('/page')
  go.mockRestore()
  await act(async () => history.go(-1))
  await waitFor(() => expect(location.pathname).toBe('/next'))
  expect(page()).toBe('/next')
})

test('navigates immediately where the browser has no entry of the page', async () => {
  vi.stubGlobal('navigation', { currentEntry: { index: 0 } })
  await press('Открыть лист')
  await press('Закрыть')
  const go = vi.spyOn(history, 'go')
  await atPage()
  await press('Уйти')
  expect(location.pathname).toBe('/next')
  expect(go).not.toHaveBeenCalled()
})

test('steps back to the page’s entry when it is loaded on the entry of an overlay', async () => {
  history.pushState({ idx: 1, key: 'page', overlays: 1 }, '', '/page')
  vi.resetModules()
  const { onPageTraversal } = await import('./overlay-history.ts')
  onPageTraversal(() => {})
  await atPage()
  expect(history.state).toEqual({ idx: 1, key: 'page' })
})
