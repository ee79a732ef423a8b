import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { MAX_LABEL_LENGTH, type MenuIcon, menuIcons } from '@portal/shared/manifest'
import { type NewRemote, newRemoteFiles } from './template.ts'

/**
 * Writes a new remote into the working copy at `root`, and returns its files.
 * @throws Error when the name is invalid or in use, or the title or the icon is invalid, without writing anything
 */
export function writeRemote(root: string, requested: RequestedRemote): string[] {
  const files = newRemoteFiles(checkRemote(requested))
  const remote = `mfe-${requested.subject}`
  requireNew(root, [remote, ...Object.keys(files)])
  writeFiles(root, files)
  return Object.keys(files)
}

/** The portal server rejects longer names and names with digits (platform/server/releases/chosen-releases.ts). */
const MAX_SUBJECT = 40

export type RequestedRemote = { subject: string; title: string; icon: string }

/** @throws Error when the name, the title or the icon is invalid */
export function checkRemote({ subject, title, icon }: RequestedRemote): NewRemote {
  if (!/^[a-z]+(-[a-z]+)*$/.test(subject) || subject.length > MAX_SUBJECT) {
    const rule = `small Latin letters and hyphens between them, no digits, up to ${MAX_SUBJECT}`
    throw new Error(`A remote is called by its subject, such as schedule: ${rule}`)
  }
  if (!/^[А-ЯЁ][а-яёА-ЯЁ0-9 -]+$/.test(title) || title.length > MAX_LABEL_LENGTH) {
    const rule = `a capital Russian letter, then Russian letters, digits, spaces and hyphens, 2 to ${MAX_LABEL_LENGTH} characters in all`
    throw new Error(`The title is what the menu shows, such as \`--title Расписание\`: ${rule}`)
  }
  if (!isIcon(icon)) throw new Error(`There is no icon ${icon}; the icons are ${menuIcons.join(', ')}`)
  return { subject, title, icon }
}

/** @throws Error when one of these files or folders exists */
export function requireNew(root: string, files: readonly string[]): void {
  const taken = files.find((file) => existsSync(join(root, file)))
  if (taken) throw new Error(`${taken} is there already`)
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
}

function isIcon(name: string): name is MenuIcon {
  return menuIcons.some((icon) => icon === name)
}
