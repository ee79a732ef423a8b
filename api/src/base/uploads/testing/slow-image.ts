import sharp from 'sharp'

/** An image that the API accepts and that takes it as long as any: 12 megapixels of 16 bits, interlaced. */
export async function createSlowImage(): Promise<Buffer> {
  return await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: 'green' } })
    .toColourspace('rgb16')
    .png({ progressive: true })
    .toBuffer()
}
