import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeRemote } from './write-remote.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'new-remote-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const schedule = { subject: 'work-schedule', title: 'Расписание', icon: 'calendar' }

test('writes the title and the icon of the remote', () => {
  writeRemote(root, schedule)
  const manifest = readFileSync(join(root, 'mfe-work-schedule/manifest.ts'), 'utf8')
  expect(manifest).toContain("label: 'Расписание', icon: 'calendar'")
  const page = readFileSync(join(root, 'mfe-work-schedule/features/work-schedule/work-schedule-page.tsx'), 'utf8')
  expect(page).toContain('export { WorkSchedulePage as Component }')
})

const aboutTitle =
  'The title is what the menu shows, such as `--title Расписание`: a capital Russian letter, then Russian letters, digits, spaces and hyphens, 2 to 30 characters in all'
const aboutSubject =
  'A remote is called by its subject, such as schedule: small Latin letters and hyphens between them, no digits, up to 40'

test.each([
  ['a title that is not Russian', { title: 'Schedule' }, aboutTitle],
  ['a title with the end of a text', { title: "А' + 1 + '" }, aboutTitle],
  ['a title with quotes', { title: 'Смены «Берег»' }, aboutTitle],
  ['a title that is too long', { title: 'Я'.repeat(31) }, aboutTitle],
  ['an icon that the shell does not have', { icon: 'rocket' }, 'There is no icon rocket; the icons are tips, '],
  ['a subject with capital letters', { subject: 'Schedule' }, aboutSubject],
  ['a subject with a digit', { subject: 'shift2' }, aboutSubject],
  ['a subject that is too long for a preview', { subject: 'a'.repeat(41) }, aboutSubject],
])('rejects %s, and writes nothing', (_, change, message) => {
  expect(() => writeRemote(root, { ...schedule, ...change })).toThrow(message)
  expect(readdirSync(root)).toEqual([])
})

test('accepts the longest subject', () => {
  expect(writeRemote(root, { ...schedule, subject: 'a'.repeat(40) })).toContain(`mfe-${'a'.repeat(40)}/manifest.ts`)
})
