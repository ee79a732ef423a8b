import { setTimeout as delay } from 'node:timers/promises'
import { openMenu } from '@portal/test-kit/steps'
import type { Browser, Page } from 'playwright'
import type { Deployment } from './deployment.ts'

/** Two cores may have other work to do. */
const MAX_WAIT_MS = 60_000
const POLL_INTERVAL_MS = 50
const phoneScreen = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, locale: 'ru-RU' }

export type Waiter = Awaited<ReturnType<typeof registerWaiter>>

type Person = { name: string; phone: string; link: string }

/** Registers a person by the link of an invitation, in a browser of a phone. Returns what the waiter does there. */
export async function registerWaiter({ origin, sms }: Deployment, browser: Browser, { name, phone, link }: Person) {
  const context = await browser.newContext({ ...phoneScreen, baseURL: origin })
  context.setDefaultTimeout(MAX_WAIT_MS)
  const page = await context.newPage()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const press = (button: string | RegExp) => page.getByRole('button', { name: button, exact: true }).click()
  const text = (of: string | RegExp) => page.getByText(of).first().waitFor()

  const { nextCode, message } = messagesOf(sms, phone)
  async function enterCode(): Promise<void> {
    await text(/^Код отправлен на/)
    await field('Код из СМС').fill(await nextCode())
  }

  await page.goto(link)
  await field('Имя').fill(name)
  await field('Телефон').fill(phone)
  await press('Получить код')
  await enterCode()
  await press('Продолжить')
  for (const label of ['Пароль', 'Пароль ещё раз']) await field(label).fill('Тихий-причал-у-реки-17')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await press('Зарегистрироваться')
  await page.getByRole('heading', { level: 1, name: 'Чаевые' }).waitFor()

  return {
    name,
    phone,
    /** Waits for a message by SMS. */
    getsMessage: message,
    /** Waits until the open page shows what can be withdrawn. */
    seesBalance: (rubles: number) => balanceOf(page, rubles).waitFor(),

    async addOwnPhone(bank: string): Promise<void> {
      await page.goto('/settings/sbp-phones/add')
      await press(/^Мой номер/)
      await page.getByRole('combobox', { name: 'Банк' }).click()
      await page.getByPlaceholder('Поиск...').fill(bank)
      await page.getByRole('option', { name: bank }).click()
      await press('Продолжить')
      await enterCode()
      await press('Добавить')
      await text('Телефон добавлен')
    },

    /** Orders a withdrawal; the page says «В обработке» then. */
    async withdraw(rubles: number): Promise<void> {
      await openMenu(page)
      await page.getByRole('link', { name: 'Вывод средств', exact: true }).click()
      await field('Сумма').fill(String(rubles))
      await press('Вывести')
      await press('Получить код')
      await enterCode()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Вывести/ })
        .click()
      await page.getByRole('heading', { name: /Заявка № \d+/ }).waitFor()
    },

    /** Opens a page and waits until it is live. Returns a promise of the moment at which it has gone to sign-in. */
    async staysOpen(): Promise<{ signedOut: Promise<Date> }> {
      const stream = page.waitForResponse((response) => response.url().includes('/api/v1/events'))
      await page.goto('/billing')
      await stream
      const end = page.getByText('Аккаунт отключён', { exact: true }).waitFor()
      return { signedOut: end.then(() => new Date()) }
    },

    seesPayout: (status: 'Выплачено' | 'Отклонено') =>
      page.getByRole('list', { name: 'Выводы' }).getByText(status).waitFor(),
  }
}

function balanceOf(page: Page, rubles: number) {
  const amount = rubles.toLocaleString('ru-RU').replaceAll(/\s/g, '\u00A0')
  return page
    .getByText('Доступно к выводу')
    .locator('..')
    .filter({ hasText: `${amount}\u00A0₽` })
}

/** Waits for the messages that arrive at the phone, and throws when one does not. */
function messagesOf(sms: Deployment['sms'], phone: string) {
  const texts = () => sms.taken.filter((message) => message.phone.endsWith(phone.slice(-10))).map(({ text }) => text)
  const codes = () => texts().flatMap((text) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  let read = 0

  async function waitFor(message: string, find: () => string | undefined): Promise<string> {
    const deadline = performance.now() + MAX_WAIT_MS
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (performance.now() > deadline) throw new Error(`${phone} got no message with ${message}`)
      await delay(POLL_INTERVAL_MS)
    }
  }
  return {
    /** Returns the code after those that were read before. */
    nextCode(): Promise<string> {
      read += 1
      return waitFor(`code ${read}`, () => codes()[read - 1])
    },
    async message(pattern: RegExp): Promise<void> {
      await waitFor(String(pattern), () => texts().find((text) => pattern.test(text)))
    },
  }
}
