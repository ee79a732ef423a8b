import { expect, test } from '../fixtures.ts'

test.use({ hasLoadLimits: true })

/** The network of a basement, in bytes per second and milliseconds. */
const slow = { offline: false, downloadThroughput: 28_000, uploadThroughput: 10_000, latency: 800 }

test('a section whose code loads slower than the timeout opens from its first request @phone', async ({
  page,
  newUser,
  bookTips,
  addCard,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 300 }])
  await addCard(user)
  await signInAs(user)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', slow)
  const again: string[] = []
  page.on('request', (request) => request.url().includes('?attempt=') && again.push(request.url()))

  await page.goto('/out', { waitUntil: 'commit' })
  await expect(page.getByLabel('Сумма')).toBeVisible()
  expect(again).toEqual([])
})
