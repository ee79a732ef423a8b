import type { Settings } from '@portal/api/settings/settings'

export type Variables = Record<string, string>

/** `note`: nothing is broken, but the operator should know. */
export type Finding = { level: 'ok' | 'note' | 'WRONG'; subject: string; text: string }

/** Thrown by a check for what the operator should know, while nothing is broken. */
export class Note extends Error {}

/** What a check may look at. `settings` are undefined while one of them is missing or wrong. */
export type Examined = { env: Variables; settings: Settings | undefined }

export type Check = {
  subject: string
  /** The settings that belong to it. While one of them is missing or wrong, nothing else is examined. */
  names: RegExp
  /** What to do when it fails: a command, a setting or a document. Undefined: the messages say it. */
  mend?: string
  /** The subject of another check, whose failure makes this one pointless. */
  after?: 'Addresses' | 'Database'
  /** Returns what is in order. @throws Note, or Error for what is broken */
  examine(examined: Examined): Promise<string> | string
}

/** `problems`: what is wrong with the settings, by their names. */
export async function runCheck(
  { subject, names, mend, after, examine }: Check,
  examined: Examined,
  problems: ReadonlyMap<string, string>,
): Promise<Finding> {
  const wrong = [...problems].filter(([name]) => names.test(name)).map(([name, problem]) => `${name}: ${problem}`)
  try {
    if (wrong.length > 0) throw new Error(wrong.join('; '))
    return { level: 'ok', subject, text: await examine(examined) }
  } catch (error) {
    const { name, message: text } = error as Error
    const message = text.replace(/\s+/g, ' ')
    if (error instanceof Note) return { level: 'note', subject, text: message }
    if (after && (wrong.length > 0 || name === 'DatabaseUnreachable')) {
      return { level: 'note', subject, text: `not checked: mend ${after} first` }
    }
    return { level: 'WRONG', subject, text: mend ? `${message} → ${mend}` : message }
  }
}
