import { expect, test } from '../fixtures.ts'

const pages = {
  '/': 'Последние чаевые',
  '/billing': '+99 999,99',
  '/out': 'Выводов пока нет',
  '/transfer': 'Комментарий',
  '/transfer/team': 'Комментарий',
  '/profile': 'Изменить номер',
  '/settings/payout-methods': 'Основная',
  '/settings/cards/add': 'Сюда можно будет выводить',
}

test('no page is wider than the phone with long names and large amounts', { tag: ['@phone', '@remotes'] }, async ({
  page,
  newUser,
  bookTips,
  addCard,
  signInAs,
}) => {
  const bank = 'Акционерный банк развития Северо-Западного федерального округа'
  const user = await newUser('Александра-Виктория Константинопольская-Преображенская', [
    { restaurant: 'Ресторан авторской кухни народов Севера «У Старого моста»', bank, isDefault: true },
    { restaurant: 'Гастробистро «Превысокомногорассмотрительствующий-Электрокардиографический»', bank },
  ])
  await newUser('Максимилиан Рождественско-Благовещенский-Преображенский', [{ beside: user.workplaces[0] }])
  await newUser('Аполлинария Островитянова-Кирсановская', [{ beside: user.workplaces[0] }])
  await bookTips(
    user,
    Array.from({ length: 10 }, () => ({ amount: 99_999.99, rating: 5, comment: 'Благодарю!'.repeat(50) })),
  )
  await addCard(user, { bank })
  await signInAs(user)
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(text)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360)
  }
})
