import { type BrowserContext, expect } from '@playwright/test'
import axios from 'axios'
import type { Preview } from './target.ts'

/** Each build by its server, because a test is of the build that was there when the tests began. */
const versions = new Map<string, Promise<string>>()

/**
 * Returns the version of the build that this machine shows in the portal.
 * @throws Error that says what to start when there is none, or when it is a build of another remote
 */
export function requirePreview(preview: Preview): Promise<string> {
  const version = versions.get(preview.origin) ?? readVersion(preview)
  versions.set(preview.origin, version)
  return version
}

async function readVersion({ remote, address, origin }: Preview): Promise<string> {
  const portal = await axios.get(address, { validateStatus: () => true })
  if (portal.status !== 200) throw new Error(`${address} shows no previews (${portal.status})`)
  const { data } = await axios.get<{ name?: string; version?: string }>(`${origin}/preview.json`).catch((error) => {
    throw new Error(`Nothing serves a preview at ${origin} (${error.message}): start its command, and keep it running`)
  })
  if (data.name === remote && data.version) return data.version
  throw new Error(`${origin} serves ${data.name ?? 'no preview'}, and not ${remote}: take the address that it prints`)
}

/** Turns the preview on in this browser. @throws Error when the page shows another build */
export async function turnPreviewOn(context: BrowserContext, preview: Preview): Promise<void> {
  const version = await requirePreview(preview)
  const page = await context.newPage()
  await page.goto(preview.address)
  await page.getByRole('button', { name: 'Показать' }).click()
  const badge = page.getByRole('complementary', { name: 'Предпросмотр' })
  await expect(badge, 'the build that the tests began with').toContainText(`: ${preview.remote} ${version}`)
  await page.close()
}
