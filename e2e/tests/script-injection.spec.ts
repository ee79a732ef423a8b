import type { Page } from '@playwright/test'
import { tidyLines } from '@portal/contracts/tidy-text'
import { injections } from '../fixtures/script-injections.ts'
import { hire, type Workplace } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

/** Expects the page to show them as text: no dialog, no script, no element, and no violation of the policy. */
async function expectTexts(page: Page, path: string): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: 'injected' in window,
    stopped: (window as unknown as { stopped: string[] }).stopped,
    elements: [...document.querySelectorAll('[onerror],[onload],[onfocus],[ontoggle],[onstart],[src="x"],[srcdoc]')]
      .length,
    addresses: [...document.querySelectorAll('[href^="javascript:"],[src^="javascript:"],[action^="javascript:"]')]
      .length,
  }))
  expect(found, path).toEqual({ ran: false, stopped: [], elements: 0, addresses: 0 })
}

test('injected scripts are shown as text on every screen', { tag: ['@phone', '@remotes'] }, async ({
  page,
  database,
  newUser,
  bookTips,
  signInAs,
}) => {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await page.addInitScript(() => {
    const stopped: string[] = []
    Object.assign(window, { stopped })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      stopped.push(`${violatedDirective} ${sample}`),
    )
  })
  expect(injections).toHaveLength(210)

  const [first = '', second = '', third = ''] = injections
  const user = await newUser('Мария Котова', [
    { restaurant: `Берег ${second}`, isDefault: true },
    { restaurant: third, bank: `Банк ${first}` },
  ])
  const workplace = user.workplaces[0] as Workplace
  const hundred = injections.map((text) => text.slice(0, 50))
  for (const text of hundred) await hire(database, text, [{ beside: workplace }])
  await database.query(
    `with card as (
       insert into vault.card (token, ciphertext, fingerprint, last4, network)
       select 'injected-' || $1 || n, '', sha256(($1 || n)::bytea), '1234', 'mir' from generate_series(1, $3) n
       returning token
     )
     insert into payout_binding (user_id, bank, type, card_token, mask, last4, network, bank_name, is_default, label)
     select $1::uuid, 'Т-Банк', 'card', 'injected-' || $1 || n, '2200 •••• •••• 1234', '1234', 'mir', $2, n = 1, label
     from unnest($4::text[]) with ordinality as given (label, n)`,
    [user.id, first, injections.length, injections.map((text) => text.slice(0, 30))],
  )
  await bookTips(
    user,
    injections.map((comment) => ({ amount: 100, comment })),
  )
  await signInAs({ ...user, name: first })

  const saved = await page.request.patch('/api/v1/user/profile', {
    headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'portal' },
    data: {
      first_name: first.slice(0, 50),
      last_name: second.slice(0, 50),
      about: `${third} ${first} ${second}`.slice(0, 200),
      goal: { name: first.slice(0, 60), amount: 1_000 },
    },
  })
  expect(saved.status(), await saved.text()).toBe(200)

  const screens: [string, string][] = [
    ['/', injections.at(-1) ?? ''],
    ['/profile', second.slice(0, 50)],
    ['/out', first.slice(0, 30)],
    ['/transfer', second],
    ['/settings', 'Настройки'],
    ['/settings/payout-methods', injections.at(-1)?.slice(0, 30) ?? ''],
    ['/settings/cards/add', 'Новая карта'],
  ]
  for (const [path, text] of screens) {
    await page.goto(path)
    await expect(
      page
        .getByText(text)
        .or(page.locator(`input[value=${JSON.stringify(text)}]`))
        .first(),
      path,
    ).toBeAttached()
    await expectTexts(page, path)
  }

  // A comment is stored without the line separator that some of these texts begin with.
  const comments = new Set(injections.map(tidyLines))
  const shown = new Set<string>()
  for (let number = 1; number <= Math.ceil(injections.length / 20); number += 1) {
    await page.goto(`/billing?page=${number}`)
    await expect(page.getByText('+100').first()).toBeVisible()
    const text = (await page.getByRole('main').textContent()) ?? ''
    for (const comment of comments) if (text.includes(comment)) shown.add(comment)
    await expectTexts(page, `/billing?page=${number}`)
  }
  expect([...comments].filter((comment) => !shown.has(comment))).toEqual([])

  await page.goto('/transfer')
  await page.getByLabel('Кому').click()
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await page.getByRole('option').count()).toBe(injections.length)
  await expectTexts(page, 'the colleagues of /transfer')
  expect(dialogs).toEqual([])
})
