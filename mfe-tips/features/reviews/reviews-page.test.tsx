import { listReviewMonths, listReviews, type Review } from '@portal/contracts/review'
import { failures } from '@portal/shared/testing/failures'
import { resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from './reviews-page.tsx'

const good: Review = {
  id: 'r1',
  number: '104821',
  amount: 500,
  created_at: '2026-11-10T12:04:00+03:00',
  stars: 5,
  comment: 'Очень вкусно, спасибо!',
}
const silent: Review = { id: 'r2', number: '104822', created_at: '2026-11-09T18:30:00+03:00', stars: 2 }
const slow: Review = { ...silent, id: 'r3', number: '104823', comment: 'Долго ждали' }

const october = { month: '2026-10', ratings: 5, average: 4.6, thanks: 0, complaints: 0 }
const november = { month: '2026-11', ratings: 3, average: 4.25, thanks: 1, complaints: 2 }

function stubReviews(items: Review[]): void {
  stub(listReviews, ({ query: { stars, commented } }) => {
    const found = items.filter(
      (review) => (!stars || review.stars === Number(stars)) && (!commented || review.comment !== undefined),
    )
    return { items: found, page: 1, pages: 1, per_page: 20, total: found.length, as_of: '42' }
  })
}

beforeEach(() => {
  resetStubs()
  stubReviews([good, silent, slow])
  stub(listReviewMonths, () => ({
    items: [october, november],
  }))
})

const shown = () => within(screen.getByRole('list', { name: 'Отзывы гостей' })).getAllByRole('listitem')

// spec: 2.154
test('shows stars, words, and the sum of each review as the way to its operation', async () => {
  stubReviews([good, silent, { ...slow, stars: undefined }])
  renderPage(Component, '/reviews')
  await screen.findByText('Очень вкусно, спасибо!')
  const [first, second, third] = shown() as [HTMLElement, HTMLElement, HTMLElement]
  within(first).getByRole('img', { name: 'Оценка 5 из 5' })
  expect(within(first).getByRole('link', { name: /^Чаевые \+500.₽$/ })).toHaveAttribute('href', '/billing?q=104821')
  within(second).getByText('Без комментария')
  within(third).getByText('Без оценки')
})

test('shows the number of the operation for an API of the previous version, which sends no sum', async () => {
  stubReviews([{ ...good, amount: undefined }])
  renderPage(Component, '/reviews')
  await screen.findByRole('link', { name: 'Чаевые № 104821' })
})

// spec: 2.154
test('the list is filtered by words and by stars, which the address keeps', async () => {
  renderPage(Component, '/reviews?page=3&as_of=40')
  await screen.findByText('Очень вкусно, спасибо!')
  await userEvent.click(screen.getByRole('radio', { name: 'С комментарием' }))
  await waitFor(() => expect(shown()).toHaveLength(2))
  await userEvent.click(screen.getByRole('radio', { name: /^2/ }))
  await waitFor(() => expect(shown()).toHaveLength(1))
  expect(location.search).toBe('?stars=2&commented=true')
  await userEvent.click(screen.getByRole('radio', { name: /^4/ }))
  await screen.findByText('По фильтру ничего не найдено')
  await userEvent.click(screen.getByRole('button', { name: 'Сбросить' }))
  await waitFor(() => expect(shown()).toHaveLength(3))
  expect(location.search).toBe('')
})

test('a page past the end leads to the first page of the same filter', async () => {
  stub(listReviews, ({ query: { page } }) => {
    return { items: page === '3' ? [] : [good], page: Number(page ?? 1), pages: 1, per_page: 20, total: 1, as_of: '42' }
  })
  renderPage(Component, '/reviews?stars=5&page=3&as_of=40')
  await userEvent.click(await screen.findByText('К первой странице'))
  await screen.findByText('Очень вкусно, спасибо!')
  expect(location.search).toBe('?stars=5')
})

// spec: 2.155
test('shows the average of the month with its change, good and bad words, and each month in a table', async () => {
  renderPage(Component, '/reviews')
  const panel = within(await screen.findByRole('region', { name: 'Средняя оценка' }))
  panel.getByText('4,3', { selector: 'span' })
  panel.getByText(/в этом месяце, 3.оценки/)
  panel.getByText(/^на 0,3 ниже, чем в.октябре$/)
  panel.getByText(/^1.хороший отзыв, 2.плохих$/)
  const row = panel.getByRole('row', { name: /ноябрь 2026/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['4,3', '3', '1', '2'])
})

test('compares this month with none when the previous one has no ratings', async () => {
  stub(listReviewMonths, () => ({ items: [{ ...october, average: undefined, ratings: 0 }, november] }))
  renderPage(Component, '/reviews')
  await screen.findByText('4,3', { selector: 'span' })
  expect(screen.queryByText(/чем/)).toBeNull()
})

test('shows that there are no reviews yet', async () => {
  stubReviews([])
  stub(listReviewMonths, () => ({ items: [{ month: '2026-11', ratings: 0, thanks: 0, complaints: 0 }] }))
  renderPage(Component, '/reviews')
  await screen.findByText('Отзывов пока нет')
  expect(screen.queryByText('Средняя оценка')).toBeNull()
})

test.for(failures)('%s: offers to load the reviews again', async ([failure]) => {
  stub(listReviews, () => {
    throw failure
  })
  renderPage(Component, '/reviews')
  await screen.findByText('Не удалось загрузить данные')
  stubReviews([good])
  await userEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText('Очень вкусно, спасибо!')
})

describe('a picture', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  // spec: 2.156
  test('is offered for good words only', async () => {
    renderPage(Component, '/reviews')
    await screen.findByText('Очень вкусно, спасибо!')
    expect(shown().map((card) => within(card).queryByRole('button', { name: 'Поделиться' }) !== null)).toEqual([
      true,
      false,
      false,
    ])
  })

  test('that cannot be drawn is said beside the button', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
    renderPage(Component, '/reviews')
    await userEvent.click(await screen.findByRole('button', { name: 'Поделиться' }))
    await screen.findByText(/Не удалось подготовить картинку/)
  })

  test('is made once although the button, which keeps the focus, is pressed twice', async () => {
    const context = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true })
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    const pictures: BlobCallback[] = []
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => void pictures.push(done))
    renderPage(Component, '/reviews')
    const button = await screen.findByRole('button', { name: 'Поделиться' })
    await userEvent.dblClick(button)
    await waitFor(() => expect(pictures).toHaveLength(1))
    expect(button).toBeEnabled()
    expect(button).toHaveFocus()
    pictures[0]?.(null)
    await screen.findByText(/Не удалось подготовить картинку/)
    expect(pictures).toHaveLength(1)
  })
})
