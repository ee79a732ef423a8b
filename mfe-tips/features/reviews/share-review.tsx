import { saveFile } from '@portal/shared/save-file'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import styles from './review-card.module.css'

const fileName = 'Отзыв гостя.png'
const type = 'image/png'

/** Shares a picture of a good review by what the device offers, or saves it. */
export function ShareReview(review: { stars: number; comment: string }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function share() {
    setBusy(true)
    setFailed(false)
    try {
      const { drawReview } = await import('./draw-review.ts')
      await shareOrSave(await drawReview(review))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.share}>
      <Button variant="ghost" size="s" flush="start" icon="share-arrow" busy={isBusy} onClick={share}>
        Поделиться
      </Button>
      {hasFailed && <Notice tone="error">Не удалось подготовить картинку. Попробуйте ещё раз.</Notice>}
    </div>
  )
}

async function shareOrSave(picture: Blob): Promise<void> {
  const files = [new File([picture], fileName, { type })]
  if (navigator.canShare?.({ files })) {
    try {
      return await navigator.share({ files })
    } catch (error) {
      // The user has closed the list of the device.
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  saveFile({ name: fileName, type, content: new Uint8Array(await picture.arrayBuffer()) })
}
