import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const Upload = z.object({
  /** Where the stored image is, on this host: `/uploads/….png`. */
  url: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** Larger files are rejected. */
export const uploadMaxBytes = 1024 * 1024

/** The width of the stored image; a smaller one is not enlarged. */
export const uploadWidthPx = 300

/**
 * A form with one file, named after the field of the page (any name), and an optional text `type` before or after it. PNG
 * and JPEG by their content, whatever they are called. 413 `too_large`; 415 `media_type_unsupported`; 422 `image_invalid`
 * (damaged, none or several), 422 `image_dimensions` (too many pixels, or one side over ten times the other).
 */
export const uploadImage = endpoint({
  method: 'POST',
  path: '/upload',
  summary: 'Store an image, redrawn as PNG of at most 300 pixels width',
  access: 'user',
  consumes: 'multipart/form-data',
  response: Upload,
})
