import { collected, fetchHealth, leave, reportLive } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import { pageScript } from '../releases/patched-copy.ts'
import { test } from '../releases/sections.ts'

/** A text in the code of the page `/` that only its list of tips has. */
const list = '"Последние чаевые"'
const defect = '(()=>{throw new Error("A defect of this release")})()'

// spec: 6.5
test('an error of a page is counted for its remote and its release', async ({
  page,
  portal,
  request,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/A defect of this release/)
  const change = { file: pageScript, to: (text: string) => text.replaceAll(list, defect) }
  const { release } = await portal.release('mfe-tips', change, { hasPrevious: false })
  await reportLive(request, release.version)
  await page.goto(portal.url)
  await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
  await collected(page)
  await leave(page)
  await expect
    .poll(() => fetchHealth(request, release.version))
    .toEqual([expect.objectContaining({ remote: 'mfe-tips', starts: 1, errors: 1, load_failures: 0 })])
})
