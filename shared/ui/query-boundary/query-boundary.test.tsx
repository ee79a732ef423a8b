import { ErrorBoundary } from '@portal/shared/error-boundary'
import { ApiError } from '@portal/shared/http/api-error'
import { checkNetwork } from '@portal/shared/http/online'
import { createBrowserRouter, Link, RouterProvider } from '@portal/shared/router'
import { loseNetwork } from '@portal/shared/testing/http-stub'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// React writes every caught error to the console.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

function renderBoundary(load: () => Promise<string>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  function Balance() {
    const { data } = useSuspenseQuery({ queryKey: ['balance'], queryFn: load })
    return <p>{data}</p>
  }
  function Page() {
    const [open, setOpen] = useState(true)
    return (
      <Section>
        <Link to="">Чаевые</Link>
        <button type="button" onClick={() => setOpen(!open)}>
          Другая страница и обратно
        </button>
        {open && (
          <QueryBoundary skeleton={<p>Скелет</p>}>
            <Balance />
          </QueryBoundary>
        )}
      </Section>
    )
  }
  const router = createBrowserRouter([{ path: '*', Component: Page }])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

function Section({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={() => <p>Раздел сломан</p>}>{children}</ErrorBoundary>
}

// spec: 2.28
test('shows the skeleton, then the content', async () => {
  const response = Promise.withResolvers<string>()
  renderBoundary(() => response.promise)
  expect(screen.getByText('Скелет')).toBeVisible()
  response.resolve('1 000 ₽')
  expect(await screen.findByText('1 000 ₽')).toBeVisible()
})

const other = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Другая страница и обратно' }))

test.each([
  ['a navigation to the same page', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('link'))],
  [
    'coming back to the page',
    async (user: ReturnType<typeof userEvent.setup>) => {
      await other(user)
      await other(user)
    },
  ],
])('tries again on %s, which may fail again', async (_, navigate) => {
  let calls = 0
  const user = renderBoundary(async () => {
    calls += 1
    if (calls < 3) throw new ApiError(calls === 1 ? 403 : 503, { code: 'away', message: '' })
    return '1 000 ₽'
  })
  await screen.findByRole('alert')
  await navigate(user)
  await waitFor(() => expect(calls).toBe(2))
  expect(await screen.findByRole('alert')).toBeVisible()
  await navigate(user)
  expect(await screen.findByText('1 000 ₽')).toBeVisible()
  expect(calls).toBe(3)
})

// spec: 2.29
test('offers to repeat a failed call', async () => {
  let away = true
  const user = renderBoundary(async () => {
    if (away)
      throw new ApiError(503, { code: 'database_unavailable', message: '' }, '04629fa0-3894-4a32-ab55-c79161234567')
    return '1 000 ₽'
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить данные')
  expect(screen.getByText('Код для поддержки: 04629fa0')).toBeVisible()
  away = false
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('1 000 ₽')).toBeVisible()
})

test('shows that there is no network', async () => {
  loseNetwork()
  await checkNetwork()
  renderBoundary(async () => {
    throw new ApiError(0, { code: 'offline', message: '' })
  })
  expect(await screen.findByText('Здесь нужен интернет')).toBeVisible()
})

test('throws a defect of the program to the section', async () => {
  renderBoundary(async () => {
    throw new TypeError('undefined is not a function')
  })
  expect(await screen.findByText('Раздел сломан')).toBeVisible()
})

/** Panels whose queries fail with these codes until `succeed` is called. */
function renderPanels(handle: { title?: string }, ...codes: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let isAway = true
  function Sum({ index }: { index: number }) {
    const { data } = useSuspenseQuery({
      queryKey: [index],
      queryFn: async () => {
        if (isAway) throw new ApiError(503, { code: codes[index] ?? '', message: '' })
        return `Сумма ${index}`
      },
    })
    return <p>{data}</p>
  }
  const Component = () =>
    codes.map((code, index) => (
      <QueryBoundary key={`${code} ${index}`} panel skeleton={<p>Скелет</p>}>
        <Sum index={index} />
      </QueryBoundary>
    ))
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createBrowserRouter([{ path: '*', Component, handle }])} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    succeed: () => {
      isAway = false
    },
  }
}

test('shows one failure for panels that failed for the same cause, and loads all of them again', async () => {
  const { user, succeed } = renderPanels({}, 'unavailable', 'unavailable')
  await waitFor(() => expect(screen.queryByText('Скелет')).toBeNull())
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  succeed()
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('Сумма 0')).toBeVisible()
  expect(await screen.findByText('Сумма 1')).toBeVisible()
})

test('names the page that could not be loaded', async () => {
  renderPanels({ title: 'Отзывы' }, 'unavailable')
  expect(await screen.findByRole('alert')).toHaveTextContent('Отзывы: не удалось загрузить данные')
})

test('shows a failure for each cause', async () => {
  renderPanels({}, 'unavailable', 'busy')
  await waitFor(() => expect(screen.queryByText('Скелет')).toBeNull())
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})
