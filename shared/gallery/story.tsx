import { Link } from '@portal/shared/router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './gallery.module.css'

type StoryProps = { name: string; widgetId: string; alone: boolean; children: ReactNode }

/** One state of a widget under its name, which leads to it alone. Alone it is shown open: its list, its sheet. */
export function Story({ name, widgetId, alone, children }: StoryProps) {
  const stage = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!alone) return
    const opener = stage.current?.querySelector<HTMLElement>('[aria-haspopup], [role="combobox"]')
    opener?.focus()
    opener?.click()
  }, [alone])

  return (
    <section className={styles.story} aria-labelledby={id} data-story={name}>
      <h2 className={styles.name} id={id} lang="en">
        <Link to={`/${widgetId}/${idOf(name)}`}>{name}</Link>
      </h2>
      <div className={styles.stage} ref={stage}>
        {children}
      </div>
    </section>
  )
}

/** `Long text` → `long-text` */
export function idOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
