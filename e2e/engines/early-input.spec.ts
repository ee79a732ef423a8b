import { expect, test } from './fixtures.ts'
import type { PortalProxy } from './portal-proxy.ts'
import type { User } from './user.ts'

// Whatever is typed and pressed while a page gets its code arrives, in its order and once.

/** When a step happens: in the HTML, while the shell waits for the section's code, or when the page is live. */
const moments = ['in the HTML', 'in the shell', 'in the live page'] as const
type Moment = (typeof moments)[number]

type Step = () => Promise<void>
type Loading = { path: string; remote: string; steps: readonly (readonly [Moment, Step])[] }

/** Opens a page until it is rendered on the server: one that takes longer on a busy machine arrives as the frame. */
async function beginRendered(user: User, path: string): Promise<void> {
  do {
    await user.open('/robots.txt')
    await user.tab.begin(user.origin + path)
    await user.evaluates(`document.getElementById('registry') !== null`, true)
  } while (!(await user.tab.evaluate(`document.getElementById('rendered') !== null`)))
}

/** Opens a page of a remote, and takes each step at its moment. */
async function openWithSteps(user: User, portalProxy: PortalProxy, { path, remote, steps }: Loading): Promise<void> {
  const shellArrives = portalProxy.hold(/^\/releases\/shell\/.*\.js/)
  const remoteArrives = portalProxy.hold(new RegExp(`^/releases/${remote}/.*\\.js`))
  const takeSteps = async (moment: Moment) => {
    for (const [when, step] of steps) if (when === moment) await step()
  }
  await beginRendered(user, path)
  await takeSteps('in the HTML')
  shellArrives()
  await user.evaluates(`document.querySelector('script[data-address*="/${remote}/"]') !== null`, true)
  await takeSteps('in the shell')
  remoteArrives()
  await user.evaluates('portal.heldInput === undefined', true)
  await takeSteps('in the live page')
}

const cardNumber = '2200123456789019'

/** Three steps within one moment, across one border between moments, and across both. */
const orders = [
  ['in the HTML', 'in the HTML', 'in the HTML'],
  ['in the HTML', 'in the HTML', 'in the shell'],
  ['in the HTML', 'in the shell', 'in the live page'],
  ['in the shell', 'in the shell', 'in the shell'],
  ['in the shell', 'in the live page', 'in the live page'],
] as const satisfies readonly (readonly Moment[])[]

for (const [first, second, third] of orders) {
  test(`a number that is begun ${first}, ended ${second} and sent ${third} arrives once`, async ({
    user,
    portalProxy,
    newUser,
    signInAs,
  }) => {
    await signInAs(await newUser())
    await openWithSteps(user, portalProxy, {
      path: '/settings/cards/add',
      remote: 'mfe-settings',
      steps: [
        [first, () => user.fill('Номер карты', cardNumber.slice(0, 8))],
        [second, () => user.tab.type(cardNumber.slice(8))],
        // Both ways to send a form are one event of it.
        [third, () => (first === third ? user.tab.type('\n') : user.press({ role: 'button', name: 'Продолжить' }))],
      ],
    })
    await user.sees({ text: /9019/, isInDialog: true })
    expect(await user.tab.evaluate('location.search')).toBe('')
    expect(portalProxy.requests.filter((sent) => sent.startsWith('POST /api/v1/vault/'))).toHaveLength(1)
  })
}

for (const moment of moments) {
  test(`what is chosen and switched ${moment} stays so`, async ({ user, portalProxy, newUser, signInAs }) => {
    await signInAs(await newUser())
    await openWithSteps(user, portalProxy, {
      path: '/billing',
      remote: 'mfe-tips',
      steps: [
        [moment, () => user.press({ text: 'Выводы' })],
        [moment, () => user.press({ role: 'button', name: 'Скрыть суммы' })],
      ],
    })
    await user.sees({ role: 'button', name: 'Показать суммы' })
    await user.evaluates('location.search', '?type=payout')
  })
}

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
