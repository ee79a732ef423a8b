import { expect } from '../fixtures.ts'
import { pageScript } from '../releases/defects.ts'
import { filesOf, loadedAgain } from '../releases/loaded-files.ts'
import { test } from '../releases/sections.ts'

/** What a returning user may load of each file of a remote in which a text has changed: all of them name the version of their release. */
const MAX_DELTA_BYTES = 1_000

// That of the shell is measured with another test of its build (versions.spec.ts).
test('a returning user loads the differences of a remote’s files @phone', async ({ context, portal }) => {
  const page = await context.newPage()
  const open = (text: string) => async () => {
    await page.goto(`${portal.url}/`)
    await expect(page.getByText(text)).toBeVisible()
  }
  const first = await filesOf(page, open('Последние чаевые'))
  await portal.release('mfe-tips', {
    file: pageScript,
    to: (text) => text.replace('Последние чаевые', 'Недавние чаевые'),
  })
  const second = await filesOf(page, open('Недавние чаевые'))
  const again = loadedAgain(second, first)
  expect(again.length).toBeGreaterThan(1)
  for (const { file, coding, bytes } of again) {
    expect(`${file} ${coding}`).toMatch(/^mfe-tips\/.* dcz$/)
    expect(bytes, file).toBeLessThanOrEqual(MAX_DELTA_BYTES)
  }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(again) })

  const third = await filesOf(page, open('Недавние чаевые'))
  expect(loadedAgain(third, second)).toEqual([])
})
