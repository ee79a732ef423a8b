import { saveFile } from '@portal/shared/save-file'
import { IconButton } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import styles from './review-card.module.css'

const fileName = 'Отзыв гостя.png'
const type = 'image/png'

/** The words of a good review, whose picture is shared by what the device offers, or saved. */
export function ShareReview(review: { stars: number; comment: string }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  async function share() {
    if (isBusy) return
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
    <>
      <div className={styles.shared}>
        <p className={styles.words}>{review.comment}</p>
        <IconButton icon="share-arrow" label="Поделиться" aria-disabled={isBusy || undefined} onClick={share} />
      </div>
      {hasFailed && <Notice tone="error">Не удалось подготовить картинку. Попробуйте ещё раз.</Notice>}
    </>
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
