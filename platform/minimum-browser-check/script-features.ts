import type { Identifier } from '@mdn/browser-compat-data'
import { compatData, enginesWith, subfeatures } from './compat-data.ts'
import type { Feature } from './finding.ts'

/** Features by name. When several interfaces have the same name, it is enough that all browsers have one of them. */
export type ScriptFeatures = {
  /** `AbortSignal`, `requestIdleCallback` */
  globals: ReadonlyMap<string, Feature[]>
  /** `AbortSignal.any` */
  statics: ReadonlyMap<string, Feature[]>
  /** `toSorted` of any object. */
  methods: ReadonlyMap<string, Feature[]>
  /** `map` of an iterator. */
  ofIterators: ReadonlyMap<string, Feature[]>
  /** Names in `methods` that no array, string or number has, so that they may be a library's own methods. */
  ambiguous: ReadonlySet<string>
}

const ofTheWindow = ['Window', 'WorkerGlobalScope', 'ServiceWorkerGlobalScope', 'globals']

export function scriptFeatures(): ScriptFeatures {
  const [globals, statics, methods, ofIterators] = [new Map(), new Map(), new Map(), new Map()]
  const ofLanguage = new Set<string>()

  function add(map: Map<string, Feature[]>, name: string, path: string, { __compat: compat }: Identifier): void {
    if (!compat) return
    const features = map.get(name) ?? []
    features.push({ name: path, compat })
    map.set(name, features)
  }

  for (const [owner, parts] of subfeatures(compatData.api)) {
    add(globals, owner, `api.${owner}`, parts)
    for (const [part, identifier] of subfeatures(parts)) {
      const [name, path] = [part.replace(/_static$/, ''), `api.${owner}.${part}`]
      if (ofTheWindow.includes(owner)) add(globals, name, path, identifier)
      if (name !== part) add(statics, `${owner}.${name}`, path, identifier)
      // Code that uses a feature of a single engine detects it first.
      else if (identifier.__compat && enginesWith(identifier.__compat) > 1) add(methods, name, path, identifier)
    }
  }
  for (const [owner, parts] of subfeatures(compatData.javascript.builtins)) {
    add(globals, owner, `javascript.builtins.${owner}`, parts)
    for (const [name, identifier] of subfeatures(parts)) {
      const path = `javascript.builtins.${owner}.${name}`
      if (owner === 'globals') add(globals, name, path, identifier)
      else if (isOfInstance(identifier)) {
        add(methods, name, path, identifier)
        if (owner === 'Iterator') add(ofIterators, name, path, identifier)
        else ofLanguage.add(name)
      } else add(statics, `${owner}.${name}`, path, identifier)
      if (owner !== 'Intl') continue
      for (const [method, of] of subfeatures(identifier)) add(methods, method, `${path}.${method}`, of)
    }
  }
  const ambiguous = new Set([...methods.keys()].filter((name) => !ofLanguage.has(name)))
  return { globals, statics, methods, ofIterators, ambiguous }
}

/** Only the heading in the specification distinguishes methods of an object and of its class. */
function isOfInstance({ __compat: compat }: Identifier): boolean {
  return [compat?.spec_url ?? []].flat().some((url) => /\.prototype[.-]/.test(url))
}
