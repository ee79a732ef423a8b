import { failureText } from '@portal/shared/format/failure-text'
import { ApiError } from '@portal/shared/http/api-error'
import { upload as store } from '@portal/shared/http/upload'
import { useEffect, useRef, useState } from 'react'
import { downscale } from './downscale.ts'
import { useFlushOnSubmit } from './flush-on-submit.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png']
/** The types are for files with other names, as `photo.jfif`. */
export const acceptedImages = ['.jpg', '.jpeg', '.png', ...IMAGE_TYPES].join(',')
/** The first bytes of JPEG and PNG. */
const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
]

type UploadState = { step: 'idle' } | { step: 'uploading' } | { step: 'failed'; reason: string }

type ImageUpload = { name: string; type: string | undefined; onDone: (url: string) => void }

/** One file at a time: from its choice to its address. Another choice, or leaving, aborts the first. */
export function useImageUpload({ name, type, onDone }: ImageUpload) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  const arrival = useRef(Promise.resolve(true))
  useEffect(() => () => running.current?.abort(), [])
  // A form that is sent meanwhile waits for the image.
  useFlushOnSubmit(() => (state.step === 'uploading' ? arrival.current : undefined))

  /** Resolves to false when it failed. */
  async function arrive(file: File, { signal }: AbortController): Promise<boolean> {
    try {
      const isKnown = await isImage(file)
      if (signal.aborted) return true
      if (!isKnown) return fail('Выберите файл .jpg, .jpeg или .png')
      const image = await downscale(file)
      if (signal.aborted) return true
      onDone(await store({ name, image, type }, signal))
      setState({ step: 'idle' })
      return true
    } catch (cause) {
      if (signal.aborted) return true
      return fail(failureReason(cause))
    }
  }

  function fail(reason: string): false {
    setState({ step: 'failed', reason })
    return false
  }

  return {
    state,
    upload(file: File) {
      running.current?.abort()
      running.current = new AbortController()
      setState({ step: 'uploading' })
      arrival.current = arrive(file, running.current)
    },
    cancel() {
      running.current?.abort()
      setState({ step: 'idle' })
    },
  }
}

/** The name says nothing: pickers of phones leave out its extension. */
async function isImage(file: File): Promise<boolean> {
  if (IMAGE_TYPES.includes(file.type)) return true
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  return SIGNATURES.some((signature) => signature.every((byte, index) => start[index] === byte))
}

function failureReason(cause: unknown): string {
  if (!(cause instanceof ApiError)) return 'Не получилось открыть картинку. Выберите другой файл.'
  if (cause.status === 413) return 'Файл слишком большой. Выберите другой.'
  if (cause.status === 415 || cause.status === 422) return 'Не получилось открыть картинку. Выберите другой файл.'
  return failureText(cause)
}
