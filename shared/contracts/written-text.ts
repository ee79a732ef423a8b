import * as z from 'zod/mini'
import { maxCharacters } from './characters.ts'
import { noCardNumber } from './free-text.ts'
import { noPiles, tidyLines, tidyText } from './tidy-text.ts'

/** A name or a label that one user writes and others read. It may be empty. */
export function writtenText(maxLength: number) {
  return written(tidyText, maxLength)
}

/** As `writtenText`, for a text of several lines. */
export function writtenLines(maxLength: number) {
  return written(tidyLines, maxLength)
}

function written(tidy: (text: string) => string, maxLength: number) {
  return z.string().check(z.overwrite(tidy), noPiles(), maxCharacters(maxLength), noCardNumber())
}
