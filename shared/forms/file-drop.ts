import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Returns true while a file is dragged over the page. Wherever it is released, it is dropped here, and the browser does
 * not open it.
 */
export function useFileDrop(onDrop: (file: File) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const dropped = useEffectEvent(onDrop)

  useEffect(() => {
    const stop = new AbortController()
    const listen = (name: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      addEventListener(name, listener, { signal: stop.signal })

    listen('dragover', (event) => {
      // A text or a link that is dragged has its own default.
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDragging(true)
    })
    // Between elements the drag goes on; over the page's edge it ends.
    listen('dragleave', ({ relatedTarget }) => !relatedTarget && setDragging(false))
    listen('drop', (event) => {
      const file = event.dataTransfer?.files[0]
      setDragging(false)
      if (!file) return
      event.preventDefault()
      dropped(file)
    })
    return () => stop.abort()
  }, [])

  return isDragging
}
