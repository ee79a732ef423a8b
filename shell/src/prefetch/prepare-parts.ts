import { isOnline } from '@portal/shared/http/online'
import { announcedParts, loadPart } from '@portal/shared/ui/late-part'
import { nextIdle } from '../when-idle.ts'
import { savesData } from './saves-data.ts'

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
    // Parts that are announced meanwhile are the next ones.
    for (const load of loads) {
      if (!isEnded) await nextIdle()
      if (isEnded || !isOnline() || savesData()) break
      loads.delete(load)
      // What does not load is requested again, and its failure shown, when it is used.
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
