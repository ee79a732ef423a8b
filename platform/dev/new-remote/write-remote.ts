import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type MenuIcon, menuIcons } from '@portal/shared/manifest'
import { newRemoteFiles } from './template.ts'

/**
 * Writes a new remote into the working copy at `root`, and the lines that name it: its references in tsconfig.json.
 * Returns its files. @throws Error when the name is invalid or in use, or the title or the icon is none, without writing anything
 */
export function writeRemote(
  root: string,
  { subject, title, icon }: { subject: string; title: string; icon: string },
): string[] {
  if (!/^[a-z]+(-[a-z]+)*$/.test(subject)) {
    throw new Error('A remote is called by its subject in small letters: `npm run new-remote -- schedule`')
  }
  if (!/^[А-ЯЁ][а-яёА-ЯЁ0-9 -]{1,39}$/.test(title)) {
    throw new Error('The title is what the menu shows, in Russian: `--title Расписание`')
  }
  if (!isIcon(icon)) throw new Error(`There is no icon ${icon}; the icons are ${menuIcons.join(', ')}`)
  const files = newRemoteFiles({ subject, title, icon })
  const taken = [`mfe-${subject}`, ...Object.keys(files)].find((file) => existsSync(join(root, file)))
  if (taken) throw new Error(`${taken} is there already`)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const references = join(root, 'tsconfig.json')
  const remote = `mfe-${subject}`
  const added = [remote, `${remote}/tsconfig.test.json`].map((path) => `    { "path": "${path}" },\n`).join('')
  const before = readFileSync(references, 'utf8')
  const api = '    { "path": "api" },\n'
  writeFileSync(references, before.replace(api, added + api))
  return Object.keys(files)
}

function isIcon(name: string): name is MenuIcon {
  return menuIcons.some((icon) => icon === name)
}
