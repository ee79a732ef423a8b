import { ApiError } from '@portal/shared/http/api-error'
import { upload as store } from '@portal/shared/http/upload'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { downscale } from './downscale.ts'
import { failureText } from './failure-text.ts'

export const imageExtensions = ['.jpg', '.jpeg', '.png'] as const

type UploadState = { step: 'idle' } | { step: 'uploading' } | { step: 'failed'; reason: string }

type ImageUpload = { name: string; type: string | undefined; onDone: (url: string) => void }

/** One file at a time: from its choice to its address. Another choice, or leaving, gives the first up. */
export function useImageUpload({ name, type, onDone }: ImageUpload) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  const done = useEffectEvent(onDone)
  useEffect(() => () => running.current?.abort(), [])

  async function upload(file: File): Promise<void> {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    if (!isImage(file)) return setState({ step: 'failed', reason: 'Выберите файл .jpg, .jpeg или .png' })
    setState({ step: 'uploading' })
    try {
      const image = await downscale(file)
      if (signal.aborted) return
      const url = await store({ name, image, type }, signal)
      done(url)
      setState({ step: 'idle' })
    } catch (cause) {
      if (!signal.aborted) setState({ step: 'failed', reason: reasonOf(cause) })
    }
  }

  return {
    state,
    upload,
    cancel() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
  }
}

function isImage({ name }: File): boolean {
  return imageExtensions.some((extension) => name.toLowerCase().endsWith(extension))
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof ApiError)) return 'Файл не читается как изображение. Выберите другой.'
  if (cause.status === 413) return 'Файл слишком большой. Выберите другой.'
  if (cause.status === 415 || cause.status === 422) return 'Файл не читается как изображение. Выберите другой.'
  return failureText(cause)
}
