import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from '../settings.module.css'

/** Replaces a form that has changed something. */
export function ChangeDone({ title, children }: { title: string; children: ReactNode }) {
  const result = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone; the focus on the result makes a screen reader announce it.
  useEffect(() => result.current?.focus(), [])
  return (
    <>
      <div ref={result} className={styles.announced} tabIndex={-1}>
        <Notice tone="success" title={title}>
          {children}
        </Notice>
      </div>
      <ButtonLink to="/settings" variant="secondary" full replace>
        К настройкам
      </ButtonLink>
    </>
  )
}
