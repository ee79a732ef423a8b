/**
 * Counts the parts of an image that may take the decoder long although they are small, without decompressing them: the
 * scans of a JPEG, each of which goes over the whole image, and the compressed texts and profiles of a PNG, each of
 * which may unpack to 8 MB.
 */
export function countParts(file: Buffer): number {
  return file[0] === 0xff ? countScans(file) : countCompressedChunks(file)
}

const SOS = 0xda
const EOI = 0xd9
/**
 * Frames with arithmetic coding, of which a few bytes may take as long as many scans. Hardly any program writes them.
 */
const ARITHMETIC_FRAMES = [0xc9, 0xca, 0xcb]

/** Skips other segments by their length, because they may contain a preview with scans of its own. */
function countScans(jpeg: Buffer): number {
  let scans = 0
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 4 <= jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg.readUInt8(at + 1)
    // The decoder ignores what follows, such as the film of a moving photo.
    if (marker === EOI) break
    if (ARITHMETIC_FRAMES.includes(marker)) return Number.POSITIVE_INFINITY
    if (marker === SOS) scans += 1
    // The second byte may begin a marker.
    if (marker === 0xff) at += 1
    else at += 2 + (hasLength(marker) ? jpeg.readUInt16BE(at + 2) : 0)
  }
  return scans
}

/** Whether the marker has a segment. A byte of the image (FF 00), RST, SOI and EOI have none. */
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
