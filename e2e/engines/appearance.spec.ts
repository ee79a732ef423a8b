import { contrast, elementColours, isGreen } from './colours.ts'
import { expect, test } from './fixtures.ts'
import { phone } from './tab.ts'

const wideWindow = { width: 1280, height: 800 }

for (const [title, theme, isDark] of [
  // spec: 2.32
  ['the portal has its colours in the light theme', 'Светлая', false],
  // spec: 2.32
  ['the portal has its colours in the dark theme', 'Тёмная', true],
] as const) {
  test(title, async ({ user, newUser, bookTips, addCard, signInAs }) => {
    const account = await newUser()
    await bookTips(account, [{ amount: 1250 }])
    await addCard(account)
    await signInAs(account)
    await user.open('/settings')
    await user.press({ text: theme })
    await user.open('/out?amount=all')
    await user.sees({ role: 'button', name: 'Получить код', isInDialog: true })
    const sheet = await elementColours(user.tab, '[role=dialog]')
    expect(sheet.background.alpha, 'the sheet is opaque').toBe(255)
    expect(sheet.background.green < 128, 'the sheet is dark').toBe(isDark)
    expect(contrast(sheet), 'its text can be read').toBeGreaterThan(7)
    const button = await elementColours(user.tab, '[role=dialog] button:not([aria-label])')
    expect(isGreen(button.background), `${JSON.stringify(button)} is green`).toBe(true)
    expect(contrast(button), 'its label can be read').toBeGreaterThan(4.5)
  })
}

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
