/**
 * Counts the parts of an image that each take the decoder long, however small they are: the scans of a JPEG, each of
 * which goes over the whole image, and the compressed texts and profiles of a PNG, each of which unpacks to 8 MB.
 * Does so without decompressing them.
 */
export function countParts(file: Buffer): number {
  return file[0] === 0xff ? countScans(file) : countCompressedChunks(file)
}

const SOS = 0xda
const EOI = 0xd9
/**
 * Frames with arithmetic coding, which hardly any program writes: a few bytes keep the decoder busy for as long as many
 * scans.
 */
const ARITHMETIC_FRAMES = [0xc9, 0xca, 0xcb]

/** Other segments are passed over by their length, since they may hold a whole preview. */
function countScans(jpeg: Buffer): number {
  let scans = 0
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 4 <= jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg.readUInt8(at + 1)
    // What comes after it is not read, such as the film of a moving photo.
    if (marker === EOI) break
    if (ARITHMETIC_FRAMES.includes(marker)) return Number.POSITIVE_INFINITY
    if (marker === SOS) scans += 1
    // The second byte may begin a marker.
    if (marker === 0xff) at += 1
    else at += 2 + (hasLength(marker) ? jpeg.readUInt16BE(at + 2) : 0)
  }
  return scans
}

/** A marker with a segment: not a byte of the image (FF 00), and not RST, SOI or EOI, which have no segment. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9)
}

const compressedChunks = ['zTXt', 'iTXt', 'iCCP']

function countCompressedChunks(png: Buffer): number {
  let chunks = 0
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (compressedChunks.includes(png.toString('latin1', at + 4, at + 8))) chunks += 1
  }
  return chunks
}
