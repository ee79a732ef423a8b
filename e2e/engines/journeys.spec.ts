import { join } from 'node:path'
import { password } from '../fixtures/users.ts'
import { test } from './fixtures.ts'

/** A colour that an engine cannot read is transparent. */
const sheetColour = `getComputedStyle(document.querySelector('[role=dialog]') ?? document.body).backgroundColor`

const photo = join(import.meta.dirname, '../snapshots/360-light/tips-loaded.png')

// spec: 2.32
test('a user signs in', async ({ user, newUser, bookTips }) => {
  const account = await newUser()
  await bookTips(account, [{ amount: 500 }])
  await user.open('/billing?type=tip')
  await user.fill('Телефон', account.phone.slice(2))
  await user.fill('Пароль', password)
  await user.press({ role: 'button', name: 'Войти' })
  await user.sees({ role: 'heading', name: 'Операции' })
  await user.evaluates('location.pathname + location.search', '/billing?type=tip')
})

// spec: 2.32
test('a user reads the tips', async ({ user, newUser, bookTips, signInAs }) => {
  const account = await newUser()
  await bookTips(account, [{ amount: 300, daysAgo: 1, rating: 4, comment: 'Спасибо за вечер!' }, { amount: 1000 }])
  await signInAs(account)
  await user.open('/')
  await user.sees({ text: '1 300 ₽' })
  await user.sees({ text: 'Спасибо за вечер!' })
  await user.press({ text: 'Месяц' })
  await user.evaluates('location.search', '?period=month')
})

// spec: 2.32
test('a user filters the operations and opens one', async ({ user, newUser, bookTips, signInAs }) => {
  const account = await newUser()
  await bookTips(account, [{ amount: 500, rating: 5, comment: 'Спасибо' }])
  await signInAs(account)
  await user.open('/billing')
  await user.press({ text: 'Выводы' })
  await user.sees({ text: 'По фильтру ничего не найдено' })
  await user.press({ role: 'button', name: 'Сбросить' })
  await user.press({ role: 'button', name: /\+500/ })
  await user.sees({ text: 'Спасибо', isInDialog: true })
  await user.evaluates(sheetColour, 'rgb(255, 255, 255)')
})

// spec: 2.32
test('a user withdraws with a code', async ({ user, newUser, bookTips, addCard, signInAs, readCode }) => {
  const account = await newUser()
  await bookTips(account, [{ amount: 1250 }])
  await addCard(account)
  await signInAs(account)
  await user.open('/settings')
  await user.press({ text: 'Тёмная' })
  await user.open('/out')
  await user.fill('Сумма', '500')
  await user.press({ role: 'button', name: /^Вывести \d/ })
  await user.evaluates(sheetColour, 'rgb(30, 30, 27)')
  await user.fill('Код из СМС', await readCode(account.phone))
  await user.press({ role: 'button', name: /^Вывести/, isInDialog: true })
  await user.sees({ role: 'heading', name: /Вывод № \d+/ })
  await user.sees({ text: 'Выплачено' })
})

// spec: 2.32
test('a user adds a card', async ({ user, newUser, signInAs, readCode }) => {
  const account = await newUser()
  await signInAs(account)
  await user.open('/settings/cards/add')
  await user.fill('Номер карты', '2200123456789019')
  await user.press({ role: 'button', name: 'Продолжить' })
  await user.fill('Код из СМС', await readCode(account.phone))
  await user.press({ role: 'button', name: 'Добавить' })
  await user.sees({ text: 'Карта добавлена' })
})

// spec: 2.32
test('a user uploads a photo', async ({ user, newUser, signInAs }) => {
  const account = await newUser()
  await signInAs(account)
  await user.open('/profile')
  await user.sees({ label: 'Имя' })
  await user.tab.chooseFile('input[type=file]', photo)
  await user.press({ role: 'button', name: 'Сохранить' })
  await user.sees({ text: 'Изменения сохранены' })
  const stored = `Array.from(document.images, ({ src, naturalWidth }) => src.includes('/uploads/') && naturalWidth > 0)`
  await user.evaluates(`${stored}.includes(true)`, true)
})

// spec: 2.32
test('the portal starts without a network', async ({
  user,
  portalProxy,
  newUser,
  bookTips,
  signInAs,
  allowedConsole,
}) => {
  // The browser itself reports the requests that fail without a network.
  allowedConsole.patterns.push(/ERR_CONNECTION_REFUSED|NetworkError|Failed to load/)
  const account = await newUser()
  await bookTips(account, [{ amount: 1300, comment: 'Спасибо за вечер' }])
  await signInAs(account)
  await user.open('/')
  await user.sees({ text: 'Спасибо за вечер' })
  await user.evaluates('Boolean(navigator.serviceWorker.controller)', true)
  await user.evaluates(`/balance.*period.*tips.*operations/.test(localStorage.getItem('chaevye:answers'))`, true)
  await portalProxy.close()
  for (const path of ['/', '/billing']) {
    await user.open(path)
    await user.sees({ text: /Данные на \d{2}\.\d{2}\.20\d{2}, \d{2}:\d{2}/ })
    await user.sees({ text: /^\+1\s300\s₽$/ })
  }
})

// spec: 2.32
test('a user signs out', async ({ user, newUser, signInAs, allowedConsole }) => {
  // The browser itself reports a request that was on its way when the session ended.
  allowedConsole.patterns.push(/status of 401/)
  const account = await newUser()
  await signInAs(account)
  await user.open('/settings')
  await user.press({ role: 'button', name: 'Выход' })
  await user.sees({ role: 'heading', name: 'Вход' })
  await user.evaluates(`localStorage.getItem('chaevye:user')`, null)
  await user.open('/billing')
  await user.sees({ role: 'heading', name: 'Вход' })
})
