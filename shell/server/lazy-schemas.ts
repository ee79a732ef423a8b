type Build = (...values: unknown[]) => object

/**
 * Returns zod with functions that build a schema when something of it is first read. The modules of a remote run for
 * each session and describe all of its calls and forms, and the page of that session needs few of them.
 */
export function lazySchemas(zod: object): object {
  return Object.fromEntries(
    Object.entries(zod).map(([name, value]) => [
      name,
      typeof value === 'function' ? lazily(value) : lazySchemas(value),
    ]),
  )
}

function lazily(build: Build): Build {
  return (...values) => {
    let schema: object | undefined
    const built = () => {
      schema ??= build(...values)
      return schema as Record<PropertyKey, unknown>
    }
    const check = lazily((...checks) => (built().check as Build)(...checks))
    return new Proxy(
      {},
      {
        get: (_, key) => (key === 'check' ? check : built()[key]),
        has: (_, key) => key in built(),
      },
    )
  }
}
