import { MAX_LABEL_LENGTH, menuIcons } from '@portal/shared/manifest'
import * as z from 'zod'
import { formatRelease, type RemoteRelease } from '../../bundler/release.ts'

// What a remote may say of itself in release.json. All pages have the menu and the routes of all remotes, so that one
// of them could break or displace the others. The gate refuses what is outside of these bounds,
// and a portal server leaves it out.

/** An address in its only spelling: the router also matches it in capitals, with more slashes, and percent-encoded. */
const path = z
  .string()
  .max(80)
  .regex(/^\/$|^(\/[a-z0-9_-]+)+$/, 'an address is written with a-z, 0-9, - and _ between single slashes')

/** A route may also have `:id` for a segment, `?` after an optional segment, and `*` for the rest. */
const routePath = z
  .string()
  .max(120)
  .regex(
    /^\/$|^(\/([a-z0-9_-]+|:[a-zA-Z]\w*)\??)*(\/\*)?$/,
    'a route is written with a-z, 0-9, - and _, :parameters, ? after an optional segment, and * at the end',
  )

/** A line without invisible characters, which could also turn the text around. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(
      /^[\p{L}\p{N}«][\p{L}\p{N} .,:;()«»–—№%+&/'’!?-]*$/u,
      'a text begins with a letter or a digit, and has only letters, digits, blanks and punctuation',
    )

const identifier = z
  .string()
  .max(40)
  .regex(/^[a-zA-Z][\w-]*$/)
const slot = z
  .string()
  .max(60)
  .regex(/^[a-z-]+(\.[a-z-]+)+$/, 'a slot is called like tips.actions')

const manifest = z.object({
  name: z.string(),
  paths: z.array(path).max(10),
  routes: z
    .array(
      z.object({
        path: routePath,
        title: text(40),
        layout: identifier,
        parent: routePath.optional(),
        requires: identifier.optional(),
        slots: z.array(slot).max(10).optional(),
      }),
    )
    .max(50),
  menu: z
    .array(
      z.object({
        path,
        label: text(MAX_LABEL_LENGTH),
        icon: identifier,
        group: text(20),
        order: z.int().min(1).max(99),
        requires: identifier.optional(),
      }),
    )
    .max(5),
  flags: z.record(identifier, z.object({ default: z.boolean(), about: text(200) })).optional(),
  fills: z.array(slot).max(10).optional(),
})

/** A page has the manifests of all remotes in its HTML. */
const MAX_MANIFEST_LENGTH = 12_000

const file = z.string().regex(/^\w[\w.-]*$/, 'the name of a file')
const integrity = z.string().startsWith('sha256-')
const part = z.object({ files: z.array(file), consumes: z.array(z.string()) })
const hashed = z.object({ file, integrity }).optional()
const listed = z.record(z.string(), z.array(z.string()))

const release = z.object({
  builtAt: z.string(),
  files: z.record(file, integrity),
  addresses: z.array(z.string()),
  calls: z.array(z.string()).optional(),
  shared: z.record(z.string(), z.string()),
  server: hashed,
  sources: hashed,
  maps: hashed,
  entry: file,
  container: identifier,
  manifest,
  pages: z.record(z.string(), part),
  slots: z.record(z.string(), part).optional(),
  uses: listed,
  bytes: z.record(z.string(), z.number()),
})

/** Returns what is outside of these bounds, one line each. */
export function brokenRules(remote: RemoteRelease): string[] {
  const { error } = release.safeParse(remote)
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  if (problems.length === 0) problems.push(...wholeProblems(remote))
  return problems.map((problem) => `${formatRelease(remote)}: ${problem}`)
}

function wholeProblems({ name, manifest }: RemoteRelease): string[] {
  const { length } = JSON.stringify(manifest)
  return [
    ...(manifest.name === name ? [] : [`its manifest is that of ${manifest.name}`]),
    ...(length > MAX_MANIFEST_LENGTH
      ? [`its manifest has ${length} characters of JSON, and may have ${MAX_MANIFEST_LENGTH}`]
      : []),
  ]
}

/** Returns icons that no shell has. A portal server does not check them: a later shell may have more. */
export function brokenIcons(remote: RemoteRelease): string[] {
  const icons: readonly string[] = menuIcons
  return remote.manifest.menu
    .filter(({ icon }) => !icons.includes(icon))
    .map(({ icon }) => `${formatRelease(remote)}: there is no icon ${icon}; the icons are ${icons.join(', ')}`)
}
