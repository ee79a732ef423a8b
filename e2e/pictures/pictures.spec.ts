import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { now } from '@portal/platform/dev/examples/now'
import { desktop, phone } from '@portal/test-kit/config'
import { freeze } from '@portal/test-kit/freeze'
import sharp from 'sharp'
import { test } from '../fixtures/screens-portal.ts'
import { show } from '../screens/show.ts'
import { screens } from '../screens/table.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
/** A phone has no gutter for a scrollbar. */
const devices = { phone, wide: desktop } as const

/** What README.md and docs/product.md show, by the name of the picture: screens of the table. */
const pictures = {
  tips: 'tips-loaded',
  operations: 'operations-loaded',
  withdrawal: 'payout-confirm',
  paid: 'payout-succeeded',
  automatic: 'auto-withdrawal-loaded',
  sharing: 'sharing-equally',
  trend: 'trend-loaded',
  reviews: 'reviews-loaded',
  documents: 'operations-documents',
  messages: 'notifications-loaded',
  lock: 'unlock-loaded',
} as const

test.use({ serviceWorkers: 'block' })

for (const [device, use] of Object.entries(devices)) {
  test.describe(device, () => {
    test.use(use)
    for (const [name, screen] of Object.entries(pictures)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        test(`${name} ${device} ${colorScheme}`, async ({ page, portal }) => {
          await page.emulateMedia({ colorScheme })
          const found = screens.find((one) => one.name === screen)
          if (!found) throw new Error(`There is no screen ${screen}`)
          await freeze(page, { now, hasLongTimers: true, hasServedFonts: true })
          await show(page, portal, found)
          const picture = await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
            .webp({ quality: 82, effort: 6 })
            .toBuffer()
          expect(picture.length, 'bytes').toBeLessThan(150_000)
          await mkdir(folder, { recursive: true })
          await writeFile(join(folder, `${name}-${device}-${colorScheme}.webp`), picture)
        })
      }
    }
  })
}
