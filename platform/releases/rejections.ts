import { createHash } from 'node:crypto'
import type { Release } from '../bundler/release.ts'
import type { ReleaseStore } from './stores/store.ts'

/** A change that the checks have rejected, so the live releases stayed. */
export type Rejection = {
  /** ISO 8601. */
  at: string
  by?: string | undefined
  releases: { name: string; version: string }[]
  /** One line each. */
  problems: string[]
}

/** The number of records to keep. */
const MAX_REJECTIONS = 50

/** There may be hundreds of lines of type errors, and the first ones name the cause. */
const MAX_PROBLEMS = 20
const MAX_PROBLEM_LENGTH = 500

/**
 * Stores a rejection for the releases page. If that fails, it only reports a line, because the rejection is in force.
 */
export async function recordRejection(
  store: ReleaseStore,
  rejected: { by?: string | undefined; releases: readonly Pick<Release, 'name' | 'version'>[]; problems: string[] },
  report: (line: string) => void,
): Promise<void> {
  const at = new Date().toISOString()
  const record: Rejection = {
    at,
    ...(rejected.by && { by: rejected.by }),
    releases: rejected.releases.map(({ name, version }) => ({ name, version })),
    problems: rejected.problems.slice(0, MAX_PROBLEMS).map((problem) => problem.slice(0, MAX_PROBLEM_LENGTH)),
  }
  const text = `${JSON.stringify(record, null, 2)}\n`
  try {
    await store.rejections.write(rejectionName(at, text), text)
    for (const old of (await recordNames(store)).slice(MAX_REJECTIONS)) await store.rejections.remove(old)
  } catch (error) {
    report(`The rejection was not recorded: ${(error as Error).message}`)
  }
}

/** Returns the newest `count` records. Skips files that are not records, because the store does not sign them. */
export async function readRejections(store: ReleaseStore, count: number): Promise<Rejection[]> {
  const names = (await recordNames(store)).slice(0, count)
  const read = await Promise.all(names.map(async (name) => parsed(await store.rejections.read(name))))
  return read.filter((rejection) => rejection !== undefined)
}

/** Returns the names of the records, newest first. */
async function recordNames({ rejections }: ReleaseStore): Promise<string[]> {
  const names = await rejections.list()
  return names
    .filter((name) => /^\d{8}T\d{9}Z-[0-9a-f]{8}\.json$/.test(name))
    .sort()
    .reverse()
}

/** `20261123T093000123Z-3f2a91c0.json`: names sort by time. */
function rejectionName(at: string, text: string): string {
  return `${at.replace(/[-:.]/g, '')}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`
}

function parsed(text = ''): Rejection | undefined {
  try {
    const { at, by, releases, problems } = JSON.parse(text) as Rejection
    const isValid =
      !Number.isNaN(Date.parse(at)) &&
      (by === undefined || typeof by === 'string') &&
      releases.every(({ name, version }) => typeof name === 'string' && typeof version === 'string') &&
      problems.every((problem) => typeof problem === 'string')
    return isValid ? { at: new Date(at).toISOString(), by, releases, problems } : undefined
  } catch {
    return undefined
  }
}
