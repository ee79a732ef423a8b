import type { Balance } from '@portal/contracts/balance'
import { Right } from '@portal/contracts/right'
import type { SessionBootstrap } from '@portal/contracts/session'
import type { PageRegistry } from '@portal/shared/page-protocol'
import type { RenderRequest } from '@portal/shared/rendering-protocol'
import { type RemoteRelease, releaseBase, type ShellRelease } from '../../bundler/release.ts'

/**
 * Returns a request for each page that the portal server would render, by its path. Its user may open all of them, and
 * no response of the API is known: what a page shows before its data is rendered.
 */
export function pageRequests(shell: ShellRelease, remote: RemoteRelease): Record<string, RenderRequest> {
  const rendered = remote.manifest.routes.filter(({ layout, drafts }) => layout === 'main' && !drafts)
  const registry = registryWith(shell, remote)
  return Object.fromEntries(
    rendered.map(({ path }) => [
      path,
      {
        url: path.replace(/:\w+\??/g, '1').replace(/\?|\/\*$/g, ''),
        now: Date.now(),
        registry,
        session,
        responses: [],
        hidesAmounts: false,
      },
    ]),
  )
}

function registryWith(shell: ShellRelease, remote: RemoteRelease): PageRegistry {
  const { name, version, entry, container, manifest } = remote
  return {
    sequence: 1,
    shell: { version: shell.version, base: releaseBase(shell), files: {} },
    remotes: { [name]: { current: { version, base: releaseBase(remote), entry, container, files: {}, manifest } } },
  }
}

const balance: Balance = { balance: 1_000, avg_sum: 100, pending: 0, updated_at: '2026-11-29T10:00:00Z' }

const session: SessionBootstrap = {
  user: { id: 'user', name: 'Мария Котова', phone_masked: '+7 *** ***-**-01', photo_url: null },
  employees: [
    {
      id: 'employee',
      default: true,
      manager: true,
      restaurant: { id: 'restaurant', name: 'Берёзка', bank: 'Т-Банк' },
    },
  ],
  balance: { total: balance, by_restaurant: { restaurant: balance } },
  rights: Right.options,
}
