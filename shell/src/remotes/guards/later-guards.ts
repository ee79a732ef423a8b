import { limitConsole } from './console-flood.ts'
import { removeHandlers } from './handlers.ts'
import { limitNavigations } from './navigation-loop.ts'
import { limitRequests } from './requests.ts'
import { guardShellsOwn } from './shells-own.ts'
import { watch } from './watchdog.ts'

// What a first page can do without: it begins some seconds after the first section.

guardShellsOwn(window)
limitRequests()
limitConsole()
limitNavigations(window)
removeHandlers()
watch()
