import { exportOperations } from '@portal/contracts/operation'
import { getIncomeCertificate, getStatement } from '@portal/contracts/statement'
import { failures } from '@portal/shared/testing/failures'
import { NetworkError, resetStubs, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Component } from './operations-page.tsx'
import { stubFeed } from './testing/operations.ts'

beforeEach(() => {
  resetStubs()
  stubFeed()
})

async function requestFile() {
  await userEvent.click(await screen.findByRole('button', { name: 'Скачать CSV' }))
}

test.for(failures)('shows %s instead of a file', async ([failure, text]) => {
  stub(exportOperations, () => {
    throw failure
  })
  renderPage(Component, '/billing?documents')
  await requestFile()
  await screen.findByText('Не удалось скачать файл')
  screen.getByText(text)
})

test('offers to download a file again that did not load', async () => {
  stub(exportOperations, () => {
    throw new NetworkError()
  })
  renderPage(Component, '/billing?documents')
  await requestFile()
  await screen.findByText('Не удалось скачать файл')

  stub(exportOperations, () => 'Дата;Сумма')
  await requestFile()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('opens the files from the address once, and keeps the filters in it', async () => {
  renderPage(Component, '/billing?documents&type=tip')
  await waitFor(() => expect(location.search).toBe('?type=tip'))
  expect(await screen.findByRole('dialog', { name: 'Выписка и справка' })).toBeVisible()
})

describe('statement and certificate', () => {
  const saved: { name: string; type: string; content: Promise<string> }[] = []

  beforeEach(() => {
    saved.length = 0
    const blobs = new Map<string, Blob>()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.set(`blob:${blobs.size}`, blob as Blob)
      return `blob:${blobs.size - 1}`
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href)
      if (blob) saved.push({ name: this.download, type: blob.type, content: blob.text() })
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const sheet = () => within(screen.getByRole('dialog'))
  const open = async (address: string) => {
    renderPage(Component, address)
    await userEvent.click(await screen.findByRole('button', { name: 'Выписка и справка' }))
    await screen.findByRole('dialog')
    await sheet().findByRole('button', { name: 'Скачать выписку' })
  }

  // spec: 2.152
  test('saves the statement of the period of the list as a PDF file', async () => {
    stub(getStatement, ({ query }) => `%PDF ${query.restId} ${query.from} ${query.to}`)
    await open('/billing?from=2026-01-03&to=2026-01-17')
    sheet().getByRole('radio', { name: 'Как в списке', checked: true })
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать выписку' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toMatch(/^Выписка .+ 03\.01\.2026–17\.01\.2026\.pdf$/)
    expect(saved[0]?.type).toBe('application/pdf')
    expect(await saved[0]?.content).toMatch(/^%PDF .+ 2026-01-03 2026-01-17$/)
  })

  // spec: 2.152
  test('saves the statement as a CSV file, of all types', async () => {
    stub(exportOperations, ({ query: { type = 'all types' } }) => type)
    await open('/billing?type=payout')
    await userEvent.click(sheet().getByRole('radio', { name: 'Прошлый месяц' }))
    await userEvent.click(sheet().getByRole('radio', { name: 'CSV' }))
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать выписку' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.content).toContain('all types')
  })

  // spec: 2.153
  test('saves the certificate of the chosen year', async () => {
    stub(getIncomeCertificate, ({ query: { year } }) => `%PDF of ${year}`)
    await open('/billing')
    const lastYear = new Date().getFullYear() - 1
    await userEvent.click(sheet().getByRole('radio', { name: String(lastYear) }))
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать справку' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe(`Справка о доходах за ${lastYear} год.pdf`)
    expect(await saved[0]?.content).toBe(`%PDF of ${lastYear}`)
  })

  test.for(failures)('shows %s instead of a statement', async ([failure, text]) => {
    stub(getStatement, () => {
      throw failure
    })
    await open('/billing')
    await userEvent.click(sheet().getByRole('button', { name: 'Скачать выписку' }))
    await screen.findByText('Не удалось скачать файл')
    screen.getByText(text)
  })
})
