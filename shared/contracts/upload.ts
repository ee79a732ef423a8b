import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const Upload = z.object({
  /** The address of the stored image on this host: `/uploads/….png`. */
  url: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** Larger files are rejected. */
export const MAX_UPLOAD_BYTES = 1024 * 1024

/** The width of the stored image; a smaller one is not enlarged. */
export const UPLOAD_WIDTH_PX = 300

/**
 * Takes a form with one file in a field of any name, and an optional text field `type`. The content must be PNG or
 * JPEG; the file's name does not matter. 413 `too_large`. 415 `media_type_unsupported`. 422 `image_invalid`: the image
 * is damaged, or the form has no file or several. 422 `image_dimensions`: too many pixels, or one side is more than ten
 * times longer than the other.
 */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/upload',
  summary: 'Store an image, which becomes a PNG of at most 300 pixels width',
  access: 'user',
  consumes: 'multipart/form-data',
  response: Upload,
})
