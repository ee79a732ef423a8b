import { say } from '@portal/command/command'
import { requireRelease } from '@portal/test-kit/release'
import { readTarget, requireUsers } from '@portal/test-kit/target'
import { findBrowser } from '../.ci/browser.ts'

/** Reports before the first test what is missing to test the portal at E2E_PORTAL, and which releases it serves. */
export default async function checkPortal(): Promise<void> {
  const { E2E_PORTAL: origin = '' } = process.env
  const target = readTarget(origin, process.env)
  requireUsers(origin, target)
  findBrowser()
  const response = await fetch(new URL('/registry.json', origin)).catch((error: Error) => {
    throw new Error(
      `${origin} cannot be reached: ${error.cause instanceof Error ? error.cause.message : error.message}`,
    )
  })
  const registry = (await response.json().catch(() => undefined)) as Registry | undefined
  if (!registry?.remotes)
    throw new Error(`${origin} is no portal: it returns no registry of releases (${response.status})`)
  const { sequence, shell, remotes } = registry
  if (target.release) await requireRelease(origin, target.release)
  const names = Object.entries({ shell, ...remotes }).map(([name, version]) => `${name}@${version}`)
  say(`${origin} serves registry ${sequence}: ${names.join(', ')}`)
}

type Registry = { sequence: number; shell: string; remotes: Record<string, string> }
