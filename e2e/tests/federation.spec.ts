import { openMenu } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

// spec: 2.43
test('only its section fails when a remote does not load, and «Повторить» restores it', async ({
  page,
  newUser,
  bookTips,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/Failed to load resource|preload|RemoteError/)
  const user = await newUser()
  await bookTips(user, [{ amount: 300 }])
  await signInAs(user)
  const files = /\/releases\/mfe-payouts\//
  await page.route(files, (route) => route.abort())

  await page.goto('/out')
  await expect(page.getByText('Раздел временно недоступен')).toBeVisible()

  await test.step('other sections work', async () => {
    await openMenu(page)
    await page.getByRole('link', { name: 'Операции', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
    await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
  })

  await test.step('the section comes back in the same page', async () => {
    await page.goBack()
    await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
    await page.unroute(files)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  })
})
