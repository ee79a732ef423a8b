/** A picture as a phone takes it, 1200×800. */
function drawPhoto(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = 1200
  canvas.height = 800
  const drawing = canvas.getContext('2d')
  if (!drawing) throw new Error('The browser draws on no canvas now')
  const sky = drawing.createLinearGradient(0, 0, 0, 800)
  sky.addColorStop(0, '#f0bd62')
  sky.addColorStop(1, '#b3261e')
  drawing.fillStyle = sky
  drawing.fillRect(0, 0, 1200, 800)
  drawing.fillStyle = '#f6f4f0'
  drawing.beginPath()
  drawing.arc(600, 420, 160, 0, 2 * Math.PI)
  drawing.fill()
  drawing.fillStyle = '#0b6e4b'
  drawing.fillRect(0, 560, 1200, 240)
  return canvas
}

export const photoUrl = drawPhoto().toDataURL('image/jpeg', 0.6)

export async function photoFile(name = 'IMG_0001.JPG'): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => drawPhoto().toBlob(resolve, 'image/jpeg', 0.6))
  return new File(blob ? [blob] : [], name, { type: 'image/jpeg' })
}
