import { Link, useLocation, useNavigate } from '@portal/shared/router'
import { Icon } from '@portal/shared/ui/icon'
import { useEffect } from 'react'
import { useRouteHandle } from '../../routing/use-route-handle.ts'
import styles from './back-link.module.css'

/** The paths visited in this document, by their position in the history. */
const visitedPaths: string[] = []

/** Returns the position of the entry in the history, as the router counts it. */
function historyPosition(): number {
  return history.state?.idx ?? 0
}

/** «‹ Настройки»: leads to the page one level up, on pages whose route names one. */
export function BackLink() {
  const parent = useRouteHandle()?.parent
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    visitedPaths[historyPosition()] = pathname
  })

  return (
    parent && (
      <Link
        className={styles.back}
        to={parent.path}
        // Replaces the page in the history, so that it does not stay after its parent.
        replace
        aria-label={`Назад: ${parent.title}`}
        onClick={(event) => {
          if (visitedPaths[historyPosition() - 1] !== parent.path || event.ctrlKey || event.metaKey || event.shiftKey)
            return
          event.preventDefault()
          void navigate(-1)
        }}
      >
        <Icon name="chevron-left" size={20} />
        <span>{parent.title}</span>
      </Link>
    )
  )
}
