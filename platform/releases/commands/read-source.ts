import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import type { ReleaseSource } from '../registry.ts'

type Env = Record<string, string | undefined>

/** Returns the commit in `folder`, its author and the job of GitLab or GitHub, as far as they are known. */
export async function readSource(folder: string, env: Env): Promise<ReleaseSource> {
  const git = async (...args: string[]) => {
    try {
      return (await promisify(execFile)('git', ['-C', folder, ...args])).stdout.trim()
    } catch {
      // A copy of the sources without its history, or a machine without git.
      return undefined
    }
  }
  const [commit, author] = (await git('log', '-1', '--format=%H%n%an <%ae>'))?.split('\n') ?? []
  const isModified = Boolean(await git('status', '--porcelain'))
  const job = jobIn(env)
  return {
    ...(commit && { commit }),
    ...(isModified && { isModified }),
    ...(author && { author }),
    ...(job && { job }),
  }
}

/** Returns who releases: the user who started the job of GitLab or GitHub, or the user of this machine. */
export function readActor({ GITLAB_USER_NAME, GITHUB_ACTOR }: Env): string | undefined {
  if (GITLAB_USER_NAME || GITHUB_ACTOR) return GITLAB_USER_NAME || GITHUB_ACTOR
  try {
    return userInfo().username
  } catch {
    // A container may run as a user without a name.
    return undefined
  }
}

function jobIn(env: Env): string | undefined {
  const { CI_JOB_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env
  if (CI_JOB_URL) return CI_JOB_URL
  return GITHUB_RUN_ID && `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
}
