// How many taps the commonest jobs take from the home page. A change that adds one fails here: a waiter does these each
// shift. `npm run test:one -- taps.spec` prints them as titles.

import type { Page } from '@playwright/test'
import { untilLive } from '@portal/test-kit/steps'
import { closeLock, setPin } from '../fixtures/app-lock.ts'
import type { TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

type Job = (page: Page, typeCode: () => Promise<void>) => Promise<void>

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

/** The code is typed without a tap, because its field has the focus. */
const jobs: Record<string, Job> = {
  'the tips of today: 0 taps': async (page) => {
    await expect(
      page
        .getByRole('region', { name: 'За период' })
        .getByText(/^1\s250\s₽/)
        .first(),
    ).toBeVisible()
  },
  'a withdrawal of everything: 3 taps and a code': async (page, typeCode) => {
    await link(page, 'Вывести всё').tap()
    await button(page, 'Получить код').tap()
    await typeCode()
    await button(page, /^Вывести 1\s250\s₽$/).tap()
    await expect(page.getByRole('heading', { name: /^Вывод № \d+/ })).toBeVisible()
  },
  'a withdrawal of a part: 3 taps, the sum and a code': async (page, typeCode) => {
    await link(page, 'Вывести часть').tap()
    await page.getByLabel('Сумма').fill('700')
    await button(page, /^Вывести 700\s₽$/).tap()
    await typeCode()
    await button(page, /^Вывести 700\s₽$/).tap()
    await expect(page.getByRole('heading', { name: /^Вывод № \d+/ })).toBeVisible()
  },
  'a sharing by the template: 4 taps and a code': async (page, typeCode) => {
    await link(page, 'Разделить чаевые').tap()
    await button(page, 'Разделить').tap()
    await button(page, 'Получить код').tap()
    await typeCode()
    await button(page, /^Разделить 1\s250\s₽$/).tap()
    await expect(page.getByRole('heading', { name: /^Перевод № \d+/ })).toBeVisible()
  },
  'a statement of the month: 2 taps': async (page) => {
    await link(page, 'Выписка').tap()
    await Promise.all([page.waitForEvent('download'), button(page, 'Скачать выписку').tap()])
  },
}

let user: TestUser

test.beforeEach(async ({ page, newUser, bookTips, addCard, signInAs }) => {
  user = await newUser('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  const [workplace] = user.workplaces
  const team = [
    await newUser('Глеб Орлов', [{ beside: workplace }]),
    await newUser('Инна Бойко', [{ beside: workplace }]),
  ]
  await bookTips(user, [{ amount: 1250 }])
  await addCard(user)
  await signInAs(user)
  const saved = await page.request.post(`/api/v1/user/sharing-template/${workplace?.restId}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'portal' },
    data: { way: 'equal', members: team.map(({ workplaces }) => ({ employee_id: workplaces[0]?.employeeId })) },
  })
  expect(saved.status(), await saved.text()).toBe(200)
})

/** Opens the home page, and returns how many taps the job took there. */
async function countTaps(page: Page, job: Job, readCode: () => Promise<string>): Promise<number> {
  let taps = 0
  await page.exposeFunction('countTap', () => (taps += 1))
  // A tap on a label clicks its control too. Unlocking the portal loads another document.
  await page.addInitScript(() => addEventListener('pointerdown', () => Reflect.get(window, 'countTap')(), true))
  await page.goto('/')
  await untilLive(page)
  await job(page, async () => {
    await page.getByText(/^Код отправлен/).waitFor()
    await expect(page.getByLabel('Код из СМС')).toBeFocused()
    await page.keyboard.type(await readCode())
  })
  return taps
}

// spec: 2.192, 2.172, 2.152
for (const [title, job] of Object.entries(jobs)) {
  test(`${title} @phone`, { tag: ['@mfe-payouts', '@mfe-tips'] }, async ({ page, readCode }) => {
    expect(await countTaps(page, job, () => readCode(user.phone))).toBe(Number(title.match(/\d/)?.[0]))
  })
}

// spec: 2.192, 2.194
test('a withdrawal of everything from a locked portal: 3 taps, a PIN and a code @phone', {
  tag: ['@mfe-payouts', '@mfe-tips'],
}, async ({ page, database, readCode, allowedConsole }) => {
  allowedConsole.patterns.push(/423/)
  await setPin(page, '8253')
  // A page of the portal would go to the lock by itself.
  await page.goto('/favicon.svg')
  await closeLock(database, user)
  const job: Job = async (...step) => {
    await expect(page.getByLabel('Код-пароль')).toBeFocused()
    await page.keyboard.type('8253')
    await jobs['a withdrawal of everything: 3 taps and a code']?.(...step)
  }
  expect(await countTaps(page, job, () => readCode(user.phone))).toBe(3)
})
