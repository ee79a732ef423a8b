import { uploadWidthPx } from '@portal/contracts/upload'

type Size = { width: number; height: number }

/** Returns the size of the stored image: 300 px wide in proportion; a smaller one keeps its size. `1200×800` → `300×200` */
export function downscaledSize({ width, height }: Size): Size {
  const scale = Math.min(1, uploadWidthPx / width)
  return { width: Math.round(width * scale), height: Math.max(1, Math.round(height * scale)) }
}

/** A photo of a phone is some megabytes: it is made small before it travels. PNG. Rejects what is no image. */
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
    return await pngOf(canvas)
  } finally {
    image.close()
  }
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('The image could not be encoded'))), 'image/png')
  })
}
