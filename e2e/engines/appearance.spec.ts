import { expect, test } from './fixtures.ts'
import { phone } from './tab.ts'

const wideWindow = { width: 1280, height: 800 }

// spec: 2.32
test('the portal fits a phone and a wide window', async ({ user, newUser, bookTips, addCard, signInAs }) => {
  const account = await newUser('Мария Константинопольская')
  await bookTips(account, [{ amount: 12_500, rating: 5, comment: 'Спасибо за чудесный вечер' }])
  await addCard(account)
  await signInAs(account)
  for (const [path, heading] of [
    ['/', 'Чаевые'],
    ['/billing', 'Операции'],
    ['/out', 'Вывод средств'],
    ['/profile', 'Личная карточка'],
    ['/settings', 'Настройки'],
    ['/settings/payout-methods', 'Способы вывода'],
  ] as const) {
    await user.open(path)
    await user.sees({ role: 'heading', name: heading })
    await user.evaluates(`document.querySelectorAll('[aria-busy=true]').length`, 0)
    for (const size of [wideWindow, phone]) {
      await user.tab.resize(size)
      await user.evaluates('innerWidth', size.width)
      const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await user.tab.evaluate(overflow), `${path} is wider than ${size.width}`).toBe(0)
    }
  }
})
