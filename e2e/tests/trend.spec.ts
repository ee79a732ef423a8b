import { expect, test } from '../fixtures.ts'

const nbsp = '\u00A0'

// spec: 2.210, 2.211, 2.212, 2.213, 2.214
test('a user follows the goal from the statistics, reads the best day and hour, and switches to tables', {
  tag: '@mfe-tips',
}, async ({ page, newUser, bookTips, signInAs, database, expectAccessible }) => {
  const user = await newUser('Мария Котова', [{ restaurant: 'Берег' }, { restaurant: 'Причал' }])
  // Three weeks of one day of the week and one hour, whenever the test runs; 4,200 of 28 days are 150 a day.
  await bookTips(
    user,
    [28, 21, 14, 7].map((daysAgo) => ({ amount: 1_050, daysAgo })),
  )
  await bookTips(user, [{ amount: 77 }], 1)
  await database.query('update user_account set goal = $2 where id = $1', [
    user.id,
    { name: 'Велосипед', amount: 10_000, since: new Date(Date.now() - 20 * 86_400_000).toISOString() },
  ])
  await signInAs(user)
  await page.goto('/')
  await page.getByRole('link', { name: 'Динамика' }).click()

  await test.step('the goal, by the tips of both restaurants', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Динамика' })).toBeVisible()
    const goal = page.getByRole('region', { name: 'Цель: Велосипед' })
    await expect(goal).toContainText(`2${nbsp}177${nbsp}₽ из 10${nbsp}000${nbsp}₽`)
    await expect(goal).toContainText(`через 53${nbsp}дня`)
    await expect(goal).toContainText(`В среднем 150${nbsp}₽ в день. Считаем 28${nbsp}дней`)
    await expect(goal).toContainText('по всем ресторанам')
  })

  await test.step('the best day and hour', async () => {
    await expect(page.getByRole('region', { name: 'Дни недели' })).toContainText(
      `в среднем 1${nbsp}050${nbsp}₽ за день`,
    )
    await expect(page.getByRole('region', { name: 'Часы', exact: true })).toContainText(
      `в среднем 1${nbsp}050${nbsp}₽ за этот час`,
    )
    await expectAccessible(page)
  })

  await test.step('a tip that arrives counts immediately', async () => {
    await bookTips(user, [{ amount: 10 }])
    await expect(page.getByRole('region', { name: 'Цель: Велосипед' })).toContainText(`2${nbsp}187${nbsp}₽ из`)
  })

  await test.step('hours and cash of the day', async () => {
    await page.getByRole('button', { name: 'Записать день' }).click()
    const dialog = page.getByRole('dialog', { name: 'Часы и наличные' })
    // In the night the form begins with the day before.
    await dialog.getByRole('combobox', { name: 'День' }).click()
    await page.getByRole('option', { name: 'Сегодня' }).click()
    await dialog.getByRole('textbox', { name: 'Часы' }).fill('7,5')
    await dialog.getByRole('textbox', { name: 'Наличные' }).fill('500')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await expect(dialog).toBeHidden()
    // 10 in tips and 500 in cash.
    await expect(page.getByRole('region', { name: 'Часы и наличные' })).toContainText(`68${nbsp}₽ в час`)
    await expect(page.getByRole('region', { name: 'Цель: Велосипед' })).toContainText(`из них наличными 500${nbsp}₽`)
  })

  await test.step('as tables, of all restaurants, also after a reload', async () => {
    await page.getByText('Таблицей', { exact: true }).click()
    await page.getByText('Все рестораны', { exact: true }).click()
    await expect(page).toHaveURL(/\/trend\?of=all&view=table$/)
    await page.reload()
    const table = page.getByRole('table', { name: 'Чаевые по месяцам' })
    await expect(table.getByRole('row').last()).toContainText('—')
    await expect(page.getByRole('button', { name: 'Графиком' })).toBeVisible()
    await expectAccessible(page)
  })
})
