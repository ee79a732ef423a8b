import { isOnline } from '@portal/shared/http/online'
import { announcedParts, loadPart } from '@portal/shared/ui/late-part'
import { nextIdle } from '../../when-idle.ts'
import { isSavingData } from './saves-data.ts'

/**
 * Loads and evaluates the parts that the page may open, such as its sheets, one by one while the browser is idle: the
 * tap that opens one only renders it. Not for users who save data. Returns a function that ends it.
 */
export function startPreparing(): () => void {
  const { loads } = announcedParts
  let isRunning = false
  let isEnded = false

  async function prepare(): Promise<void> {
    if (isRunning) return
    isRunning = true
    // Parts that are announced meanwhile are loaded next.
    for (const load of loads) {
      if (!isEnded) await nextIdle()
      if (isEnded || !isOnline() || isSavingData()) break
      loads.delete(load)
      // A part that does not load is requested again when it is used, and its failure is shown then.
      await loadPart(load).catch(() => {})
    }
    isRunning = false
  }

  announcedParts.onAnnounced = () => void prepare()
  void prepare()
  return () => {
    isEnded = true
    announcedParts.onAnnounced = () => {}
  }
}
