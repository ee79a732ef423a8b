import { changeReleases, getReleases } from '@portal/contracts/release'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice, signature } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { released, stubReleases, summary } from '../../testing/releases-server.ts'
import { Component } from './releases-page.tsx'

let device: ReturnType<typeof passkeyDevice>
beforeEach(() => {
  device = passkeyDevice()
})
afterEach(forgetPasskeyDevice)

const user = userEvent.setup({ delay: null })
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const rollback = 'Вернуть mfe-tips на t1'
const panel = (name: string) => screen.getByRole('region', { name })

async function openVersions() {
  await user.click(await screen.findByRole('button', { name: 'Версии и действия: mfe-tips' }))
  await screen.findByRole('dialog', { name: 'mfe-tips' })
}

async function toRollback() {
  await openVersions()
  await press('Откатить на неё: t1')
  await screen.findByRole('button', { name: rollback })
}

// spec: 2.130
test('shows what is live since when, by whom, and how its versions do', async () => {
  const reports = { starts: 1200, failures: 30, load_time: 1240 }
  stubReleases({ packages: [released({ current: summary('3f2a91c04be7', { reports }) })] })
  renderPage(Component)
  await screen.findByRole('region', { name: 'mfe-tips' })
  expect(seenText(panel('mfe-tips'))).toContain('3f2a91c04be7с 20.11.2026, 13:00 · Глеб Орлов')
  const [row] = within(panel('mfe-tips')).getAllByRole('row', { name: /^Сейчас/ })
  expect(
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(seenText),
  ).toEqual(['1 200', '2,5 %', '1,2 с'])
  expect(within(panel('mfe-tips')).getByRole('row', { name: /^Прежняя/ })).toHaveTextContent('Ещё не открывали')
})

// spec: 2.130
test('shows the starts and failures of each version by hour, with their figures', async () => {
  const hours = [
    { at: '2026-11-23T10:00:00Z', starts: 0, failures: 0 },
    { at: '2026-11-23T11:00:00Z', starts: 40, failures: 0 },
    { at: '2026-11-23T12:00:00Z', starts: 20, failures: 5 },
  ]
  const current = summary('t2', { reports: { starts: 60, failures: 5, load_time: null, hours } })
  stubReleases({ packages: [released({ current })] })
  renderPage(Component)
  const table = await screen.findByRole('table', { name: 'mfe-tips: Запуски по часам, красным — доля сбоев' })
  const texts = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(texts).toEqual([
    ['Версия', '13:00', '14:00', '15:00'],
    ['Сейчас', 'не открывали', '40, сбои 0\u00A0%', '20, сбои 25\u00A0%'],
  ])
})

test('shows no hours where the API does not have them', async () => {
  stubReleases({
    packages: [released({ current: summary('t2', { reports: { starts: 60, failures: 5, load_time: null } }) })],
  })
  renderPage(Component)
  await screen.findByRole('region', { name: 'mfe-tips' })
  expect(screen.queryByRole('table', { name: /по часам/ })).toBeNull()
})

// spec: 2.131
test('a signed rollback is made, and the page shows what is live then', async () => {
  const server = stubReleases()
  renderPage(Component)
  await toRollback()
  device.responds = 'cancels'
  await press(rollback)
  await waitFor(() => expect(device.prompts).toBe(1))
  expect(server.changes).toEqual([])

  device.responds = 'signs'
  await user.dblClick(screen.getByRole('button', { name: rollback }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const change = { sequence: 12, name: 'mfe-tips', kind: 'rollback', version: 't1' }
  expect(server.signed).toEqual([change, change])
  expect(server.changes).toEqual([{ ...change, passkey: signature }])
  expect(panel('mfe-tips')).toHaveTextContent(/^mfe-tipst1/)
})

test('a change whose response comes late closes no sheet but its own', async () => {
  stubReleases()
  const response = Promise.withResolvers<{ sequence: number }>()
  stub(changeReleases, () => response.promise)
  renderPage(Component)
  await toRollback()
  await press(rollback)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Версии и действия: shell' }))
  await screen.findByRole('dialog', { name: 'Оболочка (shell)' })
  response.resolve({ sequence: 13 })
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Прежняя версия возвращена'))
  expect(screen.getByRole('dialog', { name: 'Оболочка (shell)' })).toBeVisible()
})

test('repeats the same change after a lost response', async () => {
  const server = stubReleases()
  renderPage(Component)
  await toRollback()
  let isLost = true
  stub(changeReleases, ({ body }) => {
    server.changes.push(body)
    if (isLost) throw new NetworkError()
    return { sequence: 13 }
  })
  await press(rollback)
  await screen.findByRole('alert')
  isLost = false
  await press(rollback)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(new Set(server.changes.map((change) => JSON.stringify(change))).size).toBe(1)
})

test.each([
  ['without a passkey, leads to where one is added', [], /^Релизы меняют только с ключом доступа, а у вас/],
  ['without passkeys in the browser, says so', undefined, /а этот браузер с ними не работает/],
])('%s', async (_, passkeys, text) => {
  if (!passkeys) forgetPasskeyDevice()
  stubReleases(passkeys && { passkeys })
  renderPage(Component)
  await openVersions()
  await press('Откатить на неё: t1')
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: rollback })).toBeNull()
  expect(screen.queryAllByRole('link', { name: 'Добавить ключ доступа' })).toHaveLength(passkeys ? 1 : 0)
})

// spec: 2.131
test('says that the releases have changed meanwhile, and names the new registry in the next attempt', async () => {
  const server = stubReleases()
  renderPage(Component)
  await toRollback()
  server.sequence = 14
  const sent: number[] = []
  stub(changeReleases, ({ body }) => {
    sent.push(body.sequence)
    if (body.sequence !== server.sequence) throw new ProblemResponse(409, 'releases_changed')
    return { sequence: 15 }
  })
  await press(rollback)
  expect(await screen.findByText(/^Пока вы смотрели, релизы изменились/)).toBeVisible()
  await press(rollback)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([12, 14])
})

test('shows why a change would break the portal', async () => {
  stubReleases()
  renderPage(Component)
  await toRollback()
  stub(changeReleases, () => {
    throw new ProblemResponse(409, 'incompatible_releases', { reason: 'mfe-tips t1 needs react ^18.0.0' })
  })
  await press(rollback)
  expect(await screen.findByText(/mfe-tips t1 needs react/)).toBeVisible()
})

// spec: 2.131
test('starts a canary for a share of the browsers', async () => {
  const server = stubReleases({ packages: [released({ history: [], withdrawn: [summary('t3')] })] })
  renderPage(Component)
  await openVersions()
  await press('Канарейка…: t3')
  await user.click(await screen.findByRole('combobox', { name: 'Доля браузеров' }))
  await user.click(await screen.findByRole('option', { name: /^25/ }))
  await press('Начать канарейку mfe-tips t3')
  const change = { sequence: 12, name: 'mfe-tips', kind: 'canary', version: 't3', percent: 25 }
  await waitFor(() => expect(server.changes).toEqual([{ ...change, passkey: signature }]))
  expect(server.signed).toEqual([change])
})

test('offers what a canary allows, and nothing else until it is decided', async () => {
  stubReleases({ packages: [released({ canary: { ...summary('t3'), percent: 10 } })] })
  renderPage(Component)
  await openVersions()
  const offered = within(screen.getByRole('dialog')).getAllByRole('button', { name: /: / })
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Показать всем', 'Канарейка…', 'Снять канарейку'])
})

test('says which release was made without its tests', async () => {
  const current = summary('t2', { commit: '4186c5ef3a90', is_untested: true })
  stubReleases({ packages: [released({ current })] })
  renderPage(Component)
  await openVersions()
  expect(within(screen.getByRole('dialog')).getAllByText(/без тестов/)).toHaveLength(1)
})

test('offers no change where the portal server has no key', async () => {
  stubReleases({ can_change: false })
  renderPage(Component)
  expect(await screen.findByText(/^Здесь релизы можно только смотреть/)).toBeVisible()
  await openVersions()
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: /: / })).toBeNull()
})

// spec: 2.132
test('lists what was changed and rejected, when, by whom and why', async () => {
  const step = { name: 'mfe-tips', version: 't1', percent: null }
  stubReleases({
    log: [{ sequence: 12, at: '2026-11-20T10:00:00Z', by: 'Глеб Орлов', steps: [{ ...step, kind: 'rolled_back' }] }],
    rejected: [
      {
        at: '2026-11-20T11:00:00Z',
        by: 'ci',
        releases: [{ name: 'mfe-tips', version: 't3' }],
        problems: ['too heavy'],
      },
    ],
  })
  renderPage(Component)
  await user.click(screen.getByRole('radio', { name: 'Журнал' }))
  expect(seenText(await screen.findByRole('list', { name: 'Что менялось' }))).toBe(
    'mfe-tips t1: снова у всех после откат20.11.2026, 13:00 · Глеб Орлов'.replace('откат20', 'отката20'),
  )
  expect(seenText(screen.getByRole('list', { name: 'Что отклонено' }))).toBe(
    'mfe-tips t3too heavy20.11.2026, 14:00 · ci',
  )
})

// spec: 2.133
test('compares two releases', async () => {
  stubReleases()
  renderPage(Component, '/releases?view=comparison')
  const sizes = await screen.findByRole('table', { name: 'Размер файлов' })
  expect(within(sizes).getByRole('row', { name: /^Скрипты/ })).toHaveTextContent('Скрипты10,2 кБ+1,2 кБ')
  const pages = screen.getByRole('table', { name: 'Размер страниц' })
  expect(within(pages).getByRole('row', { name: /^\/new/ })).toHaveTextContent('новая')
  expect(panel('Состав')).toHaveTextContent('+ @portal/shared/ui/pager: Pager')
  expect(panel('Состав')).toHaveTextContent('Неизвестно: старый релиз их не называет')
})

// spec: 2.134
test('shows who imports what as a picture with a text and as tables', async () => {
  stubReleases()
  renderPage(Component, '/releases?view=graph')
  expect(await screen.findByRole('img', { name: /mfe-tips: ui 2, react 1$/ })).toBeVisible()
  const libraries = screen.getByRole('table', { name: 'Версии библиотек' })
  expect(within(libraries).getByRole('row', { name: /^react/ })).toHaveTextContent('react19.3.1mfe-tips 19.2.0')
  expect(screen.getByText('mfe-tips t2: 3 модуля')).toBeVisible()
})

test('an unknown view in the address opens the first view', async () => {
  stubReleases()
  stub(getReleases, () => {
    throw new ProblemResponse(400, 'malformed')
  })
  renderPage(Component, '/releases?view=nothing')
  expect(screen.getByRole('radio', { name: 'Сейчас' })).toBeChecked()
  expect(await screen.findByText('Не удалось загрузить данные')).toBeVisible()
})
