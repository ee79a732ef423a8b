import { useLocation } from '@portal/shared/router'
import { Button } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { useEffect, useState } from 'react'
import { pageRegistry } from '../../remotes/registry.ts'
import styles from './new-release-notice.module.css'

/** A visible tab checks this often, and when it becomes visible again. */
const CHECK_INTERVAL_MS = 60_000

/**
 * Offers a reload when another release is live, but only on a page where nothing was typed. There is no hurry: the tab
 * keeps working with the releases it has.
 */
export function NewReleaseNotice() {
  const isReleased = useReleasedSince()
  const [isClosed, setClosed] = useState(false)
  const isTyped = useTyped()
  if (!isReleased || isClosed || isTyped) return null
  return (
    <div className={styles.notice} role="status">
      <span className={styles.text}>Вышло обновление портала</span>
      <Button size="s" variant="secondary" onClick={() => location.reload()}>
        Обновить
      </Button>
      <button type="button" className={styles.close} aria-label="Обновить позже" onClick={() => setClosed(true)}>
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}

function useReleasedSince(): boolean {
  const [isReleased, setReleased] = useState(false)
  useEffect(() => {
    if (isReleased) return
    const check = () => {
      // A failed request carries no information about releases.
      if (document.visibilityState === 'visible') hasNewRelease().then(setReleased, () => {})
    }
    const timer = setInterval(check, CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', check)
    }
  }, [isReleased])
  return isReleased
}

/**
 * Returns whether something was typed or chosen on this page. A focused field counts, because something may have been
 * typed before this code loaded.
 */
function useTyped(): boolean {
  const { key } = useLocation()
  const [typedOn, setTypedOn] = useState(() =>
    document.activeElement?.matches('input, textarea, select') ? key : undefined,
  )
  useEffect(() => {
    const typed = () => setTypedOn(key)
    document.addEventListener('input', typed)
    return () => document.removeEventListener('input', typed)
  }, [key])
  return typedOn === key
}

/** The content of `/registry.json`: versions that this browser would be given now. */
type LiveVersions = { sequence: number; shell: string; remotes: Record<string, string> }

/**
 * Returns whether a page opened now would run other code than this one.
 * @throws when the server does not respond
 */
async function hasNewRelease(): Promise<boolean> {
  const response = await fetch('/registry.json')
  if (!response.ok) throw new Error(`The registry responded with ${response.status}`)
  const live = (await response.json()) as LiveVersions
  const page = pageRegistry()
  return (
    page.shell.version !== live.shell ||
    Object.entries(live.remotes).some(([name, version]) => page.remotes[name]?.current.version !== version)
  )
}
