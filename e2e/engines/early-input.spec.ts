import { expect, test } from './fixtures.ts'
import type { User } from './user.ts'

// Whatever is typed and pressed while a page gets its code arrives, in its order and once. kept-input.test.tsx has the
// other orders.

/** Opens a page until it is rendered on the server: one that takes longer on a busy machine arrives as the frame. */
async function beginRendered(user: User, path: string): Promise<void> {
  do {
    await user.open('/robots.txt')
    await user.tab.begin(user.origin + path)
    await user.evaluates(`document.getElementById('registry') !== null`, true)
  } while (!(await user.tab.evaluate(`document.getElementById('rendered') !== null`)))
}

const cardNumber = '2200123456789019'

test('a number that is begun in the HTML, ended in the shell and sent in the live page arrives once', async ({
  user,
  portalProxy,
  newUser,
  signInAs,
}) => {
  await signInAs(await newUser())
  const shellArrives = portalProxy.hold(/^\/releases\/shell\/.*\.js/)
  const remoteArrives = portalProxy.hold(/^\/releases\/mfe-settings\/.*\.js/)
  await beginRendered(user, '/settings/cards/add')
  await user.fill('Номер карты', cardNumber.slice(0, 8))
  shellArrives()
  await user.evaluates(`document.querySelector('script[data-address*="/mfe-settings/"]') !== null`, true)
  await user.tab.type(cardNumber.slice(8))
  remoteArrives()
  await user.evaluates('portal.heldInput === undefined', true)
  await user.press({ role: 'button', name: 'Продолжить' })
  await user.sees({ text: /9019/, isInDialog: true })
  expect(await user.tab.evaluate('location.search')).toBe('')
  expect(portalProxy.requests.filter((sent) => sent.startsWith('POST /api/v1/vault/'))).toHaveLength(1)
})

test('a form whose code does not load is not sent, and keeps what is typed until the code loads', async ({
  user,
  portalProxy,
  newUser,
  signInAs,
  allowedConsole,
}) => {
  // Each engine has words of its own for a file that does not load.
  allowedConsole.patterns.push(/./)
  await signInAs(await newUser())
  const remote = /^\/releases\/mfe-settings\//
  const restore = portalProxy.remove(remote)
  const fails = portalProxy.hold(remote)
  await beginRendered(user, '/settings/cards/add')
  await user.fill('Номер карты', cardNumber.slice(0, 8))
  fails()
  await user.sees({ text: 'Раздел временно недоступен для изменений' })
  await user.tab.type(cardNumber.slice(8))
  await user.tab.type('\n')
  await user.press({ role: 'button', name: 'Продолжить' })
  expect(await user.tab.evaluate('location.search')).toBe('')
  restore()
  await user.press({ role: 'button', name: 'Повторить' })
  await user.evaluates(`document.querySelector('[name=number]')?.value`, '2200 1234 5678 9019')
  await user.press({ role: 'button', name: 'Продолжить' })
  await user.sees({ text: /9019/, isInDialog: true })
})
