import { irreversibleActions } from '../fixtures/irreversible-actions.ts'
import { forgetSentCodes, openSession } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

// Each action is started by a double click and by Enter twice, before the response arrives. Then the user reloads the
// page, and goes back and forward.

for (const [name, { call, isSignedOut, prepare, confirmation, stored }] of Object.entries(irreversibleActions)) {
  test(`${name} happens once`, { tag: ['@phone', '@remotes'] }, async ({
    page,
    database,
    newUser,
    bookTips,
    addCard,
    signInAs,
    readCode,
    allowedConsole,
  }) => {
    // A new phone renews the session's token: live updates may reconnect before the response brings it.
    allowedConsole.patterns.push(/401 \(Unauthorized\)/)
    await forgetSentCodes(database)
    const user = await newUser()
    await bookTips(user, [{ amount: 1250 }])
    await addCard(user)
    if (!isSignedOut) {
      await signInAs(user)
      for (let other = 0; other < 2; other += 1) await openSession(database, user.id)
    }
    const code = async (phone = user.phone) => page.getByLabel('Код из СМС').fill(await readCode(phone))
    // Opens a page to go back to.
    await page.goto('/robots.txt')
    const press = await prepare({ page, user, code })

    const [method, path] = call
    let calls = 0
    const pressed = Promise.withResolvers<void>()
    await page.route(
      ({ pathname }) => path.test(pathname),
      async (route) => {
        if (route.request().method() === method) {
          calls += 1
          await pressed.promise
        }
        await route.fallback()
      },
    )
    await press.dblclick()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect.poll(() => calls).toBe(1)
    pressed.resolve()
    await expect(confirmation(page)).toBeVisible()

    const [query, value] = stored
    const done = async () => String(Object.values((await database.query(query, [user.id])).rows[0]).at(0))
    await expect.poll(done).toBe(value)
    await page.reload()
    await page.goBack()
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await done()).toBe(value)
    expect(calls).toBe(1)
  })
}

// spec: 6.21
test('a slow double click ends only the session that it began with', { tag: '@remotes' }, async ({
  page,
  database,
  newUser,
  signInAs,
}) => {
  const user = await newUser()
  for (let other = 0; other < 3; other += 1) await openSession(database, user.id)
  await signInAs(user)
  await page.goto('/settings/sessions')
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls += 1
  })
  const ends = page.getByRole('button', { name: /^Завершить сеанс/ })
  await ends.first().hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(ends).toHaveCount(2)
  // The next row has moved up to where the first one was.
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.reload()
  await expect(ends).toHaveCount(2)
  expect(calls).toBe(1)
})
