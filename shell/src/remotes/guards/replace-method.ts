type Method = (this: unknown, ...args: unknown[]) => unknown

/** Calls `check` before the method, which is not called where it throws. */
export function checkBefore(object: object, name: string, check: (args: unknown[], target: unknown) => void): void {
  changeArguments(object, name, (args, target) => {
    check(args, target)
    return args
  })
}

/** Calls the method with the arguments that `change` returns. */
export function changeArguments(
  object: object,
  name: string,
  change: (args: unknown[], target: unknown) => unknown[],
): void {
  replaceMethod(
    object,
    name,
    (original) =>
      function (...args) {
        return original.apply(this, change(args, this))
      },
  )
}

/** Replaces a method, where the browser has it. */
export function replaceMethod(object: object, name: string, by: (original: Method) => Method): void {
  const original: unknown = Reflect.get(object, name)
  if (typeof original !== 'function') return
  const value = by(original as Method)
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
}
