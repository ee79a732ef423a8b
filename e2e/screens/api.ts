import { expect, type Page } from '@playwright/test'
import { type ExampleResponse, findResponse, responseHeaders } from '@portal/platform/dev/examples/responses'
import { loadWideFont } from '@portal/test-kit/layout-problems'

/** Responds to the calls about releases, instead of the portal server, which has its own. */
export async function interceptReleases(page: Page, responses: readonly ExampleResponse[]): Promise<void> {
  const isReleaseCall = ({ pathname }: URL) => pathname.startsWith('/api/v1/releases')
  await page.route(isReleaseCall, async (route, request) => {
    const found = findResponse(responses, request.method(), new URL(request.url()))
    expect.soft(found, `a response to ${request.method()} ${request.url()}`).toBeDefined()
    if (found) await route.fulfill({ ...found, headers: responseHeaders })
  })
}

/** Takes a page off the network. It loads the wide font first, with which the layout is checked later. */
export async function goOffline(page: Page): Promise<void> {
  await loadWideFont(page)
  await page.context().setOffline(true)
}
