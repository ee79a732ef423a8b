import type { Page } from '@playwright/test'
import { createPayout } from '@portal/contracts/new-payout'
import { getPayout } from '@portal/contracts/payout'
import { isolated } from '@portal/contracts/tidy-text'
import { transfer } from '@portal/platform/dev/examples/payouts'
import { respond } from '@portal/platform/dev/examples/responses'
import { test } from '../fixtures/shared-page.ts'
import { expect } from '../fixtures.ts'
import { show } from '../screens/show.ts'
import { screens } from '../screens/table.ts'

test('names from right to left do not turn around where money went', {
  tag: ['@mfe-payouts', '@phone'],
}, async ({ page, portal }) => {
  const sent = {
    ...transfer,
    restaurant: { ...transfer.restaurant, name: 'קפה' },
    // The server isolates the name of a recipient like this.
    destination: { ...transfer.destination, title: `${isolated('דנה כהן')} · •• 12` },
  }
  const screen = screens.find(({ name }) => name === 'transfer-sent')
  if (!screen) throw new Error('There is no screen of a transfer that was sent')
  const responses = [...(screen.responses ?? []), respond(createPayout, sent), respond(getPayout, sent)]
  await show(page, portal, { ...screen, responses })
  const edges = await Promise.all(['קפה', '→', 'דנה כהן', '•• 12'].map((text) => leftEdge(page, text)))
  expect(edges).toEqual(edges.toSorted((a, b) => a - b))
})

/** Returns where the text begins within the route of the money. */
function leftEdge(page: Page, text: string): Promise<number> {
  return page
    .getByRole('status')
    .filter({ hasText: '→' })
    .evaluate((status, searched) => {
      const nodes = document.createTreeWalker(status, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode()) {
        const start = nodes.currentNode.textContent?.lastIndexOf(searched) ?? -1
        if (start < 0) continue
        const range = document.createRange()
        range.setStart(nodes.currentNode, start)
        range.setEnd(nodes.currentNode, start + searched.length)
        return range.getBoundingClientRect().left
      }
      throw new Error(`${searched} is not on the page`)
    }, text)
}
