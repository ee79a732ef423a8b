import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
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

/** The output that shows the values of the story's form. */
const held = (page: Page) => page.getByText('The form holds').locator('code')

async function pasteInto(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('ControlOrMeta+v')
}

// One page goes from widget to widget: to load the gallery and axe takes longer than to check a widget.
for (const name of packages) {
  test(`every story of ${name} renders without axe violations`, async ({ page, expectAccessible }) => {
    for (const id of idsIn(name)) {
      await test.step(id, async () => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(`/#${id}`)
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

test('what opens is without axe violations', async ({ page, expectAccessible, expectReadable }) => {
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
      await page.goto(`/#${story}`)
      await expect(page.locator(`[data-story] a[href$="/${story}"]`)).toBeVisible()
      await expect(page.getByRole(role).first()).toBeVisible()
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectReadable(page)
    })
  }
})

test('lists every story file by links or a select, and restores the chosen theme', async ({ page, request }) => {
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Widgets' }).getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    expect.arrayContaining(packages.flatMap(idsIn).map((id) => `#/${id}`)),
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
  await expect(page).toHaveURL(/#\/otp-step$/)

  /** Returns the policy without its nonces and its report address, which the gallery does not have. */
  const policyOf = async (url: string) => {
    const policy = (await request.get(url)).headers()['content-security-policy'] ?? ''
    const rules = policy.replaceAll(/nonce-[^']+/g, 'nonce').split(';')
    return rules.filter((rule) => !rule.startsWith('report-'))
  }
  expect(await policyOf('/')).toEqual(await policyOf(`http://localhost:${process.env.E2E_PORT}/login`))
})

test('a sheet traps the focus, and Esc restores it', async ({ page }) => {
  await page.goto('/#sheet/description-and-footer')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button')).toHaveCount(3)
  const focused: string[] = []
  for (let step = 0; step < 7; step += 1) {
    await page.keyboard.press(step < 4 ? 'Tab' : 'Shift+Tab')
    await expect(dialog.locator(':focus')).toHaveCount(1)
    focused.push((await dialog.locator(':focus').textContent()) ?? '')
  }
  expect(new Set(focused)).toEqual(new Set(['', 'Вывести 500 ₽', 'Отменить']))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Открыть' })).toBeFocused()
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('a sheet stays after a short drag, and closes after a long one', async ({ page }) => {
    await page.goto('/#sheet/description-and-footer')
    const dialog = page.getByRole('dialog')
    const { y } = (await dialog.boundingBox()) ?? { y: 0 }
    await dragDown(page, '[role=dialog]', 20)
    await expect(dialog).toBeVisible()
    await expect.poll(async () => (await dialog.boundingBox())?.y).toBe(y)
    await dragDown(page, '[role=dialog]', 240)
    await expect(dialog).toBeHidden()
  })
})

for (const [name, colour] of [
  ['Уведомление', '--accent'],
  ['Ошибка', '--danger'],
] as const) {
  test(`«${name}» shows a ${colour} toast for three seconds`, async ({ page }) => {
    await page.clock.install()
    await page.goto('/#toaster')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name, exact: true }).click()
    // The toast is in a live region that was on the page before it.
    const toast = page.getByRole(name === 'Ошибка' ? 'alert' : 'status').locator('[data-type]')
    await expect(toast).toHaveCSS('background-color', await colourOf(page, colour))
    await page.clock.runFor(2999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toHaveCount(0)
  })
}

function colourOf(page: Page, token: string): Promise<string> {
  return page.evaluate((token) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }, token)
}

test('a list is searched ignoring case, and reports when nothing matches', async ({ page }) => {
  await page.goto('/#dropdown/search')
  const search = page.getByPlaceholder('Поиск...')
  await expect(search).toBeFocused()
  await search.pressSequentially('аВАНГ')
  await expect(page.getByRole('option')).toHaveText(['Авангард'])
  await search.pressSequentially('ъ')
  await expect(page.getByText('Не найдено')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Банк' })).toBeFocused()
})

test('weeks of the calendar begin on Monday', async ({ page }) => {
  await page.goto('/#date-range/without-its-sheet')
  await expect(page.locator('thead th')).toHaveText(['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'], { ignoreCase: true })
})

test('a phone typed or pasted in any form becomes the same number', async ({ page }) => {
  await page.goto('/#phone-field/empty')
  const phone = page.getByLabel('Телефон')
  for (const text of ['89991234567', '+7 (999) 123-45-67', '79991234567', ' 999 123 45 67\n']) {
    await test.step(JSON.stringify(text), async () => {
      await phone.fill('')
      await phone.pressSequentially(text)
      await expect(phone).toHaveValue('+7 (999) 123-45-67')
      await phone.fill('')
      await pasteInto(page, text)
      await expect(phone).toHaveValue('+7 (999) 123-45-67')
      await expect(held(page)).toHaveText('"+79991234567"')
    })
  }
})

test('the caret of a phone field stays where a digit is corrected', async ({ page }) => {
  await page.goto('/#phone-field/filled')
  const phone = page.getByLabel('Телефон')
  await phone.evaluate((input: HTMLInputElement) => {
    input.focus()
    input.setSelectionRange(7, 7)
  })
  await page.keyboard.press('Backspace')
  await page.keyboard.press('5')
  await expect(phone).toHaveValue('+7 (995) 123-45-67')
})

test('a money field accepts digits and one separator, and its caret stays behind its digit', async ({ page }) => {
  await page.goto('/#money-field/empty')
  const money = page.getByLabel('Сумма')
  await money.pressSequentially('0.a1б2,3.4e5')
  await expect(money).toHaveValue('12,34')
  await money.fill('')
  await pasteInto(page, ' 12 345,50 ₽\n')
  await page.keyboard.press('Tab')
  await expect(money).toHaveValue('12\u00A0346')
  await expect(held(page)).toHaveText('12346')

  await money.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('98')
  await expect(money).toHaveValue('1\u00A0982\u00A0346')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('0')
  await expect(money).toHaveValue('1\u00A0902\u00A0346')
})

test('a code field has a value when the code is complete: typed, pasted or filled in', async ({ page }) => {
  await page.goto('/#code-field/empty')
  const code = page.getByLabel('Код из СМС')
  await code.pressSequentially('12a345')
  await expect(held(page)).toHaveText('""')
  await page.keyboard.press('Home')
  await page.keyboard.type('67')
  await expect(code).toHaveValue('123456')
  await expect(held(page)).toHaveText('"123456"')
  await page.keyboard.press('Backspace')
  await expect(held(page)).toHaveText('""')

  await code.fill('')
  await pasteInto(page, 'Код: 654 321\n')
  await expect(held(page)).toHaveText('"654321"')
  await code.fill('112233')
  await expect(held(page)).toHaveText('"112233"')
})

test('a text field changes its form 20 ms after the last key', async ({ page }) => {
  await page.clock.install()
  await page.goto('/#text-field/empty')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByLabel('Имя').pressSequentially('Яна')
  await page.clock.runFor(19)
  await expect(held(page)).toHaveText('""')
  await page.clock.runFor(1)
  await expect(held(page)).toHaveText('"Яна"')
})
