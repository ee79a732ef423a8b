import { listPasskeys, type Passkey } from '@portal/contracts/passkey'
import {
  type ConfirmedReleaseChange,
  changeReleases,
  compareReleases,
  getReleaseGraph,
  getReleases,
  type ReleaseChange,
  type ReleaseComparison,
  type ReleasedPackage,
  type ReleaseOverview,
  type ReleaseSummary,
  startReleaseChange,
} from '@portal/contracts/release'
import { stub } from '@portal/shared/testing/http-stub'
import { ownPasskey, requestOptions } from '@portal/shared/testing/passkey-device'

export const summary = (version: string, change: Partial<ReleaseSummary> = {}): ReleaseSummary => ({
  version,
  released_at: '2026-11-20T10:00:00Z',
  commit: null,
  author: null,
  job: null,
  is_modified: false,
  reports: null,
  ...change,
})

export const released = (change: Partial<ReleasedPackage> = {}): ReleasedPackage => ({
  name: 'mfe-tips',
  current: summary('t2'),
  live_since: '2026-11-20T10:00:00Z',
  live_by: 'Глеб Орлов',
  canary: null,
  history: [summary('t1')],
  withdrawn: [],
  ...change,
})

type Server = ReleaseOverview & {
  passkeys: Passkey[]
  /** What was asked to be signed, and what was changed. */
  signed: ReleaseChange[]
  changes: ConfirmedReleaseChange[]
}

/** Stubs the calls about releases; a change of kind `rollback` or `promote` is live afterwards. Returns what it has. */
export function stubReleases(change: Partial<Server> = {}): Server {
  const server: Server = {
    sequence: 12,
    can_change: true,
    has_reports: true,
    packages: [released({ name: 'shell', current: summary('s1'), history: [] }), released()],
    log: [],
    rejected: [],
    passkeys: [ownPasskey],
    signed: [],
    changes: [],
    ...change,
  }
  stub(getReleases, () => server)
  stub(listPasskeys, () => ({ items: server.passkeys }))
  stub(startReleaseChange, ({ body }) => {
    server.signed.push(body)
    return requestOptions
  })
  stub(changeReleases, ({ body }) => {
    server.changes.push(body)
    const target = server.packages.find(({ name }) => name === body.name)
    if (target && target.current.version !== body.version) {
      server.sequence += 1
      target.current = summary(body.version)
    }
    return { sequence: server.sequence }
  })
  const comparison: ReleaseComparison = {
    kinds: [{ kind: 'script', before: 9_000, after: 10_200 }],
    pages: [
      { path: '/', before: 5_000, after: 5_000 },
      { path: '/new', before: null, after: 700 },
    ],
    shared_names: { added: ['@portal/shared/ui/pager: Pager'], removed: [] },
    calls: null,
    libraries: { added: [], removed: [] },
  }
  stub(compareReleases, () => comparison)
  stub(getReleaseGraph, () => ({
    shell: 's1',
    remotes: [{ name: 'mfe-tips', version: 't2' }],
    modules: [
      { module: '@portal/shared/ui/button', users: [{ name: 'mfe-tips', names: ['Button'] }] },
      { module: '@portal/shared/ui/panel', users: [{ name: 'mfe-tips', names: ['Panel'] }] },
      { module: 'react', users: [{ name: 'mfe-tips', names: ['useState'] }] },
    ],
    libraries: [{ name: 'react', shell: '19.3.1', users: [{ name: 'mfe-tips', version: '19.2.0' }] }],
  }))
  return server
}
