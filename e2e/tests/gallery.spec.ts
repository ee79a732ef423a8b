import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { badlyDrawn, dragDown, test } from '../fixtures/gallery.ts'
import { expect } from '../fixtures.ts'

const shared = join(import.meta.dirname, '../../shared')
const packages = ['ui', 'forms'] as const
const idsIn = (name: string) =>
  globSync(`${name}/**/*.stories.tsx`, { cwd: shared }).map((file) => basename(file, '.stories.tsx'))

// The tests run in one worker, because they share one server.
test.describe.configure({ mode: 'default' })

/** The gallery breaks this rule on purpose: a landmark that a page has once is there in each state. */
const withoutOnce = ['landmark-unique']

/** Shows the values of the story's form. */
const held = (page: Page) => page.getByText('The form holds').locator('code')

async function pasteInto(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('ControlOrMeta+v')
}

// One page visits all widgets, because loading the gallery and axe takes longer than checking a widget.
for (const name of packages) {
  test(`every story of ${name} renders without axe violations`, async ({ page, expectAccessible }) => {
    for (const id of idsIn(name)) {
      await test.step(id, async () => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(`/${id}`)
        await expect(page.getByText(`@portal/shared/${name}/${id}`, { exact: true })).toBeVisible()
        await expect.poll(() => badlyDrawn(page)).toEqual([])
        await expectAccessible(page, withoutOnce)

        await page.setViewportSize({ width: 360, height: 780 })
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect.poll(() => badlyDrawn(page)).toEqual([])
        await expectAccessible(page, withoutOnce)
      })
    }
  })
}

test('lists and sheets that open have no axe violations', async ({ page, expectAccessible, expectReadable }) => {
  for (const [story, role] of [
    ['dropdown/groups', 'listbox'],
    ['dropdown/search', 'listbox'],
    ['dropdown/multiple,-chosen', 'listbox'],
    ['sheet/description-and-footer', 'dialog'],
    ['sheet/long-content', 'dialog'],
    ['date-range/a-period', 'dialog'],
    ['tags-field/some', 'listbox'],
  ] as const) {
    await test.step(story, async () => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(`/${story}`)
      await expect(page.locator(`[data-story] a[href$="/${story}"]`)).toBeVisible()
      await expect(page.getByRole(role).first()).toBeVisible()
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectReadable(page)
    })
  }
})

test('the gallery lists every story file by links or a select, and restores the chosen theme', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Widgets' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    expect.arrayContaining(packages.flatMap(idsIn).map((id) => `/${id}`)),
  )
  await links.filter({ hasText: /^Button$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Button' })).toBeVisible()
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true })

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('combobox', { name: 'Widget' }).click()
  await page.getByRole('option', { name: 'OtpStep' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'OtpStep' })).toBeVisible()
  await expect(page).toHaveURL(/\/otp-step$/)

  /** Returns the policy without its nonces and its report address, which the gallery does not have. */
  const fetchPolicy = async (url: string) => {
    const policy = (await request.get(url)).headers()['content-security-policy'] ?? ''
    const rules = policy.replaceAll(/nonce-[^']+/g, 'nonce').split(';')
    return rules.filter((rule) => !rule.startsWith('report-'))
  }
  expect(await fetchPolicy('/')).toEqual(await fetchPolicy(`http://localhost:${process.env.E2E_PORT}/login`))
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('a sheet stays after a short drag, and closes after a long one', async ({ page }) => {
    await page.goto('/sheet/description-and-footer')
    const dialog = page.getByRole('dialog')
    const { y } = (await dialog.boundingBox()) ?? { y: 0 }
    await dragDown(page, '[role=dialog]', 20)
    await expect(dialog).toBeVisible()
    await expect.poll(async () => (await dialog.boundingBox())?.y).toBe(y)
    await dragDown(page, '[role=dialog]', 240)
    await expect(dialog).toBeHidden()
  })
})

/** `typed`: what single keys make of the text, where ignored keys change it. */
type Row = { written: string; typed?: Outcome } & Outcome
type Outcome = { shown: string; held: unknown }

const nbsp = '\u00A0'
const phone = { shown: '+7 (999) 123-45-67', held: '+79991234567' }
const asWritten = (written: string) => ({ written, shown: written, held: written })

const masked: Record<string, readonly Row[]> = {
  'phone-field/empty': [
    { written: '8 (999) 123-45-67', ...phone },
    { written: 'тел. 8\u00A0999\u00A0123-45-67', ...phone },
    asWritten('+998 90 123-45-67'),
  ],
  'money-field/empty': [
    { written: '1500,50', shown: `1${nbsp}500,50`, held: 1501 },
    { written: '1 500.5 ₽', shown: `1${nbsp}500,5`, held: 1501 },
    { written: '10,000', shown: '10,000', held: null },
    { written: '1e5', shown: '1e5', held: null, typed: { shown: '15', held: 15 } },
  ],
  'card-field/empty': [
    { written: '2200-7013-9595-4321', shown: '2200 7013 9595 4321', held: '2200701395954321' },
    { ...asWritten('2200 7013 9595 4321 12/26'), typed: asWritten('2200 7013 9595 4321 1226') },
  ],
  'code-field/empty': [
    { written: '123 456', shown: '123456', held: '123456' },
    { written: '１２３４５６', shown: '123456', held: '123456' },
  ],
}

/** How a text comes into an input that has the focus. */
const ways: Record<string, (page: Page, input: Locator, text: string) => Promise<void>> = {
  typed: (_, input, text) => input.pressSequentially(text),
  pasted: (page, _, text) => pasteInto(page, text),
  'composed by the keyboard': (page, _, text) => compose(page, text),
  'set without an event by an extension': async (_, input, text) => {
    await input.evaluate(setNatively, text)
    await input.press('Enter')
  },
}

/** Sets a value behind the back of React, which sees only what a script of the page sets. */
function setNatively(element: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text)
}

/** A composition that grows by one character at a time, as dictation and some keyboards of phones do. */
async function compose(page: Page, text: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (let length = 1; length <= text.length; length += 1) {
    const composed = { text: text.slice(0, length), selectionStart: length, selectionEnd: length }
    await keyboard.send('Input.imeSetComposition', composed)
  }
  await keyboard.send('Input.insertText', { text })
}

for (const [story, rows] of Object.entries(masked)) {
  test(`a text has the same value in ${story} in whatever way it comes in`, async ({ page }) => {
    await page.goto(`/${story}`)
    const input = page.getByRole('textbox')
    for (const [way, put] of Object.entries(ways)) {
      for (const row of rows) {
        const { shown, held: value } = (way === 'typed' && row.typed) || row
        await test.step(`${row.written}, ${way}`, async () => {
          await input.fill('')
          await expect(held(page)).toHaveText(/^(""|null)$/)
          await put(page, input, row.written)
          await expect(input).toHaveValue(shown)
          await expect(held(page)).toHaveText(JSON.stringify(value))
        })
      }
    }
  })
}

test('the caret of a phone field stays where a digit is corrected', async ({ page }) => {
  await page.goto('/phone-field/filled')
  const phone = page.getByLabel('Телефон')
  await phone.evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(7, 7)
  })
  await page.keyboard.press('Backspace')
  await page.keyboard.press('5')
  await expect(phone).toHaveValue('+7 (995) 123-45-67')
  // A key deletes a digit, also across what the mask puts between digits.
  await page.keyboard.press('Delete')
  await expect(phone).toHaveValue('+7 (995) 234-56-7')
  for (const _ of '995') await page.keyboard.press('Backspace')
  await page.keyboard.type('916')
  await expect(phone).toHaveValue('+7 (916) 234-56-7')
})
