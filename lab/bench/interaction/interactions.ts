import type { Locator, Page } from '@playwright/test'
import type { Waiter } from '../../../e2e/fixtures/people.ts'

/** An element that is visible, with a text in it, only when the result is shown. */
export type Result = { selector: string; text?: string }

export type Interaction = {
  path: string
  name: string
  /** A text that the page has when its data is there. */
  content: string
  /** Leads from the opened page to where the interaction begins. */
  prepare?: (page: Page, waiter: Waiter) => Promise<void>
  /** What is tapped, or with `key` typed into. */
  target: (page: Page) => Locator
  key?: string
  result: Result
  /** Leads back to where the interaction begins. */
  undo?: (page: Page) => Promise<void>
}

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const text = (words: string) => (page: Page) => page.getByText(words, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const amount = (page: Page) => page.getByLabel('Сумма', { exact: true })

const sheet = '[role=dialog]'
const menuOpens = {
  name: 'menu',
  target: button('Открыть меню'),
  result: { selector: 'dialog[open]' },
  undo: close,
}
const home = { path: '/', content: 'Последние чаевые' }
const operations = { path: '/billing', content: '+100\u00A0₽' }
const payout = { path: '/out', content: 'К зачислению' }

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
}

async function openConfirmation(page: Page): Promise<void> {
  await amount(page).fill('500')
  await button('Вывести')(page).tap()
  await dialog(page).getByText('К зачислению').waitFor()
}

async function openCode(page: Page): Promise<void> {
  await openConfirmation(page)
  await button('Получить код')(page).tap()
  await page.getByText('Код отправлен').waitFor()
}

async function typeCode(page: Page, { phone }: Waiter): Promise<void> {
  await openCode(page)
  const response = await page.request.get('/demo/sms.json', { params: { phone } })
  const messages: { code: string | null }[] = await response.json()
  await page.getByLabel('Код из СМС').fill(messages.find(({ code }) => code)?.code ?? '')
}

export const interactions: readonly Interaction[] = [
  { ...home, ...menuOpens },
  {
    ...home,
    name: 'filter: month',
    target: text('Месяц'),
    result: { selector: '[data-series=current]', text: 'этот месяц' },
    undo: (page) => text('Неделя')(page).tap(),
  },
  { ...home, name: 'sheet: calendar', target: button('Свой период'), result: { selector: sheet }, undo: close },
  {
    ...home,
    name: 'hide amounts',
    target: button('Скрыть суммы'),
    result: { selector: 'main', text: 'сумма скрыта' },
    undo: (page) => button('Показать суммы')(page).tap(),
  },
  { ...operations, ...menuOpens },
  {
    ...operations,
    name: 'filter: payouts',
    target: text('Выводы'),
    result: { selector: 'main', text: 'По фильтру ничего не найдено' },
    undo: async (page) => {
      await text('Все')(page).tap()
      await page.getByRole('main').getByText(operations.content).first().waitFor()
    },
  },
  {
    ...operations,
    name: 'sheet: operation',
    target: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first(),
    result: { selector: sheet },
    undo: close,
  },
  { ...operations, name: 'sheet: calendar', target: button('Свой период'), result: { selector: sheet }, undo: close },
  {
    ...payout,
    name: 'amount: a digit',
    target: amount,
    key: '5',
    result: { selector: 'main', text: 'Минимальная сумма' },
    undo: (page) => amount(page).fill(''),
  },
  {
    ...payout,
    name: 'amount: a chip',
    target: text('1\u00A0000\u00A0₽'),
    result: { selector: 'main', text: 'Дальше — проверка' },
    undo: (page) => amount(page).fill(''),
  },
  {
    ...payout,
    name: 'submit: summary',
    prepare: (page) => amount(page).fill('500'),
    target: button('Вывести'),
    result: { selector: sheet },
    undo: close,
  },
  {
    ...payout,
    name: 'confirm: code',
    prepare: openConfirmation,
    target: button('Получить код'),
    result: { selector: '[autocomplete=one-time-code]' },
  },
  {
    ...payout,
    name: 'code: a digit',
    prepare: openCode,
    target: (page) => page.getByLabel('Код из СМС'),
    key: '5',
    result: { selector: '[data-next]:nth-child(2)' },
  },
  {
    ...payout,
    name: 'submit: result',
    prepare: typeCode,
    target: (page) => dialog(page).getByRole('button', { name: /^Вывести/ }),
    result: { selector: 'h2', text: 'Заявка №' },
  },
  {
    path: '/settings/payout-methods',
    content: 'Основной',
    name: 'sheet: delete a card',
    prepare: async (page) => {
      await page.getByRole('link', { name: /4321/ }).tap()
      await button('Удалить карту')(page).waitFor()
    },
    target: button('Удалить карту'),
    result: { selector: sheet },
    undo: close,
  },
  {
    path: '/settings/sbp-phones/add',
    content: 'Выберите банк',
    name: 'list of banks',
    target: (page) => page.getByRole('combobox', { name: 'Банк' }),
    result: { selector: '[role=option]' },
    undo: close,
  },
  {
    path: '/profile',
    content: 'Сохранить',
    name: 'name: a letter',
    target: (page) => page.getByLabel('Имя', { exact: true }),
    key: 'a',
    result: { selector: 'button', text: 'Отменить изменения' },
    undo: (page) => button('Отменить изменения')(page).tap(),
  },
]
