import { Button } from '@portal/shared/ui/button'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './step.module.css'

type StepProps = {
  /** «Шаг 2 из 3» */
  number: number
  of: number
  onBack?: () => void
  /** Its first field takes the focus, because the focused field of the previous step is unmounted. */
  isFocused: boolean
  children: ReactNode
}

export function Step({ number, of, onBack, isFocused, children }: StepProps) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) content.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus()
  }, [isFocused])

  return (
    <>
      <div className={styles.header}>
        <p>{`Шаг ${number} из ${of}`}</p>
        {onBack && (
          <Button variant="ghost" size="s" flush="end" icon="arrow-left" onClick={onBack}>
            Назад
          </Button>
        )}
      </div>
      <div className={styles.content} ref={content}>
        {children}
      </div>
    </>
  )
}
