import { getBalance } from '@portal/contracts/balance'
import { getInvitation } from '@portal/contracts/invitation'
import { getSessionBootstrap, logout } from '@portal/contracts/session'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { cardFormKey } from '@portal/shared/page-protocol'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useSuspenseQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openInvitation } from '../testing/open-invitation.ts'
import { anna, berezka, client, closePortal, mostNotDefault, openPortal, stubSession } from '../testing/open-portal.tsx'
import { affected } from '../updates/live/invalidation.ts'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({
    Component: () => (
      <>
        <h2>Страница {path}</h2>
        {path === '/other' && (
          <QueryBoundary skeleton={<p>Скелет</p>}>
            <Amount />
          </QueryBoundary>
        )}
      </>
    ),
  }),
  loadPageAhead: () => {},
}))

// The session brings the balances of its own restaurants.
const balance = apiQuery(getBalance, { params: { restId: 'r2' } })

function Amount() {
  return useSuspenseQuery(balance).data.balance
}

beforeEach(() => stubSession([berezka]))
afterEach(closePortal)

const address = () => location.pathname + location.search
const sessionEnded = () => screen.queryByText(/^Сеанс закончился/)

async function requestBalance(status: number, code: string) {
  stub(getBalance, () => {
    throw new ProblemResponse(status, code)
  })
  await act(() => call(getBalance, { params: { restId: 'r1' } }).catch(() => {}))
}

// spec: 5.1, 6.1, 10.2
test('the portal ends the session on 401, removes all data, and returns after login', async () => {
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  await requestBalance(401, 'no_session')
  expect(await screen.findByLabelText('Телефон')).toBeDefined()
  expect(screen.getByText('Сеанс закончился. Войдите ещё раз.')).toBeVisible()
  expect(address()).toBe('/login?back=%2Fbilling')
  expect(localStorage.length).toBe(0)
  expect(client.getQueryCache().getAll()).toEqual([])
})

// spec: 6.1, 10.2
test.each([
  ['/password/recovery?back=%2Fout', null, '/login?back=%2Fout'],
  ['/password/recovery', anna, '/login'],
  ['/i/DEMO-BEREZKA', null, '/login?back=%2Fi%2FDEMO-BEREZKA'],
] as const)(
  'a 401 on %s, which is open to anyone, leads to sign-in where the browser remembers %j',
  async (page, user, login) => {
    stub(getInvitation, () => openInvitation)
    openPortal(page, user)
    await screen.findByRole('heading', { level: 1 })
    await requestBalance(401, 'unauthorized')
    await waitFor(() => expect(address()).toBe(login))
    expect(await screen.findByLabelText('Пароль')).toBeDefined()
    expect(useSession.getState().user).toBeNull()
  },
)

// spec: 3.7, 6.4, 10.3
test('the portal shows «Доступ запрещен» on 403 until the next navigation, also to the same page', async () => {
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  await requestBalance(403, 'forbidden')
  expect(await screen.findByText('Доступ запрещен')).toBeDefined()
  expect(screen.queryByText('Страница /billing')).toBeNull()

  await userEvent.click(screen.getByRole('link', { name: 'Операции' }))
  expect(await screen.findByText('Страница /billing')).toBeDefined()
  expect(screen.queryByText('Доступ запрещен')).toBeNull()
})

test('the portal ignores a 403 of a call of the previous page', async () => {
  const response = Promise.withResolvers<never>()
  stub(getBalance, () => response.promise)
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  const late = call(getBalance, { params: { restId: 'r1' } }).catch((error: unknown) => error)
  await userEvent.click(screen.getByRole('link', { name: 'Чаевые' }))
  await screen.findByText('Страница /')
  response.reject(new ProblemResponse(403, 'forbidden'))
  await act(() => late)
  expect(await late).toMatchObject({ status: 403 })
  expect(screen.queryByText('Доступ запрещен')).toBeNull()
  expect(screen.getByText('Страница /')).toBeDefined()
})

const prefetchBalance = () => client.prefetchQuery({ ...balance, meta: { endpoint: getBalance, isPrefetch: true } })

test('the portal ignores a 403 of what was requested in advance', async () => {
  stub(getBalance, () => {
    throw new ProblemResponse(403, 'forbidden')
  })
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  await act(prefetchBalance)
  expect(screen.queryByText('Доступ запрещен')).toBeNull()
})

test('the portal shows «Доступ запрещен» where the page waits for what was requested in advance', async () => {
  const response = Promise.withResolvers<never>()
  let calls = 0
  stub(getBalance, () => {
    calls += 1
    return response.promise
  })
  openPortal('/')
  await screen.findByText('Страница /')
  const prefetched = prefetchBalance()
  await userEvent.click(screen.getByRole('link', { name: 'Другое' }))
  await screen.findByText('Скелет')
  response.reject(new ProblemResponse(403, 'forbidden'))
  await act(() => prefetched)
  expect(await screen.findByText('Доступ запрещен')).toBeDefined()
  expect(calls).toBe(1)
})

// spec: 6.1
test('the portal ends the session on the server on «Выход», and goes home after login', async () => {
  let ended = false
  stub(logout, () => {
    ended = true
    return undefined
  })
  openPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'Выход' }))
  expect(await screen.findByLabelText('Телефон')).toBeDefined()
  expect(ended).toBe(true)
  expect(sessionEnded()).toBeNull()
  expect(address()).toBe('/login')
  expect(localStorage.length).toBe(0)
})

const storedCard = () => sessionStorage.getItem(cardFormKey)
const storeCard = (userId: string) =>
  sessionStorage.setItem(cardFormKey, JSON.stringify({ userId, card: { token: 'pt-1' } }))

test('the portal removes the card of a provider’s form on «Выход»', async () => {
  stub(logout, () => undefined)
  openPortal('/billing')
  const signOut = await screen.findByRole('button', { name: 'Выход' })
  storeCard(anna.id)
  await userEvent.click(signOut)
  await screen.findByLabelText('Телефон')
  expect(storedCard()).toBeNull()
})

test('the portal leaves the card of a provider’s form to its user after an expired session, and to no other', async () => {
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  storeCard(anna.id)
  await requestBalance(401, 'no_session')
  await screen.findByLabelText('Телефон')
  act(() => signedIn({ id: anna.id, name: anna.name }))
  expect(storedCard()).toContain('pt-1')
  await requestBalance(401, 'no_session')
  act(() => signedIn({ id: 'u2', name: 'Борис Ким' }))
  expect(storedCard()).toBeNull()
})

// spec: 6.22
test('the portal does not report «Выход» as done when the request failed', async () => {
  stub(logout, () => {
    throw new NetworkError()
  })
  openPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'Выход' }))
  expect(await screen.findByText(/Не удалось выйти/)).toBeDefined()
  expect(screen.getByText('Страница /billing')).toBeDefined()
})

test('the portal follows another tab that signed out, and one that signed in', async () => {
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  localStorage.clear()
  act(() => void dispatchEvent(new Event('storage')))
  expect(await screen.findByLabelText('Телефон')).toBeDefined()
  expect(sessionEnded()).toBeNull()

  localStorage.setItem('chaevye:user', JSON.stringify({ id: anna.id, name: anna.name }))
  act(() => void dispatchEvent(new Event('storage')))
  expect(await screen.findByText('Страница /billing')).toBeDefined()
})

test('the portal does not show data that was requested before another user signed in here', async () => {
  const boris = { ...anna, id: 'u2', name: 'Борис Ким' }
  stubSession([mostNotDefault], boris)
  const ofAnna = { user: anna, employees: [berezka], balance: { total: {}, by_restaurant: {} }, live_seq: 0 }
  window.portal.bootstrap = Promise.resolve(Response.json(ofAnna))
  openPortal('/', boris)
  await screen.findByText('Страница /')
  expect(screen.getByText('Борис Ким')).toBeDefined()
  // Анна, the default employee, would see it.
  expect(screen.queryByRole('link', { name: 'Перевод средств' })).toBeNull()
})

test('updates the name from the server', async () => {
  stubSession([berezka], { ...anna, name: 'Анна Орлова' })
  openPortal('/')
  expect(await screen.findByText('Анна Орлова')).toBeDefined()
})

test('the portal offers to load data again that could not be loaded', async () => {
  stub(getSessionBootstrap, () => {
    throw new ProblemResponse(503, 'database_away')
  })
  openPortal('/')
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  expect(screen.getByText('Не удалось загрузить данные')).toBeDefined()
  stubSession([berezka])
  await userEvent.click(retry)
  expect(await screen.findByText('Страница /')).toBeDefined()
})

// spec: 6.5
test('the portal shows a user that they are disabled at each restaurant, and lets them sign out', async () => {
  stub(logout, () => undefined)
  stubSession([])
  openPortal('/')
  expect(await screen.findByText('Нет доступных ресторанов')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Выйти' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

test.each(['session', 'resync'] as const)(
  'the portal shows by a %s hint that the user has lost the last restaurant while a page is open',
  async (type) => {
    openPortal('/billing')
    await screen.findByText('Страница /billing')
    stubSession([])
    await act(() => invalidate(client, ...affected[type]))
    expect(await screen.findByText('Нет доступных ресторанов')).toBeDefined()
  },
)

test('the portal sends a disabled user to login, which shows the reason until a user signs in', async () => {
  openPortal('/billing')
  await screen.findByText('Страница /billing')
  await requestBalance(401, 'account_disabled')
  expect(await screen.findByText('Аккаунт отключён')).toBeVisible()
  expect(sessionEnded()).toBeNull()
  expect(screen.getByText(/Деньги на вашем балансе сохранены/)).toBeVisible()
  act(() => signedIn({ id: anna.id, name: anna.name }))
  expect(await screen.findByText('Страница /billing')).toBeDefined()
  expect(useSession.getState().disabled).toBe(false)
})
