import { useEffect, useState } from 'react'
import { SlotPart } from '../../remotes/sections/remote-slot.tsx'
import { whenIdle } from '../../when-idle.ts'
import styles from './menu-badge.module.css'

let hasBeenIdle = false

/** What a remote shows at the end of its own item in the menu. */
export default function MenuBadge({ remote, path }: { remote: string; path: string }) {
  const [isIdle, setIsIdle] = useState(hasBeenIdle)
  useEffect(() => {
    // Not in the loading of this module: the menu announces that, so other parts would wait too.
    void whenIdle().then(() => {
      hasBeenIdle = true
      setIsIdle(true)
    })
  }, [])
  if (!isIdle) return null
  return (
    <div className={styles.badge}>
      <SlotPart remote={remote} name="shell.menu-badge" props={{ path }} fallback={null} />
    </div>
  )
}
