import { RadioRow, type RadioRowProps } from '@portal/shared/ui/radio-row'
import { useEffect, useRef } from 'react'
import styles from './chips.module.css'

type ChipsProps<T extends string | number> = RadioRowProps<T> & {
  /** Wraps into further rows instead of scrolling, for few options that must all be visible. */
  wrap?: boolean
}

/** A filter of a list: one of several, in a row that scrolls sideways on a phone, to the chosen one by itself. */
export function Chips<T extends string | number>({ wrap, ...row }: ChipsProps<T>) {
  const container = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const isFirstChosen = row.value === row.options[0]?.value
  useEffect(() => {
    // The user may have scrolled the row that the server has rendered, and is about to tap in it.
    const isScrolled = isFirst.current && container.current?.scrollLeft
    // The row begins with the first option: what stands before it stays visible.
    const isAtStart = isFirst.current && isFirstChosen
    isFirst.current = false
    if (row.value === null || wrap || isScrolled || isAtStart) return
    const chosen = container.current?.querySelector(':checked')?.parentElement
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [row.value, isFirstChosen, wrap])
  return <RadioRow {...row} ref={container} className={`${styles.chips} ${wrap ? styles.wrap : ''}`} />
}
