import type { Page } from '@playwright/test'
import { sandboxBanner, sandboxBannerStyle } from '@portal/platform/server/pages/document'

/**
 * Shows the notice that a portal server in production writes into pages when it has a sandbox; this portal is a demo.
 */
export async function showSandboxBanner(page: Page): Promise<void> {
  await page.route('**/*', async (route, request) => {
    if (request.resourceType() !== 'document') return await route.fallback()
    const response = await route.fetch()
    const html = (await response.text()).replace('</head>', `${sandboxBannerStyle}</head>`)
    await route.fulfill({ response, body: html.replace('<body>', `<body>${sandboxBanner}`) })
  })
}
