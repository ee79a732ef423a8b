import { startPushService } from '@portal/api/messages/push/double/push-service'
import type pg from 'pg'
import { connectPushService } from '../fixtures/push-browser.ts'
import { expect, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

/** Makes the time pass for which tips are gathered, but not that of a shift. */
const hurry = (database: pg.Pool) =>
  database.query(
    "update push_message set next_attempt_at = now() where attempts = 0 and sent_at is null and kind <> 'shift'",
  )
const subscriptions = async (database: pg.Pool, userId: string) =>
  (await database.query('select from push_subscription where user_id = $1', [userId])).rowCount

// spec: 2.163
test('a user allows notifications, gets one about tips, sees the tips, and gets no more after signing out', {
  tag: '@mfe-settings',
}, async ({ page, context, database, newUser, bookTips, signInAs, expectAccessible, allowedConsole }) => {
  // A request that the page sends while it signs out gets a 401.
  allowedConsole.patterns.push(/401 \(Unauthorized\)/)
  const service = await startPushService()
  const user = await newUser()
  const browser = await connectPushService(context, service)
  await signInAs(user)

  await test.step('they are allowed in the settings', async () => {
    await page.goto('/settings')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Уведомления/ })
      .click()
    await page.getByRole('button', { name: 'Включить уведомления' }).click()
    await expect(page.getByText('Уведомления включены')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('two tips are one message, which the worker shows', async () => {
    await bookTips(user, [{ amount: 300 }, { amount: 200 }])
    await expect
      .poll(async () => {
        await hurry(database)
        return service.received.length
      })
      .toBe(1)
    const [received] = service.received
    if (!received) throw new Error('no message')
    await browser.deliver(page, received.message)
    expect(browser.notifications()).toEqual(['Новые чаевые: Вам оставили 2 раза, всего 500 ₽'])
    expect(browser.badge()).toBe(2)
  })

  await test.step('the page of the tips removes it, and the result of the shift waits for its end', async () => {
    await page.goto('/')
    await expect.poll(() => browser.notifications()).toEqual([])
    expect(browser.badge()).toBe(0)
    const left = () =>
      database.query(
        "select from push_message m join push_subscription s on s.id = m.subscription_id where s.user_id = $1 and m.kind <> 'shift'",
        [user.id],
      )
    await expect.poll(async () => (await left()).rowCount).toBe(0)
  })

  await test.step('signing out ends the subscription', async () => {
    await page.goto('/settings')
    expect(await subscriptions(database, user.id)).toBe(1)
    await page.getByRole('main').getByRole('button', { name: 'Выход' }).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await subscriptions(database, user.id)).toBe(0)
    await expect.poll(() => browser.isSubscribed()).toBe(false)
  })
  await service.close()
})
