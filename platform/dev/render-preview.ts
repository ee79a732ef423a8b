import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getJson, sendRequest } from '@portal/command/send-request'
import { type RemoteRelease, releaseBase, type ShellRelease } from '../bundler/release.ts'
import { brokenTogether } from '../releases/compatibility/server-bundles.ts'

const REQUEST_TIMEOUT_MS = 20_000

/**
 * Renders the pages of a build on this machine, as the portal would render them on the server, beside the portal's
 * shell. A portal server must not run the code of a preview. Returns why pages do not render, one line each.
 * @throws Error when the portal does not hand out its shell
 */
export async function brokenPages(portal: string, folder: string, release: RemoteRelease): Promise<string[]> {
  const timeoutMs = REQUEST_TIMEOUT_MS
  const { shell: version } = (await getJson(`${portal}/registry.json`, { timeoutMs })) as { shell: string }
  const description = `${portal}${releaseBase({ name: 'shell', version })}release.json`
  const shell = (await getJson(description, { timeoutMs })) as ShellRelease
  const { status, text } = await sendRequest({ url: `${portal}/preview/shell`, timeoutMs })
  if (!shell.server || status !== 200) throw new Error(`${portal} does not hand out the server bundle of its shell`)
  const shellFolder = await mkdtemp(join(tmpdir(), 'portal-shell-'))
  try {
    // The process that runs it compares it with the hash in release.json.
    await writeFile(join(shellFolder, shell.server.file), text)
    const problems = await brokenTogether({ release: shell, folder: shellFolder, isJoining: false }, [
      { release, folder, isJoining: true },
    ])
    return problems.map((problem) => problem.text)
  } finally {
    await rm(shellFolder, { recursive: true })
  }
}
