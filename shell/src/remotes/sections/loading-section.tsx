import { useEffect, useState } from 'react'
import { SectionNotice } from './section-notice.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

/** After this time the wait is explained. */
const explainAfterMs = 4000

/** Shown while the code of a remote's page loads. */
export function LoadingSection({ onRetry }: { onRetry: () => void }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, explainAfterMs, true)
    return () => clearTimeout(timer)
  }, [])

  if (!isLong) return <SectionSkeleton />
  return (
    <SectionNotice
      title="Раздел загружается дольше обычного"
      text="Остальные разделы работают. Этот откроется сам, как только загрузится."
      onRetry={onRetry}
    />
  )
}
