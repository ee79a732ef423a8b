import type { BrowserContext } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { chooseInMenu, remotes, sections, showsSection, test, versionsIn } from '../releases/sections.ts'

// Shell, remotes and API are deployed one after the other, so for a while each runs with older versions of the others. A copy
// of a build under another version stands for the other one: the compatibility check of releases guarantees the same exports.

const kinds = ['built', 'copy'] as const
const apis = { 'this API': undefined, 'an API that is ahead': aheadOfClients, 'an API that is behind': behindClients }

for (const [api, prepare] of Object.entries(apis)) {
  for (const shell of kinds) {
    test(`each remote works in both versions with ${api} and the ${shell} shell @phone`, async ({
      context,
      portal,
    }) => {
      await prepare?.(context)
      for (const tips of kinds) {
        for (const payouts of kinds) {
          for (const settings of kinds) {
            // Twice as many combinations would show no more: the remotes know nothing of each other.
            const others = { 'mfe-settings': settings, 'mfe-team': settings }
            await portal.compose({ shell, 'mfe-tips': tips, 'mfe-payouts': payouts, ...others })
            const page = await context.newPage()
            await page.goto(portal.url + sections['mfe-tips'].path)
            for (const remote of remotes) {
              if (remote !== 'mfe-tips') await chooseInMenu(page, remote)
              await showsSection(page, remote)
              expect(await versionsIn(page, remote)).toHaveLength(1)
            }
            await page.close()
          }
        }
      }
    })
  }
}

/** Adds fields that these clients do not know to the responses. */
function aheadOfClients(context: BrowserContext): Promise<void> {
  return changeResponses(context, extended)
}

/** Removes all fields from the responses that are optional in the contracts. */
function behindClients(context: BrowserContext): Promise<void> {
  return changeResponses(context, withoutOptional)
}

async function changeResponses(context: BrowserContext, change: (body: unknown) => unknown): Promise<void> {
  await context.route(/\/api\/v1\/(?!events)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const isJson = response.headers()['content-type']?.startsWith('application/json')
    await route.fulfill({ response, body: isJson ? JSON.stringify(change(JSON.parse(text))) : text })
  })
}

/** Fields whose value maps ids to objects. */
const keyed = ['by_restaurant']

function extended(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => extended(one))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([key, field]) => [key, extended(field, key)])
  return { ...Object.fromEntries(fields), ...(!keyed.includes(name) && { field_of_the_next_version: true }) }
}

const optional = ['ends_at', 'live_seq', 'time_zone', 'payout_id', 'rating', 'comment', 'reason', 'rrn']

function withoutOptional(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOptional)
  if (value === null || typeof value !== 'object') return value
  const required = Object.entries(value).filter(([key]) => !optional.includes(key))
  return Object.fromEntries(required.map(([key, field]) => [key, withoutOptional(field)]))
}
