import { openFrames } from '@portal/test-kit/steps'
import { collected, healthOf, leave } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import { changeOf } from '../releases/hostile/kind.ts'
import { kinds } from '../releases/hostile/kinds.ts'
import { chooseInMenu, showsSection, test } from '../releases/sections.ts'

// A few of the kinds that `npm run drill -- hostile` tries, without a release to fall back to.

/** Whether telemetry names the release: it hears nothing of what does no harm. */
const tried = {
  'replaces Promise': true,
  'lays a veil over the page from its section': false,
  'swallows clicks in the capture phase': false,
}

// spec: 2.150
for (const [name, isNamed] of Object.entries(tried)) {
  test(`a release that ${name} leaves the menu and the next section`, { tag: ['@phone', '@mfe-payouts'] }, async ({
    context,
    request,
    portal,
  }) => {
    const kind = kinds[name]
    if (!kind) throw new Error(`There is no kind «${name}»`)
    const { release } = await portal.release('mfe-payouts', changeOf(kind), { previous: false })
    const page = await context.newPage()
    await openFrames(page)
    await page.goto(`${portal.url}/out`, { waitUntil: 'commit' })
    await page.waitForFunction(() => Reflect.get(window, 'isHostile'))
    await chooseInMenu(page, 'mfe-tips')
    await showsSection(page, 'mfe-tips')
    await chooseInMenu(page, 'mfe-settings')
    await showsSection(page, 'mfe-settings')
    if (!isNamed) return
    await collected(page)
    await leave(page)
    await expect
      .poll(() => healthOf(request, release.version))
      .toEqual([expect.objectContaining({ failed_reporters: 1 })])
  })
}
