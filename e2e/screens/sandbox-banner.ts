import type { Page } from '@playwright/test'
import { sandboxBanner, sandboxBannerStyle } from '@portal/platform/server/sandbox-banner'

/** Puts into each page what the portal server of a production with a sandbox writes there: this one is of a demo. */
export async function showSandboxBanner(page: Page): Promise<void> {
  await page.route('**/*', async (route, request) => {
    if (request.resourceType() !== 'document') return await route.fallback()
    const response = await route.fetch()
    const html = (await response.text()).replace('</head>', `${sandboxBannerStyle}</head>`)
    await route.fulfill({ response, body: html.replace('<body>', `<body>${sandboxBanner}`) })
  })
}
