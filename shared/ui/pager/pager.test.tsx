import { useSearchParams } from '@portal/shared/router'
import { renderPage } from '@portal/shared/testing/render-page'
import { Pager, pageOf, setPage } from '@portal/shared/ui/pager'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

function Pages() {
  const [search] = useSearchParams()
  return <Pager page={Number(search.get('page') ?? 1)} pages={3} to={(page) => (page === 1 ? '?' : `?page=${page}`)} />
}

const current = () => screen.getByRole('link', { current: 'page' }).textContent
const next = () => screen.getByRole('link', { name: 'Следующая страница' })

// spec: 2.69
test('pages by keyboard to the end and no further, and leaves the focus', async () => {
  renderPage(Pages, '/list')
  const user = userEvent.setup()
  next().focus()
  await user.keyboard('{Enter}')
  expect([current(), location.search]).toEqual(['2', '?page=2'])
  await user.keyboard('{Enter}')
  expect([current(), location.search]).toEqual(['3', '?page=3'])
  expect(next()).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  expect([current(), location.search]).toEqual(['3', '?page=3'])
  expect(next()).toHaveFocus()
})

test('links to a page by number, and back', async () => {
  renderPage(Pages, '/list?page=3')
  await userEvent.click(screen.getByRole('link', { name: 'Предыдущая страница' }))
  expect(current()).toBe('2')
  await userEvent.click(screen.getByRole('link', { name: 'Страница 1' }))
  expect([current(), location.search]).toEqual(['1', ''])
  expect(screen.getByRole('link', { name: 'Предыдущая страница' })).toHaveAttribute('aria-disabled', 'true')
})

test('links a page past the end back to the last one', () => {
  renderPage(Pages, '/list?page=9')
  expect(screen.getByRole('link', { name: 'Предыдущая страница' })).toHaveAttribute('href', '/list?page=3')
})

test('renders no pager for one page', () => {
  renderPage(() => <Pager page={1} pages={1} to={String} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})

test.each([
  ['', { page: 1 }],
  ['page=1&as_of=45', { page: 1 }],
  ['page=2', { page: 2 }],
  ['page=2&as_of=45', { page: 2, asOf: '45' }],
  ['page=2&as_of=soon', { page: 2 }],
  ['page=0', { page: 1 }],
  ['page=1.5', { page: 1 }],
  ['page=x&as_of=45', { page: 1 }],
])('?%s is %o', (search, page) => {
  expect(pageOf(new URLSearchParams(search))).toEqual(page)
})

test.each([
  [{ page: 1, asOf: '45' }, 'payout=p1'],
  [{ page: 2, asOf: '45' }, 'payout=p1&page=2&as_of=45'],
  [{ page: 2 }, 'payout=p1&page=2'],
])('parses %o in an address with more as %s', (page, search) => {
  const address = new URLSearchParams('payout=p1&page=9&as_of=7')
  setPage(address, page)
  expect(String(address)).toBe(search)
})
