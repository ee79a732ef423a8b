import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { show } from '../screens/show.ts'
import { screens } from '../screens/table.ts'

const folder = join(import.meta.dirname, '../../docs/pictures')
const phone = { width: 360, height: 780 }

/** What the README shows: screens of the table, as they look on a good display. */
const pictures = [
  { screen: 'tips-loaded', name: 'tips', window: phone, colorScheme: 'light' },
  { screen: 'payout-confirm', name: 'payout', window: phone, colorScheme: 'light' },
  { screen: 'operations-loaded', name: 'operations-dark', window: phone, colorScheme: 'dark' },
  { screen: 'profile-loaded', name: 'profile-dark', window: phone, colorScheme: 'dark' },
  { screen: 'tips-loaded', name: 'desktop', window: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const

test.use({ serviceWorkers: 'block' })

for (const { screen, name, window, colorScheme } of pictures) {
  test(name, async ({ page }) => {
    await page.setViewportSize(window)
    await page.emulateMedia({ colorScheme })
    const found = screens.find((one) => one.name === screen)
    if (!found) throw new Error(`There is no screen ${screen}`)
    await show(page, found)
    const picture = await sharp(await page.screenshot({ animations: 'disabled', caret: 'hide' }))
      .png({ palette: true, effort: 10 })
      .toBuffer()
    expect(picture.length, 'bytes').toBeLessThan(150_000)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${name}.png`), picture)
  })
}
