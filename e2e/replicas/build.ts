import { runToEnd } from './process.ts'
import { repository } from './stack.ts'

/** What the portal servers serve; nothing to do where it is built already. */
export default async function build(): Promise<void> {
  await runToEnd(process.execPath, ['shared/build/build-all.ts'], { cwd: repository })
}
