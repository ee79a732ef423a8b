import { Link } from '@portal/shared/router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './gallery.module.css'

type StoryProps = { name: string; widgetId: string; isSingle: boolean; children: ReactNode }

/**
 * One state of a widget under its name, a link to a page with only this state. On that page its list or sheet opens.
 */
export function Story({ name, widgetId, isSingle, children }: StoryProps) {
  const stage = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isSingle) return
    const opener = stage.current?.querySelector<HTMLElement>('[aria-haspopup], [role="combobox"]')
    opener?.focus()
    opener?.click()
  }, [isSingle])

  return (
    <section className={styles.story} aria-labelledby={id} data-story={name}>
      <h2 className={styles.name} id={id} lang="en">
        <Link to={`/${widgetId}/${toStoryId(name)}`}>{name}</Link>
      </h2>
      <div className={styles.stage} ref={stage}>
        {children}
      </div>
    </section>
  )
}

/** `Long text` → `long-text` */
export function toStoryId(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
