import {
  createBrowserRouter,
  Link,
  Outlet,
  RouterProvider,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useSearchParams,
} from '@portal/shared/router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

function Layout() {
  const { pathname, search, key } = useLocation()
  return (
    <>
      <h1>{pathname + search}</h1>
      <p data-testid="titles">{useMatches().flatMap(({ handle }) => handle ?? [])}</p>
      <p data-testid="key">{key}</p>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

function List() {
  const navigate = useNavigate()
  const [, setSearch] = useSearchParams()
  return (
    <>
      <Link to="/list/7">Запись</Link>
      <Link to="/list">Список</Link>
      <button type="button" onClick={() => setSearch({ page: '2' }, { replace: true, preventScrollReset: true })}>
        Отфильтровать
      </button>
      <button type="button" onClick={() => navigate('/list/Ю?name=Ж')}>
        К имени
      </button>
    </>
  )
}

const routes = [
  {
    element: <Layout />,
    children: [
      { path: '/list', Component: List, handle: 'Список' },
      { path: '/list/:id', element: <h2 id="part">Запись</h2>, handle: 'Запись' },
    ],
  },
]

let router: ReturnType<typeof createBrowserRouter>

function open(): void {
  router = createBrowserRouter(routes)
  render(<RouterProvider router={router} />)
}

const page = () => screen.getByRole('heading', { level: 1 }).textContent
const tap = (name: string) => userEvent.click(screen.getByText(name, { selector: 'a, button' }))

async function back() {
  const shown = page()
  act(() => history.back())
  await waitFor(() => expect(page()).not.toBe(shown))
}

beforeEach(() => {
  history.pushState(null, '', '/list')
  open()
})
afterEach(() => {
  cleanup()
  router.dispose()
  vi.restoreAllMocks()
})

test('renders the page of a link, of «Назад», and of a loaded address, with the handle of its route', async () => {
  expect(screen.getByTestId('titles')).toHaveTextContent('Список')
  await tap('Запись')
  expect([page(), location.pathname]).toEqual(['/list/7', '/list/7'])
  expect(screen.getByTestId('titles')).toHaveTextContent('Запись')
  await back()
  expect(page()).toBe('/list')
})

test('a link to the page that is shown is another visit, and leaves no entry in the history', async () => {
  const { length } = history
  const visit = screen.getByTestId('key').textContent
  await tap('Список')
  expect(screen.getByTestId('key').textContent).not.toBe(visit)
  expect(history.length).toBe(length)
})

test('has the encoded location of an address with letters', async () => {
  await tap('К имени')
  expect(page()).toBe(encodeURI('/list/Ю?name=Ж'))
  expect(page()).toBe(location.pathname + location.search)
})

test('calls a subscriber before the new page is rendered, until it stops listening', async () => {
  const seen: unknown[] = []
  const stop = router.subscribe(({ location }) => seen.push([location.pathname, page()]))
  await tap('Запись')
  expect(seen).toEqual([['/list/7', '/list']])
  stop()
  await back()
  expect(seen).toHaveLength(1)
})

test('scrolls a new page to its top, a page of «Назад» to where it was, and leaves a filtered one', async () => {
  act(() => scrollTo(0, 640))
  await tap('Отфильтровать')
  expect([page(), scrollY]).toEqual(['/list?page=2', 640])
  await tap('Запись')
  expect(scrollY).toBe(0)
  scrollTo(0, 80)
  await back()
  expect([page(), scrollY]).toEqual(['/list?page=2', 640])
})

test.each([
  ['a page that is loaded again to where it was', 0, 320],
  // Scrolled by the browser and by the user, before the code of the page was there.
  ['nothing that has been scrolled since', 10, 10],
])('scrolls %s', async (_case, before, after) => {
  scrollTo(0, 320)
  dispatchEvent(new Event('pagehide'))
  router.dispose()
  cleanup()

  scrollTo(0, before)
  vi.resetModules()
  const loaded = await import('@portal/shared/router')
  const again = loaded.createBrowserRouter([{ path: '*', Component: loaded.ScrollRestoration }])
  render(<loaded.RouterProvider router={again} />)
  expect(scrollY).toBe(after)
  again.dispose()
})

test('opens an address that begins with two slashes, which a browser’s history takes for another host', () => {
  cleanup()
  router.dispose()
  Reflect.get(window, 'happyDOM').setURL(`${location.origin}//list/7?page=2#part`)
  open()
  expect([page(), location.hash]).toEqual(['/list/7?page=2', '#part'])
})

test('leaves the scrolling to the browser where it has followed a link to an element of the page', () => {
  act(() => scrollTo(0, 640))
  act(() => {
    history.pushState(null, '', '#part')
    scrollTo(0, 200)
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect([router.state.location.hash, scrollY]).toEqual(['#part', 200])
})

test('scrolls to the element that the address names', () => {
  cleanup()
  scrollTo(0, 0)
  router.dispose()
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  history.pushState(null, '', '/list/7#part')
  open()
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('heading', { level: 2 })])
})
