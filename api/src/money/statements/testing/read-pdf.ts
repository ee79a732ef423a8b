import { inflateSync } from 'node:zlib'

/** Reads one of our PDF files: the texts of each page in the order in which they were written, and the fonts. */
export function readPdf(file: Buffer) {
  const objects = readObjects(file.toString('latin1'))
  const content = (id: string) => objects.get(id)?.stream ?? ''
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values()) {
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1]
      if (unicode) fonts.set(name, parseLetters(content(unicode)))
    }
  }
  const descriptors = [...objects.values()].filter(({ head }) => head.includes('/Type /FontDescriptor'))
  const pages = [...objects.values()].flatMap(({ head }) => /\/Type \/Page\n[\s\S]*/.exec(head)?.[0] ?? [])
  return {
    pages: pages.map((head) => parseTexts(content(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? ''), fonts)),
    /** The name of each font, and whether the file contains it. */
    fonts: descriptors.map(({ head }) => ({
      name: /\/FontName \/(\S+)/.exec(head)?.[1] ?? '',
      embedded: /\/FontFile2 \d+ 0 R/.test(head),
    })),
  }
}

type PdfObject = { head: string; stream: string }

function readObjects(text: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  for (const [, id = '', body = ''] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', rest] = body.split('\nstream\n')
    const bytes = Buffer.from(rest?.replace(/\nendstream$/, '') ?? '', 'latin1')
    const isPacked = head.includes('/FlateDecode') && bytes.length > 0
    objects.set(id, { head, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

/** Reads the letter of each glyph from a CMap: `<0000> <0002> [<0000> <0412> <044b>]`. */
function parseLetters(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
      const units = code.replace(/\s/g, '').match(/.{4}/g) ?? []
      letters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    }
  }
  return letters
}

function parseTexts(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const texts: string[] = []
  let font: ReadonlyMap<string, string> | undefined
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name)
    else texts.push(lettersIn(shown ?? '', font))
  }
  return texts
}

function lettersIn(shown: string, font: ReadonlyMap<string, string> | undefined): string {
  const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
  return glyphs.map((glyph) => font?.get(glyph) ?? '\ufffd').join('')
}
