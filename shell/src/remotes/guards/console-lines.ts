import { replaceMethod } from './replace-method.ts'

let mayWrite = () => true

/** Lines are written to the console only while `check` returns true. */
export function checkLines(check: () => boolean): void {
  mayWrite = check
}

export function guardConsole({ console }: { console: object }): void {
  for (const name of ['debug', 'error', 'info', 'log', 'warn']) {
    replaceMethod(
      console,
      name,
      (original) =>
        (...args) =>
          mayWrite() && original.apply(console, args),
    )
  }
}
