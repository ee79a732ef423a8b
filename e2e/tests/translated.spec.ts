import type { Page } from '@playwright/test'
import { untilLive } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

/** Puts each text into two elements, as browsers' translators do, including texts that appear or change later. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    function wrap(text: Node): void {
      const parent = text.parentElement
      if (!text.nodeValue?.trim() || !parent || parent.closest('font, [translate="no"], script, style, textarea, svg'))
        return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      text.parentNode?.replaceChild(outer, text)
    }
    function wrapAll(root: Node): void {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      texts.forEach(wrap)
    }
    wrapAll(document.body)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(wrapAll)
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

type Step = (page: Page) => Promise<unknown>
const fill = (label: string, value: string) => async (page: Page) => {
  await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel(label, { exact: true }).blur()
}
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const choose = (name: string) => (page: Page) => page.getByText(name, { exact: true }).first().click()

/** On each of these pages errors come and go, and sums, days and lists change. */
const pages: [address: string, steps: Step[]][] = [
  ['/', [choose('Месяц'), choose('Сегодня'), press('Скрыть суммы'), press('Показать суммы')]],
  ['/billing', [choose('Чаевые'), choose('Переводы'), press('Сбросить'), choose('Вчера'), choose('За всё время')]],
  ['/trend', [press('Скрыть суммы'), press('Показать суммы')]],
  ['/out', [fill('Сумма', '99999999'), fill('Сумма', '600'), fill('Сумма', '5'), fill('Сумма', '700')]],
  ['/transfer', [fill('Сумма', '99999999'), fill('Сумма', '600'), fill('Сумма', '')]],
  ['/profile', [fill('Имя', ''), press('Сохранить'), fill('Имя', 'Мария'), fill('Имя', '')]],
  ['/settings/cards/add', [fill('Номер карты', '2200'), press('Продолжить'), fill('Номер карты', '')]],
  ['/transfer/team', [fill('Сумма', '99999999'), fill('Сумма', '600'), fill('Сумма', '')]],
  ['/out/auto', [fill('Не больше в день', '99999999'), fill('Не больше в день', '600'), choose('По сумме')]],
  ['/settings/sbp-phones/add', [press('Продолжить'), fill('Телефон', '900'), fill('Телефон', '9001234567')]],
  ['/settings/phone', [press('Получить код'), fill('Новый телефон', '900'), fill('Новый телефон', '9001234567')]],
  ['/settings/password', [press('Сменить пароль'), fill('Текущий пароль', 'x'), fill('Новый пароль', 'x')]],
  ['/settings/opening', [press('Включить код-пароль'), fill('Код-пароль', '1'), fill('Код-пароль', '1234')]],
  ['/settings/limits', []],
  ['/team', [press('Пригласить'), choose('По СМС'), press('Отправить СМС'), fill('Телефон', '900'), fill('Имя', 'Ия')]],
  ['/reviews', []],
]
const pagesBeforeSignIn: typeof pages = [
  ['/login', [press('Войти'), fill('Телефон', '9001234567'), fill('Телефон', '900'), press('Войти')]],
  ['/password/recovery', [press('Получить код'), fill('Телефон', '9001234567'), fill('Телефон', '900')]],
]

/** Takes the steps of each page, and calls `read` after each with what the page says and the name of the step. */
async function visit(
  page: Page,
  visited: typeof pages,
  isTranslated: boolean,
  read: (step: string, text: () => Promise<string>) => Promise<unknown>,
): Promise<void> {
  for (const [address, steps] of visited) {
    await page.goto(address)
    await untilLive(page)
    await expect(page.locator('[data-skeleton]')).toHaveCount(0)
    if (isTranslated) await translate(page)
    for (const [index, step] of [() => Promise.resolve(), ...steps].entries()) {
      await step(page)
      await expect(page.locator('[aria-busy="true"], [data-skeleton]')).toHaveCount(0)
      // A form checks a field after its event, and React renders the error in a task of its own.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      await read(`${address} ${index}`, () => page.locator('#root').innerText())
    }
    // The next visit begins without what was typed in this one.
    await page.evaluate(() => sessionStorage.clear())
  }
}

/** Visits each page in Russian and then translated, and expects the same texts after each step. */
async function expectSameTexts(page: Page, visited: typeof pages): Promise<void> {
  const inRussian = new Map<string, string>()
  await visit(page, visited, false, async (step, text) => inRussian.set(step, await text()))
  await visit(page, visited, true, (step, text) => expect.poll(text, step).toBe(inRussian.get(step)))
}

test('a translated page says what it says in Russian, whatever comes, goes and changes', { tag: '@phone' }, async ({
  page,
  newWaiter,
  bookTips,
  addCard,
  signInAs,
}) => {
  const waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег', isDefault: true, isManager: true }, {}])
  await newWaiter('Глеб Орлов', [{ beside: waiter.places[0] }])
  await newWaiter('Вера Зорина', [{ beside: waiter.places[0] }])
  await bookTips(waiter, [
    { amount: 200, daysAgo: 40 },
    { amount: 300, daysAgo: 1, rating: 5, comment: 'Спасибо' },
    { amount: 1000 },
  ])
  await addCard(waiter)

  await expectSameTexts(page, pagesBeforeSignIn)
  await signInAs(waiter)
  await expectSameTexts(page, pages)

  await test.step('a tip that comes while the page is translated', async () => {
    await page.goto('/')
    await untilLive(page)
    await translate(page)
    await bookTips(waiter, [{ amount: 777 }])
    await expect(page.getByText('+777\u00A0₽').first()).toBeVisible()
    await expect(page.getByRole('main')).toContainText('2\u00A0277\u00A0₽')
  })
})
