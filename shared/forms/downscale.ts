import { UPLOAD_WIDTH_PX } from '@portal/contracts/upload'

type Size = { width: number; height: number }

/** Returns the stored image's size: 300 px wide in proportion, never enlarged. `1200×800` → `300×200` */
export function downscaledSize({ width, height }: Size): Size {
  const scale = Math.min(1, UPLOAD_WIDTH_PX / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Makes a photo small before it is sent, because phones take photos of some megabytes. Returns a PNG, and rejects a
 * file that is not an image.
 */
export async function downscale(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file)
  try {
    const { width, height } = downscaledSize(image)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('The browser draws on no canvas now: too little memory')
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(image, 0, 0, width, height)
    return await toPng(canvas)
  } finally {
    image.close()
  }
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The image could not be encoded'))), 'image/png')
  })
}
