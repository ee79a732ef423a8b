import { UPLOAD_WIDTH_PX } from '@portal/contracts/upload'
import sharp, { type Metadata } from 'sharp'
import { limitConcurrency } from '../../http/limit-concurrency.ts'
import { Problem } from '../../http/problem.ts'
import { countParts } from './count-parts.ts'

/** Twelve megapixels, about 50 MB decoded. Photos of phones have less, and decompression bombs more. */
const MAX_PIXELS = 12_000_000
/** A photo has at most ten scans, and one or two profiles and texts. */
const MAX_PARTS = 30
/** Longer than any photo takes on a busy machine. */
const MAX_DECODING_SECONDS = 10
/** The longer side divided by the shorter one. */
const MAX_SIDE_RATIO = 10

/** Keeps no data of one user's image for the next one. */
sharp.cache(false)
/** Uses one core for all images of this process. */
sharp.concurrency(1)
const reading = { failOn: 'error', sequentialRead: true } as const
const limitImages = limitConcurrency(1)

/** The first bytes of PNG and JPEG. Other formats are rejected: SVG may contain scripts, and each decoder is a risk. */
const signatures = [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from([0xff, 0xd8, 0xff])]

/**
 * Re-encodes the image, which removes all other data from the file: location, camera, hidden markup. Users take turns,
 * so that many images of one user do not delay others.
 * @throws Problem 415 `media_type_unsupported`, 422 `image_invalid`, 422 `image_dimensions`
 */
export async function reencode(file: Buffer, userId: string): Promise<Buffer> {
  if (!signatures.some((signature) => file.subarray(0, signature.length).equals(signature))) {
    throw new Problem(415, 'media_type_unsupported')
  }
  if (countParts(file) > MAX_PARTS) throw new Problem(422, 'image_invalid')
  return await limitImages(async () => {
    // The dimensions are checked before anything is decoded.
    requireDimensions(await decode(() => sharp(file, { ...reading, limitInputPixels: false }).metadata()))
    return await decode(() =>
      sharp(file, { ...reading, limitInputPixels: MAX_PIXELS })
        .autoOrient()
        .resize({ width: UPLOAD_WIDTH_PX, withoutEnlargement: true })
        .png()
        .timeout({ seconds: MAX_DECODING_SECONDS })
        .toBuffer(),
    )
  }, userId)
}

function requireDimensions({ width, height }: Metadata): void {
  const ratio = Math.max(width, height) / Math.min(width, height)
  if (width * height > MAX_PIXELS || ratio > MAX_SIDE_RATIO) throw new Problem(422, 'image_dimensions')
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new Problem(422, 'image_invalid')
  }
}
