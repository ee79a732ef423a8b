import type { BrowserContext } from '@playwright/test'
import axios from 'axios'
import type { Target } from './target.ts'

type Chosen = NonNullable<Target['release']>
type Versions = { remotes: Record<string, string> }

/**
 * A bucket of browsers that get every canary of a share, and one of browsers that get none
 * (platform/server/releases/browser-releases.ts).
 */
const buckets = [0, 99]

/**
 * Puts the cookies into the browser by which the portal chooses this release, when the browser or its user may get it.
 */
async function chooseRelease(context: BrowserContext, origin: string, { name, version }: Chosen): Promise<void> {
  const isTls = origin.startsWith('https:')
  const put = (cookie: string, value: string) =>
    context.addCookies([
      { name: isTls ? `__Host-${cookie}` : cookie, value, url: origin, secure: isTls, httpOnly: true },
    ])
  // What `?release=` stores, which counts for users with the right (platform/server/releases/chosen-releases.ts).
  await put('releases', `${name}@${version}`)
  for (const bucket of buckets) {
    await put('release_bucket', String(bucket))
    const { remotes } = (await (await context.request.get(`${origin}/registry.json`)).json()) as Versions
    if (remotes[name] === version) return
  }
}

/** What each portal was asked for, because each test asks. */
const checked = new Map<string, Promise<void>>()

/**
 * Rejects before the first test what the portal cannot have: its server has the release.json of each release that is
 * stored. Which of the stored ones a browser gets is known only in the tests. @throws Error that names what is current
 */
export function requireRelease(origin: string, release: Chosen): Promise<void> {
  const key = `${origin} ${release.name}@${release.version}`
  const check = checked.get(key) ?? checkRelease(origin, release)
  checked.set(key, check)
  return check
}

async function checkRelease(origin: string, { name, version }: Chosen): Promise<void> {
  const { data } = await axios.get<Partial<Versions>>(new URL('/registry.json', origin).href)
  const { remotes = {} } = data
  // Only a user with the right gets its files, so the end of each test says whether the page has used them.
  if (version.startsWith('preview-')) return
  const current = remotes[name]
  if (!current) throw new Error(`${origin} has no ${name}; it has ${Object.keys(remotes).join(', ')}`)
  if (current === version) return
  const address = new URL(`/releases/${name}/${version}/release.json`, origin)
  const { status } = await axios.get(address.href, { validateStatus: () => true })
  if (status !== 404) return
  throw new Error(
    `${name}@${version} has never been released at ${origin}, where ${current} is current: npm run release:list prints the others`,
  )
}

/**
 * Makes the browser get what `target` names. Returns a check for the end of a test that has this remote's tag. The
 * check is necessary because only the session says who gets a canary of an audience, and because a page falls back to
 * the previous release when one fails, so the test would pass without it.
 */
export async function prepareRelease(
  context: BrowserContext,
  origin: string,
  { release }: Pick<Target, 'release'>,
): Promise<(tags: readonly string[]) => void> {
  const versions = new Set<string>()
  // A listener makes Playwright handle each request of a page.
  if (release) {
    context.on('request', (request) => {
      const version = new URL(request.url()).pathname.split(`/releases/${release.name}/`)[1]?.split('/')[0]
      if (version) versions.add(version)
    })
  }
  if (release) {
    await requireRelease(origin, release)
    await chooseRelease(context, origin, release)
  }
  return (tags) => {
    if (!release) return
    const others = [...versions].filter((version) => version !== release.version)
    if (others.length > 0) {
      throw new Error(
        `The page has used ${release.name}@${others} instead of ${release.version}: it is not live, failed, or is for other accounts`,
      )
    }
    if (versions.size === 0 && tags.includes(`@${release.name}`)) {
      throw new Error(`The test is of ${release.name} and has loaded nothing of ${release.version}`)
    }
  }
}
