// All code of a process shares the objects of the language and the modules of the shell. Nothing can change them: an
// assignment throws in the code that assigns, so a page cannot leave data there for another page.

/** Bundles do not need threads, WebAssembly, and callbacks that would run after their page. */
const removed = ['Atomics', 'FinalizationRegistry', 'SharedArrayBuffer', 'WebAssembly']

/** What objects replace by assignment: `error.name = …`. A frozen property of their prototype would forbid that. */
const replaceable: [object, string[]][] = [
  [Object.prototype, ['constructor', 'hasOwnProperty', 'toLocaleString', 'toString', 'valueOf']],
  [Function.prototype, ['constructor', 'toString']],
  ...[Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    ({ prototype }): [object, string[]] => [prototype, ['constructor', 'message', 'name', 'toString']],
  ),
]

/** No global leads to the prototypes of these. */
const samples = () => [
  function* () {},
  async () => {},
  async function* () {},
  new Error(),
  [].values(),
  [].values().map(Boolean),
  ''[Symbol.iterator](),
  ''.matchAll(/x/g),
  new Map().values(),
  new Set().values(),
  Iterator.from({ next: () => ({ done: true, value: undefined }) }),
  new Intl.Segmenter().segment('a'),
  new Intl.Segmenter().segment('a')[Symbol.iterator](),
]

/** Freezes the objects of the language and the globals, but not `globalThis`. */
export function lockLanguage(): void {
  for (const name of removed) Reflect.deleteProperty(globalThis, name)
  // `RegExp.$_` and its like have the text of the last match.
  for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(RegExp))) {
    if (get) Reflect.deleteProperty(RegExp, name)
  }
  // React clears it while it describes an error.
  Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set() {} })
  const values = replaceable.flatMap(([prototype, names]) =>
    names.filter((name) => Object.hasOwn(prototype, name)).map((name) => makeReplaceable(prototype, name)),
  )
  const globals = Object.getOwnPropertyNames(globalThis).map((name) => Reflect.get(globalThis, name))
  freezeAll([...globals, ...values, ...samples(), Object.getPrototypeOf(globalThis)], () => true)
}

/** Makes assignments to the property define one of the object itself. Returns the value of the prototype. */
function makeReplaceable(prototype: object, name: string): unknown {
  const value = Reflect.get(prototype, name)
  Object.defineProperty(prototype, name, {
    configurable: false,
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`Cannot assign to ${name}: all code has it`)
      Object.defineProperty(this, name, { value: own, configurable: true, enumerable: true, writable: true })
    },
  })
  return value
}

/** Freezes the functions, classes, lists and plain objects of the modules that the shell provides. */
export function lockProvided(modules: readonly object[]): void {
  // Exports are behind accessors.
  const exported = modules.flatMap((module) =>
    Object.keys(module)
      .filter((name) => !internals.test(name))
      .map((name) => Reflect.get(module, name)),
  )
  freezeAll([...modules, ...exported], isStateless)
}

/** React's libraries write there while they render. */
const internals = /^__\w+_INTERNALS_/

/** React writes to its contexts and lazy components. Objects of classes, such as zod's, have their own state. */
function isStateless(value: object): boolean {
  if (typeof value === 'function' || Array.isArray(value)) return true
  return !Object.hasOwn(value, '$$typeof') && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

/** Freezes values and all that they lead to by properties, accessors and prototypes. */
function freezeAll(values: readonly unknown[], canFreeze: (value: object) => boolean): void {
  const seen = new Set<unknown>([globalThis])
  const waiting = [...values]
  while (waiting.length > 0) {
    const value = waiting.pop()
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    if (!isObject || seen.has(value)) continue
    seen.add(value)
    if (!canFreeze(value)) continue
    waiting.push(Object.getPrototypeOf(value))
    for (const key of Reflect.ownKeys(value)) {
      const { value: held, get, set } = Object.getOwnPropertyDescriptor(value, key) ?? {}
      // zod completes the prototype of such a function with the first object that it makes.
      const isOfZod = key === 'prototype' && Object.hasOwn(value, 'init')
      if (!isOfZod && !internals.test(String(key))) waiting.push(held, get, set)
    }
    Object.freeze(value)
  }
}
