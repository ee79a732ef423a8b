import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ConsentText } from '@portal/contracts/consent'
import * as z from 'zod'

/** Examples for development and tests, which name no operator. */
export const demoConsentFiles = {
  OFFER_FILE: demoFile('offer-2026-11-28.txt'),
  CONSENT_FILE: demoFile('consent-2026-11-01.txt'),
}

function demoFile(name: string): string {
  return fileURLToPath(new URL(`../demo/texts/${name}`, import.meta.url))
}

/** The path of a text, `/opt/portal/texts/offer-2026-12-01.txt`, which is read when the process starts. */
export const consentFile = z.string().transform((path, context): ConsentText => {
  const [, day] = /(\d{4}-\d\d-\d\d)\.txt$/.exec(path) ?? []
  if (!z.iso.date().safeParse(day).success)
    context.addIssue('must name a file whose name ends with the day of its version, such as offer-2026-12-01.txt')
  try {
    const bytes = readFileSync(path)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.trim() === '') context.addIssue('names an empty file')
    return { version: `${day} ${createHash('sha256').update(bytes).digest('hex')}`, text }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    context.addIssue(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'must be a text in UTF-8'
        : `names a file that cannot be read: ${code}`,
    )
    return z.NEVER
  }
})
