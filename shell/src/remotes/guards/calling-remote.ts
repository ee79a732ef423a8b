const frame = /:\d+:\d+\)?$/
/** The files that the bundler makes of the guards (load-page.ts, start-later-guards.ts). */
const guards = /\/(host|later-guards)\.js/
const address = /(https?:\/\/.*?):\d+:\d+\)?$/

/**
 * Returns the remote whose own file has called a guarded function; undefined where the shell, a module that it provides, or the
 * browser has. `files`: the addresses of the functions that are running, the innermost first.
 */
export function callingRemote(files = runsShell ? [] : runningFiles()): string | undefined {
  // The first functions are those of this module. A module of `shared` may be in the same file, but is called by a guard's.
  const callers = files.slice(files.findIndex((file) => file !== files[0]))
  const caller = callers.find((file) => !guards.test(file))
  return remoteOf(caller)
}

/** Returns the remote on whose behalf the running code was called, be it through `shared`; undefined where the stack has none. */
export function nearestRemote(files = runningFiles()): string | undefined {
  return remoteOf(files.find(remoteOf))
}

/** `…/releases/mfe-tips/3f2a/page.js` → mfe-tips */
export function remoteOf(file = ''): string | undefined {
  return /\/releases\/(mfe-[\w-]+)\//.exec(file)?.[1]
}

let runsShell = false

/** Calls a function of the shell that runs no code of remotes, so that no stack is read for what it calls. */
export function asShell(run: () => void): void {
  runsShell = true
  try {
    run()
  } finally {
    runsShell = false
  }
}

/** Reads the stack: an engine has no other trace of a caller. */
function runningFiles(): string[] {
  // Chromium gives the frames themselves. For their text it parses each function again, to find lines and columns.
  const former: unknown = Reflect.get(Error, 'prepareStackTrace')
  // A remote may have set it to 0.
  Reflect.set(Error, 'stackTraceLimit', 10)
  Reflect.set(Error, 'prepareStackTrace', (_: Error, frames: Frame[]) => frames)
  const { stack }: { stack?: string | Frame[] } = new Error()
  Reflect.set(Error, 'prepareStackTrace', former)
  return typeof stack === 'object' ? filesOf(stack) : filesIn(stack)
}

type Frame = { getFileName(): string | null }

/** Returns the files of the frames of a stack; the browser's own functions have none. */
export function filesOf(frames: Frame[]): string[] {
  return frames.map((one) => one.getFileName() ?? '').filter(Boolean)
}

/** Returns the files of the text of a stack. */
export function filesIn(stack = ''): string[] {
  return stack
    .split('\n')
    .filter((line) => frame.test(line))
    .map((line) => address.exec(line)?.[1] ?? '')
}
