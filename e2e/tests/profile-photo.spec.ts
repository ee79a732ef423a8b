import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const preview = (page: Page) => page.locator('label img')

async function open(page: Page) {
  await page.goto('/profile')
  await expect(page.getByLabel('Имя', { exact: true })).toBeVisible()
}

/** Creates a picture as large as a phone takes. */
async function picture(page: Page, width = 1200, height = 800): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = document.createElement('canvas')
      canvas.width = width
      canvas.height = height
      const drawing = canvas.getContext('2d')
      if (!drawing) throw new Error('No canvas')
      drawing.fillStyle = '#0b6e4b'
      drawing.fillRect(0, 0, width / 2, height)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [width, height] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** Records the parts of the forms that the page sends from now on; Playwright cannot read them from a request. */
async function recordForms(page: Page): Promise<() => Promise<string[]>> {
  const recorded = await page.evaluateHandle(() => {
    const parts: Promise<string>[] = []
    const append = FormData.prototype.append
    FormData.prototype.append = function (name: string, value: string | Blob, ...more: []) {
      parts.push(describe(name, value))
      append.call(this, name, value as Blob, ...more)
    }
    async function describe(name: string, value: string | Blob) {
      if (!(value instanceof File)) return `${name}: ${value}`
      const { width, height } = await createImageBitmap(value)
      return `${name}: ${value.name} ${value.type} ${width}×${height}`
    }
    return parts
  })
  return () => recorded.evaluate((parts) => Promise.all(parts))
}

// spec: 2.32, 2.92
test('a photo is scaled down in the browser, stored, and served by the API', { tag: '@mfe-settings' }, async ({
  page,
  newUser,
  signInAs,
}) => {
  await signInAs(await newUser())
  await open(page)
  const parts = await recordForms(page)
  await page.getByLabel('Фото').setInputFiles({
    name: 'IMG_0001.PNG',
    mimeType: 'image/png',
    buffer: await picture(page),
  })
  await expect(preview(page)).toBeVisible()
  expect(await preview(page).boundingBox()).toMatchObject({ width: 148, height: 148 })
  expect(await parts()).toEqual(['type: avatar', 'photo_url: photo_url.png image/png 300×200'])
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect(page.getByText('Изменения сохранены')).toBeVisible()
  await page.reload()
  await expect(preview(page)).toHaveJSProperty('naturalWidth', 300)
})

// spec: 6.8
test('a failed upload shows «Ошибка» and keeps what is typed, and the next one succeeds', {
  tag: '@mfe-settings',
}, async ({ page, newUser, signInAs, allowedConsole }) => {
  allowedConsole.patterns.push(/503/)
  await signInAs(await newUser())
  await open(page)
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(page) }
  await page.route('**/api/v1/upload', (route) =>
    route.fulfill({ status: 503, json: { code: 'storage_unavailable', message: 'Away' } }),
  )
  const about = page.getByLabel('О себе', { exact: true })
  await about.fill('Люблю вечерние смены')
  await page.getByLabel('Фото').setInputFiles(photo)
  await expect(page.getByRole('alert').filter({ hasText: 'Ошибка' })).toBeVisible()
  await expect(page.getByText('Загружаем изображение')).toHaveCount(0)
  await expect(about).toHaveValue('Люблю вечерние смены')

  await page.getByLabel('Фото').setInputFiles({ ...photo, buffer: Buffer.from('not an image') })
  await expect(page.getByText('Не получилось открыть картинку. Выберите другой файл.')).toBeVisible()

  await page.unroute('**/api/v1/upload')
  await page.getByLabel('Фото').setInputFiles(photo)
  await expect(preview(page)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
})
