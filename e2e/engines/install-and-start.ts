import { installEngines } from '../../.ci/engines.ts'
import startPortal from '../global-setup.ts'

/** Installs the engines and starts the portal. The journeys of an engine report when it cannot be installed. */
export default async function installAndStart(): Promise<() => Promise<void>> {
  installEngines()
  return startPortal()
}
