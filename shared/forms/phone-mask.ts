import { parsePhone } from '@portal/contracts/parse-phone'
import { writtenNumbers } from '@portal/contracts/written-numbers'
import type { Mask } from './masked-input.ts'

const SHOWN_CODE = '+7 ('
const WHOLE = '+7 (999) 123-45-67'

/**
 * Shows a Russian number, from its first digit on, as `+7 (999) 123-45-67`; the form holds `+79991234567`. Any other
 * text is shown and held as it is written. Each input has a mask of its own.
 */
export function phoneMask(): Mask<string> {
  let shown = ''
  // What was written where `+7` is shown.
  let writtenCode = '+7'

  function format(text: string): string {
    if (text === SHOWN_CODE) return ''
    const local = localDigits(text)
    if (local !== '') {
      if (!text.startsWith(SHOWN_CODE)) writtenCode = writtenNumbers(text)[0]?.slice(0, -local.length) ?? ''
      shown = formatLocal(local)
      return shown
    }
    // The number goes on after its last digit, so it is foreign and never had the code that was put before it.
    const goesOn = shown.length === WHOLE.length && text.startsWith(shown)
    if (goesOn && writtenCode !== '+7') return writtenCode + text.slice(SHOWN_CODE.length).replace(/\D/g, '')
    return text
  }

  return {
    start: SHOWN_CODE,
    format,
    parse: phoneValue,
    show: format,
    accepts: (data) => data.length > 1 || /[\p{Nd}\s+＋()./-]/u.test(data),
  }
}

/** What the form holds: `+79991234567`, or the text that is no phone yet. */
export function phoneValue(text: string): string {
  return parsePhone(text).phone ?? text
}

/** The digits after the country code, '' where the text does not begin a Russian number. */
function localDigits(text: string): string {
  const parsed = parsePhone(text)
  if (parsed.phone) return parsed.phone.slice('+7'.length)
  return parsed.problem === 'incomplete' ? parsed.local : ''
}

/** `99912` → `+7 (999) 12` */
function formatLocal(local: string): string {
  const [, code, ...groups] = /^(\d{1,3})(\d{1,3})?(\d{1,2})?(\d{1,2})?$/.exec(local) ?? []
  const [first, ...others] = groups.filter((group) => group !== undefined)
  return [`${SHOWN_CODE}${code}${first ? `) ${first}` : ''}`, ...others].join('-')
}
