import { vi } from 'vitest'

/**
 * Stubs the decoding and drawing of images, which a test's browser lacks. A file with the text `damaged` is no image.
 */
export function stubImages({ width, height }: { width: number; height: number }) {
  const drawn: { width: number; height: number }[] = []
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if ((await file.text()) === 'damaged') throw new DOMException('The source image could not be decoded')
    return { width, height, close() {} }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: (_image: unknown, _x: number, _y: number, width: number, height: number) =>
      drawn.push({ width, height }),
  } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done, type = 'image/png') =>
    done(new Blob(['small'], { type })),
  )
  return drawn
}
