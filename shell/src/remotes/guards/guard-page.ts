import { buildMode } from '../../build-mode.ts'
import { queryClient } from '../../query-client.ts'
import { guardAddresses } from './addresses.ts'
import { guardConsole } from './console-lines.ts'
import { endWithSections } from './ends-with-section.ts'
import { lockGlobals, lockProperty } from './lock-globals.ts'
import { watchNavigations } from './navigations.ts'
import './page-at-start.ts'
import { guardQueries, guardQueryClient } from './query-client.ts'
import { watchDepartures } from './responding.ts'
import { startLaterGuards } from './start-later-guards.ts'

// Runs before the code of any remote. What is locked here stays intact for the shell, `shared` and other remotes
// (docs/decisions/0057-what-a-remote-may-do-in-the-page.md).

guardAddresses(window)
watchNavigations(window)
endWithSections(window)
guardQueryClient(queryClient)
guardQueries()
// In development each line has a link to where it was written, which a wrapped method would take.
if (buildMode === 'production') guardConsole(window)
lockGlobals(window)
for (const name of ['addressFile', 'startWorker']) lockProperty(window.portal, name)
watchDepartures(window)
startLaterGuards()
