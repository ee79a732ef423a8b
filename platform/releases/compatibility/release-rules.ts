import { menuIcons } from '@portal/shared/manifest'
import * as z from 'zod'
import { describeIssues, identifier, manifestRules } from '../../bundler/manifest-rules.ts'
import { formatRelease, type RemoteRelease } from '../../bundler/release.ts'

// What a remote may say of itself in release.json. The gate refuses what is outside of these bounds, and a portal
// server leaves it out.

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
  manifest: manifestRules,
  pages: z.record(z.string(), part),
  slots: z.record(z.string(), part).optional(),
  uses: listed,
  bytes: z.record(z.string(), z.number()),
  sdk: z.string().optional(),
})

/** Returns what is outside of these bounds, one line each. */
export function brokenRules(remote: RemoteRelease): string[] {
  const { error } = release.safeParse(remote)
  const problems = describeIssues(error)
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
