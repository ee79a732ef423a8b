import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import type { Deployment } from './deployment.ts'

/** Two cores may have other work to do. */
const MAX_WAIT_MS = 60_000
const POLL_INTERVAL_MS = 50
const phoneScreen = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true, locale: 'ru-RU' }

type Invited = { name: string; phone: string; link: string }

/** Registers an employee by the link of an invitation, in a browser of a phone. */
export async function registerEmployee(
  { origin, sms }: Deployment,
  browser: Browser,
  invited: Invited,
): Promise<Employee> {
  const context = await browser.newContext({ ...phoneScreen, baseURL: origin })
  context.setDefaultTimeout(MAX_WAIT_MS)
  const employee = new Employee(await context.newPage(), sms, invited)
  await employee.register(invited.link)
  return employee
}

/** What an employee does in the portal, in one page. */
export class Employee {
  readonly name: string
  readonly phone: string
  readonly #page: Page
  readonly #sms: Deployment['sms']
  #readCodes = 0

  constructor(page: Page, sms: Deployment['sms'], { name, phone }: Invited) {
    this.name = name
    this.phone = phone
    this.#page = page
    this.#sms = sms
  }

  async register(link: string): Promise<void> {
    const page = this.#page
    await page.goto(link)
    await this.#field('Имя').fill(this.name)
    await this.#field('Телефон').fill(this.phone)
    await this.#press('Получить код')
    await this.#enterCode()
    await this.#press('Продолжить')
    for (const label of ['Пароль', 'Пароль ещё раз']) await this.#field(label).fill('Тихий-причал-у-реки-17')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await this.#press('Зарегистрироваться')
    await page.getByRole('heading', { level: 1, name: 'Чаевые' }).waitFor()
  }

  /** Waits until the open page shows what can be withdrawn. */
  async seesBalance(rubles: number): Promise<void> {
    const amount = rubles.toLocaleString('ru-RU').replaceAll(/\s/g, '\u00A0')
    const available = this.#page.getByText('Доступно к выводу').locator('..')
    await available.filter({ hasText: `${amount}\u00A0₽` }).waitFor()
  }

  async addOwnPhone(bank: string): Promise<void> {
    const page = this.#page
    await page.goto('/settings/sbp-phones/add')
    await this.#press(/^Мой номер/)
    await page.getByRole('combobox', { name: 'Банк' }).click()
    await page.getByPlaceholder('Поиск...').fill(bank)
    await page.getByRole('option', { name: bank }).click()
    await this.#press('Продолжить')
    await this.#enterCode()
    await this.#press('Добавить')
    await page.getByRole('region').getByRole('listitem').filter({ hasText: bank }).waitFor()
  }

  /** Orders a withdrawal; the page says «В обработке» then. */
  async withdraw(rubles: number): Promise<void> {
    const page = this.#page
    await openMenu(page)
    await page.getByRole('link', { name: 'Вывод средств', exact: true }).click()
    await this.#field('Сумма').fill(String(rubles))
    await page.getByRole('button', { name: /^Вывести \d/ }).click()
    await this.#enterCode()
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Вывести/ })
    await confirm.click()
    await page.getByRole('heading', { name: /Вывод № \d+/ }).waitFor()
  }

  async seesPayout(status: 'Выплачено' | 'Отклонено'): Promise<void> {
    await this.#page.getByRole('list', { name: 'Выводы' }).getByText(status).waitFor()
  }

  /** Opens a page and waits until it is live. Returns a promise of the moment at which it has gone to sign-in. */
  async staysOpen(): Promise<{ signedOut: Promise<Date> }> {
    const stream = this.#page.waitForResponse((response) => response.url().includes('/api/v1/events'))
    await this.#page.goto('/billing')
    await stream
    const end = this.#page.getByText('Аккаунт отключён', { exact: true }).waitFor()
    return { signedOut: end.then(() => new Date()) }
  }

  /** Waits for a message by SMS. */
  async getsMessage(pattern: RegExp): Promise<void> {
    await this.#waitForText(String(pattern), () => this.#texts().find((text) => pattern.test(text)))
  }

  #field(label: string) {
    return this.#page.getByLabel(label, { exact: true })
  }

  async #press(button: string | RegExp): Promise<void> {
    await this.#page.getByRole('button', { name: button, exact: true }).click()
  }

  /** Enters the code after those that were entered before. */
  async #enterCode(): Promise<void> {
    await this.#page
      .getByText(/^Код отправлен на/)
      .first()
      .waitFor()
    const index = this.#readCodes++
    const codes = () => this.#texts().flatMap((text) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
    await this.#field('Код из СМС').fill(await this.#waitForText(`code ${index + 1}`, () => codes()[index]))
  }

  #texts(): string[] {
    const isOwn = (phone: string) => phone.endsWith(this.phone.slice(-10))
    return this.#sms.taken.filter(({ phone }) => isOwn(phone)).map(({ text }) => text)
  }

  async #waitForText(what: string, find: () => string | undefined): Promise<string> {
    for (
      const deadline = performance.now() + MAX_WAIT_MS;
      performance.now() < deadline;
      await delay(POLL_INTERVAL_MS)
    ) {
      const found = find()
      if (found !== undefined) return found
    }
    throw new Error(`${this.phone} got no message with ${what}`)
  }
}
