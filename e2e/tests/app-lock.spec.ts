import { untilLive } from '@portal/test-kit/steps'
import { closeLock, setPin } from '../fixtures/app-lock.ts'
import { reloadItself } from '../fixtures/steps.ts'
import { expect, test } from '../fixtures.ts'

const pin = '8253'

// spec: 2.193, 2.194, 8.60
test('a locked portal shows and sends nothing of its user until the PIN has opened it', {
  tag: '@mfe-settings',
}, async ({ page, context, database, newUser, bookTips, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(/423|422/)
  const user = await newUser('Мария Котова', [{ restaurant: 'Берег' }])
  await bookTips(user, [{ amount: 1250 }])
  await signInAs(user)
  await setPin(page, pin)
  await page.goto('/billing')
  await expect(page.getByText('+1\u00A0250\u00A0₽').first()).toBeVisible()

  // What was stored before there was a lock is deleted when the page reads the session.
  const stored = () => page.evaluate(() => localStorage.getItem('chaevye:answers'))
  await expect.poll(stored).toBeNull()

  await test.step('the user returns after the lock has closed', () => closeLock(database, user))

  await test.step('neither the HTML nor another tab nor «back» has anything', async () => {
    const html = await (await page.request.get('/billing', { headers: { accept: 'text/html' } })).text()
    expect(html).not.toMatch(/Котова|Берег|1\s250/)
    const other = await context.newPage()
    // The page redirects to the lock before it has loaded.
    await other.goto('/', { waitUntil: 'commit' })
    await expect(other).toHaveURL(/\/unlock\?back=%2F$/)
    await expect(other.getByText(/Котова|Берег|1\s250/)).toHaveCount(0)
    await other.close()

    await reloadItself(page, '/billing')
    await expect(page).toHaveURL(/\/unlock\?back=%2Fbilling$/)
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/unlock/)
    await expect(page.getByText(/Котова|Берег|1\s250/)).toHaveCount(0)
    expect(await stored()).toBeNull()
  })

  await test.step('a wrong PIN, then the right one', async () => {
    await untilLive(page)
    await expect(page.getByLabel('Код-пароль')).toBeFocused()
    await page.keyboard.type('1357')
    await expect(page.getByText('Неверный код-пароль. Осталось 4\u00A0попытки.')).toBeVisible()
    await page.keyboard.type(pin)
    await expect(page.getByRole('heading', { level: 1, name: 'Код-пароль и суммы' })).toBeVisible()
    await page.goto('/billing')
    await expect(page.getByText('+1\u00A0250\u00A0₽').first()).toBeVisible()
  })
})
