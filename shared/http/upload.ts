import { uploadImage } from '@portal/contracts/upload'
import { call } from '@portal/shared/http/call'

type NewImage = {
  /** The name of the form's field. */
  name: string
  /** PNG. */
  image: Blob
  /** What the image is for. */
  type?: string | undefined
}

/** Stores an image and returns its address. @throws ApiError */
export async function upload({ name, image, type }: NewImage, signal: AbortSignal): Promise<string> {
  const form = new FormData()
  if (type) form.append('type', type)
  form.append(name, new File([image], `${name}.png`, { type: image.type }))
  const { url } = await call(uploadImage, { form }, { signal })
  return url
}
