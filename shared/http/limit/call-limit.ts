// Not provided to remotes: the shell alone limits what all sections call.

let check: () => string | undefined = () => undefined

/** `newCheck` returns why another call is too many. */
export function limitCalls(newCheck: () => string | undefined): void {
  check = newCheck
}

export function whyTooMany(): string | undefined {
  return check()
}
