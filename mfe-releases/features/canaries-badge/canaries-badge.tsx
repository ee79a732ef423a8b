import { getReleases } from '@portal/contracts/release'
import { plural } from '@portal/shared/format/plural'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'

/** The slot `shell.menu-badge`: how many canaries run. */
function CanariesBadge() {
  // As for a prefetch, a 403 closes no page: the right may have been revoked since this page was opened.
  const { data } = useQuery({ ...apiQuery(getReleases, {}), meta: { endpoint: getReleases, isPrefetch: true } })
  const count = data?.packages.filter(({ canary }) => canary).length ?? 0
  if (count === 0) return null
  return (
    <>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{plural(count, 'канарейка', 'канарейки', 'канареек')}</span>
    </>
  )
}

export { CanariesBadge as Component }
