import { installEngines } from '../../.ci/engines.ts'
import startPortal from '../global-setup.ts'

/** What cannot be had is reported by the journeys that need it. */
export default async function installAndStart(): Promise<() => Promise<void>> {
  installEngines()
  return startPortal()
}
