import { useEffect, useState, useSyncExternalStore } from 'react'
import { sectionResponds } from './responding.ts'
import { lastVerdict, onVerdict, verdictSince } from './verdicts.ts'

/**
 * Stands beside the page of a remote in its boundary: what the remote begins ends with it, and a verdict of the guards is thrown as
 * if the page had thrown it.
 */
export function SectionGuard({ remote }: { remote: string }) {
  const [since] = useState(lastVerdict)
  const verdict = useSyncExternalStore(
    onVerdict,
    () => verdictSince(remote, since),
    () => undefined,
  )
  useEffect(() => sectionResponds(remote), [remote])
  if (verdict) throw verdict
  return null
}
