import { runToEnd } from '@portal/command/program'
import { findBrowser } from '../../.ci/browser.ts'
import { findServers } from '../../.ci/servers.ts'
import { repository } from './stack.ts'

/** Finds the programs that the tests need, and builds what the portal servers serve unless it is built already. */
export default async function build(): Promise<void> {
  findBrowser()
  Object.assign(process.env, findServers())
  await runToEnd(process.execPath, ['platform/releases/build-all.ts'], { cwd: repository })
}
